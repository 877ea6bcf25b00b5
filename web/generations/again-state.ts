import { decodeTime } from 'ulid';
import type { Generation, GenerationSource, MenuChoices } from '#shared/api/generations.ts';
import { uploadDays } from '#shared/domain/limits.ts';
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
      readonly imageUrl: string;
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
  const { generation, originalUrl } = result;
  const name = generation.menuItemName;
  const { source } = generation;
  const isKept = source.type !== 'upload' || now - decodeTime(source.uploadId) < uploadDays * 24 * 3_600_000;
  const choices = choicesOf(generation);
  if (isKept && choices) {
    const photo = { source, name, imageUrl: originalUrl };
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

/** Reads navigation state; undefined if it is of another kind. */
export function readAgainState(state: unknown): AgainState['again'] | undefined {
  return (state as Partial<AgainState> | null | undefined)?.again;
}
