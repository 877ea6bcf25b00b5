import type { Generation } from '#shared/api/generations.ts';
import {
  type AvatarEthnicity,
  type AvatarGender,
  avatarEthnicities,
  avatarGenders,
} from '#shared/domain/avatars.ts';
import {
  type CameraAngleId,
  cameraAngleById,
  type EnhancementId,
  enhancementById,
} from '#shared/domain/enhancements.ts';
import { type FormatId, formatById } from '#shared/domain/formats.ts';
import type { Framing } from '#shared/domain/framing.ts';
import type { PromoLook } from '#shared/domain/overlay.ts';
import type { PromoPosition } from '#shared/domain/promo-text.ts';
import type { CreationPath } from '#shared/domain/scenes.ts';

/** A filter or scene: chosen by id, or drawn by the server, which signed the pick. */
export interface Look {
  readonly id: string;
  readonly pick?: string;
  /** ISO time at which the server refuses the pick. */
  readonly expiresAt?: string;
}

/** A scene is a look, or the user's own words. */
export type SceneLook = Look | { readonly text: string };

/** The choices in the studio besides the dish. */
export interface Choices {
  readonly formatId: FormatId | null;
  /** Null: around the dish, once its place is known. */
  readonly framing: Framing | null;
  readonly creationPath: CreationPath | null;
  /** Whether the dish's own pixels stay; excludes a camera angle. */
  readonly foodLock: boolean;
  readonly adjustment: EnhancementId | null;
  readonly cameraAngle: CameraAngleId | null;
  readonly filter: Look | null;
  readonly scene: SceneLook | null;
  readonly customPrompt: string;
  readonly promoText: string;
  readonly promoPosition: PromoPosition;
  /** Null: the look of the brand kit, without a logo. */
  readonly promoLook: PromoLook | null;
  readonly avatarGender: AvatarGender;
  readonly avatarEthnicity: AvatarEthnicity;
}

/** The choices that a studio generation was made with; undefined for a Menu Pack generation. */
export function choicesOf({
  studio,
  framing,
  foodLock,
}: Pick<Generation, 'studio' | 'framing' | 'foodLock'>): Choices | undefined {
  if (studio === null) return undefined;
  const { creationPath, filter, scene, customPrompt, promoText, promoPosition, promoLook } = studio;
  return {
    formatId: formatById(studio.formatId)?.id ?? null,
    framing,
    creationPath,
    foodLock,
    adjustment: (studio.adjustment && enhancementById(studio.adjustment)?.id) || null,
    cameraAngle: (studio.cameraAngle && cameraAngleById(studio.cameraAngle)?.id) || null,
    filter: filter && 'id' in filter ? filter : null,
    scene: scene && !('pick' in scene) ? scene : null,
    customPrompt,
    promoText,
    promoPosition,
    promoLook,
    avatarGender: avatarGenders.find(({ id }) => id === studio.avatarGender)?.id ?? 'random',
    avatarEthnicity: avatarEthnicities.find(({ id }) => id === studio.avatarEthnicity)?.id ?? 'random',
  };
}
