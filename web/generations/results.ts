import type { Fidelity, Generation } from '#shared/api/generations.ts';

/** One variation of a finished generation, as the screens show, save and share it. */
export interface Result {
  readonly generationId: string;
  /** Index of the variation in its generation. */
  readonly variation: number;
  readonly previewUrl: string;
  readonly thumbnailUrl: string;
  /** The photo that it was made of. */
  readonly originalUrl: string;
  /** Id of its public page; null while it has none. */
  readonly shareId: string | null;
  readonly width: number;
  readonly height: number;
  /** Pixels of the second file; null where there is one file. */
  readonly secondFile: { readonly width: number; readonly height: number } | null;
  /** How far its dish differs from the photo; null where that is not known. */
  readonly fidelity: Fidelity | null;
  /** The shape of the dish; null where it is not known. */
  readonly dishMaskUrl: string | null;
  /** The picture without its words; null where it has never had any. */
  readonly basePreviewUrl: string | null;
  readonly generation: Generation;
}

/** The results of a generation; none before it is done. */
export function resultsOf(generation: Generation): readonly Result[] {
  if (generation.state !== 'done') return [];
  return generation.variations.map(({ index, ...variation }) => ({
    ...variation,
    generationId: generation.id,
    variation: index,
    originalUrl: generation.originalUrl ?? variation.previewUrl,
    generation,
  }));
}

/** Identifies a result among those of several generations. */
export function resultKey({ generationId, variation }: Pick<Result, 'generationId' | 'variation'>): string {
  return `${generationId}-${variation}`;
}
