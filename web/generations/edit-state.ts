import type { MenuChoices } from '#shared/api/generations.ts';
import type { Choices } from './choices.ts';
import { choicesOf } from './choices.ts';
import type { Result } from './results.ts';

/** A finished picture that is edited, with the choices that can still be changed. */
export interface ExistingImage {
  readonly generationId: string;
  readonly variation: number;
  /** The picture without its promotional text, which the stage draws over it. */
  readonly previewUrl: string;
  readonly name: string;
  /**
   * The choices that are not part of the picture yet: text is set after the model has drawn. Under the food lock also
   * its looks, because the surroundings are drawn again.
   */
  readonly choices: Partial<Choices> | undefined;
  /** Whether the dish was kept unchanged; the edit keeps it too. */
  readonly foodLock: boolean;
  /** The choices of a menu picture; null for a picture of the studio. */
  readonly menu: MenuChoices | null;
}

/**
 * Navigation state with which the gallery opens the studio at `/` (customer-product.md section 2), or the Menu Enhancer
 * Pack for a menu picture.
 */
export interface EditState {
  readonly editMode: true;
  readonly existingImage: ExistingImage;
  readonly goToStep: 3;
  readonly finalTouchesOnly: true;
}

/** The navigation state for editing a picture. */
export function editStateOf(result: Result): EditState {
  const { generationId, variation, previewUrl, basePreviewUrl, generation } = result;
  const choices = choicesOf(generation);
  return {
    editMode: true,
    existingImage: {
      generationId,
      variation,
      previewUrl: basePreviewUrl ?? previewUrl,
      name: generation.menuItemName,
      choices: choices && {
        ...(choices.foodLock && looksOf(choices)),
        formatId: choices.formatId,
        promoText: choices.promoText,
        promoPosition: choices.promoPosition,
        promoLook: choices.promoLook,
      },
      foodLock: generation.foodLock,
      // The plate is part of the picture; surroundings and style are drawn again.
      menu: generation.menu && { ...generation.menu, plateStyle: 'current' },
    },
    goToStep: 3,
    finalTouchesOnly: true,
  };
}

function looksOf({ creationPath, adjustment, filter, scene, customPrompt, ...rest }: Choices) {
  const { avatarGender, avatarEthnicity } = rest;
  return { creationPath, adjustment, filter, scene, customPrompt, avatarGender, avatarEthnicity };
}

/** Reads navigation state; undefined if it is not an edit. */
export function readEditState(state: unknown): EditState | undefined {
  const candidate = state as Partial<EditState> | null | undefined;
  return candidate?.editMode === true && candidate.existingImage !== undefined
    ? (candidate as EditState)
    : undefined;
}
