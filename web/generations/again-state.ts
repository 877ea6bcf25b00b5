import { decodeTime } from 'ulid';
import type { Generation, GenerationSource, MenuChoices } from '#shared/api/generations.ts';
import { uploadDays } from '#shared/domain/limits.ts';
import { sampleById } from '#shared/domain/samples.ts';
import { type Choices, choicesOf } from './choices.ts';
import { editStateOf } from './edit-state.ts';
import type { Result } from './results.ts';

/** Navigation state that starts a new picture with the choices of a finished one. */
export interface AgainState {
  readonly again: {
    /** The choices of a studio picture; null for a menu picture. */
    readonly choices: Partial<Choices> | null;
    readonly menu: MenuChoices | null;
    /** The photo to use; null if the user is to choose another one. */
    readonly photo: {
      readonly source: GenerationSource;
      readonly name: string;
      /** Address of the whole upright photo; null if it must be loaded. */
      readonly imageUrl: string | null;
    } | null;
  };
}

/** The state that makes a picture of another photo with all choices of this one. */
export function anotherLike(generation: Generation): AgainState {
  return { again: { choices: choicesOf(generation) ?? null, menu: generation.menu, photo: null } };
}

/**
 * The state that makes a picture in another format: from the same photo, with the same look. If the photo is not stored
 * any more, the finished picture is used, which has the look already.
 */
export function newSizeOf(result: Result, now: number): AgainState {
  const { generation } = result;
  const name = generation.menuItemName;
  const { source } = generation;
  const isKept = source.type !== 'upload' || now - decodeTime(source.uploadId) < uploadDays * 24 * 3_600_000;
  const choices = choicesOf(generation);
  if (isKept && choices) {
    const photo = { source, name, imageUrl: knownPictureOf(source) };
    return { again: { choices: { ...choices, formatId: null }, menu: null, photo } };
  }
  const { existingImage } = editStateOf(result);
  const { generationId, variation, previewUrl } = existingImage;
  const photo = {
    source: { type: 'generation', generationId, variation },
    name,
    imageUrl: previewUrl,
  } as const;
  return { again: { choices: { ...existingImage.choices, formatId: null }, menu: null, photo } };
}

/**
 * Address of the whole upright photo of a source, as far as it is known without a request; otherwise null. The
 * `originalUrl` of a generation is another picture: the photo as it was cropped for its format.
 */
export function knownPictureOf(source: GenerationSource): string | null {
  return source.type === 'sample' ? (sampleById(source.itemId)?.imageUrl ?? null) : null;
}

/** Reads navigation state; undefined if it is of another kind. */
export function readAgainState(state: unknown): AgainState['again'] | undefined {
  return (state as Partial<AgainState> | null | undefined)?.again;
}
