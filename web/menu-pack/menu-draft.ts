import type { CreateGeneration, GenerationSource, MenuChoices } from '#shared/api/generations.ts';
import { centred, type Framing } from '#shared/domain/framing.ts';
import {
  acceptedAlternative,
  imageTypeById,
  menuTargetSize,
  platformById,
} from '#shared/domain/platforms.ts';
import { readAgainState } from '#web/generations/again-state.ts';
import { readEditState } from '#web/generations/edit-state.ts';
import { addressOfPreview } from '#web/lib/photo-previews.ts';
import { tabStorage } from '#web/lib/tab-storage.ts';
import { type FixedFrom, storedFix } from '#web/photos/photo-advice.ts';

/** The photo that is enhanced. */
export interface MenuPhoto {
  readonly source: GenerationSource;
  readonly name: string;
  /** Address of the whole upright photo; null until it is loaded, or if it cannot be loaded. */
  readonly preview: string | null;
  readonly fixedFrom?: FixedFrom<MenuPhoto>;
}

/** The choices in the Menu Enhancer Pack's panel; kept over reloads of the tab. */
export interface MenuDraft {
  readonly photo: MenuPhoto | null;
  /** Null: around the dish, once its place is known. */
  readonly framing: Framing | null;
  readonly platform: string | null;
  readonly imageType: string | null;
  readonly backgroundStyle: string;
  readonly plateStyle: string;
  readonly imageStyle: string;
  /** The running or finished generation, until another one is started. */
  readonly generationId: string | null;
  /** Id of a request without a reply; the next request uses it again. */
  readonly unansweredId: string | null;
  /** The generation whose pictures were shown last. */
  readonly shownId: string | null;
}

export const emptyDraft: MenuDraft = {
  photo: null,
  framing: null,
  platform: null,
  imageType: null,
  backgroundStyle: 'neutral',
  plateStyle: 'current',
  imageStyle: 'natural',
  generationId: null,
  unansweredId: null,
  shownId: null,
};

/**
 * A draft that edits a menu picture: the clean picture with its choices, or its choices for another photo. Undefined
 * for a picture of the studio.
 */
export function draftOfEdit(state: unknown): MenuDraft | undefined {
  const again = readAgainState(state)?.menu;
  if (again) return { ...emptyDraft, ...again };
  const image = readEditState(state)?.existingImage;
  if (!image?.menu) return undefined;
  const { generationId, variation, name, previewUrl: preview } = image;
  return {
    ...emptyDraft,
    ...image.menu,
    photo: { source: { type: 'generation', generationId, variation }, name, preview },
  };
}

/** The look of a draft. */
export function lookOf({ backgroundStyle, plateStyle, imageStyle }: MenuDraft) {
  return { backgroundStyle, plateStyle, imageStyle };
}

/** The request for the draft; undefined while photo, platform or image type is missing. */
export function menuRequest(draft: MenuDraft): ((id: string) => CreateGeneration) | undefined {
  const { photo, framing, platform, imageType, backgroundStyle, plateStyle, imageStyle } = draft;
  if (photo === null || platform === null || imageType === null) return undefined;
  const menu: MenuChoices = { platform, imageType, backgroundStyle, plateStyle, imageStyle };
  return (id) => ({
    kind: 'menu',
    id,
    source: photo.source,
    productName: photo.name,
    framing: framing ?? centred,
    menu,
  });
}

/** Size of the file for these choices, in pixels; 3:2 until they are made. */
export function targetOf(draft: MenuDraft): { width: number; height: number } {
  return draft.platform === null || draft.imageType === null
    ? { width: 1200, height: 800 }
    : menuTargetSize(draft.platform, draft.imageType);
}

/** The second file, if the platform would refuse the first one. */
export function alternativeOf(platform: string, imageType: string) {
  const known = platformById(platform);
  return known && imageTypeById(known, imageType) && acceptedAlternative(known.id, imageType);
}

const drafts = tabStorage<MenuDraft>('platepost.menu-pack', 1);

/** The draft of this tab, with the stored address of its picture, or an empty one. */
export function loadDraft(userId: string): MenuDraft {
  return { ...emptyDraft, ...drafts.read(userId) };
}

/** Stores the draft, so that it survives a reload. If the storage is full, a reload loses it. */
export function saveDraft(userId: string, draft: MenuDraft): void {
  const { photo } = draft;
  const stored = photo && {
    ...photo,
    preview: photo.preview && addressOfPreview(userId, photoIdOf(photo.source), photo.preview),
    fixedFrom: photo.fixedFrom && storedFix(photo.fixedFrom),
  };
  drafts.write(userId, { ...draft, photo: stored });
}

/** Id of a draft's photo, also among the stored previews. */
export function photoIdOf(source: GenerationSource): string {
  switch (source.type) {
    case 'upload':
      return `menu ${source.uploadId}`;
    case 'sample':
      return `menu ${source.itemId}`;
    case 'generation':
      return `menu ${source.generationId} ${source.variation}`;
  }
}
