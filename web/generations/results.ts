import type { Fidelity, Generation } from '#shared/api/generations.ts';

/** One variation of a finished generation, as the screens show, save and share it. */
export interface Result {
  readonly generationId: string;
  /** Index of the variation in its generation. */
  readonly variation: number;
  readonly previewUrl: string;
  readonly thumbnailUrl: string;
  /** URL of the original photo. */
  readonly originalUrl: string;
  /** Id of its public page; null while it has none. */
  readonly shareId: string | null;
  readonly width: number;
  readonly height: number;
  /** Size in pixels of the second file; null if there is only one. */
  readonly secondFile: { readonly width: number; readonly height: number } | null;
  /** Difference of its dish from the photo; null if unknown. */
  readonly fidelity: Fidelity | null;
  /** URL of the mask of the dish; null if unknown. */
  readonly dishMaskUrl: string | null;
  /** URL of the picture without its words; null if it never had any. */
  readonly basePreviewUrl: string | null;
  readonly generation: Generation;
}

/** The results of a generation; empty before it is done. */
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

/** The result that stands for the whole generation; undefined before it is done. */
export function coverOf(generation: Generation): Result | undefined {
  const results = resultsOf(generation);
  return results.find(({ variation }) => variation === generation.cover) ?? results[0];
}

/** A key that identifies a result among those of several generations. */
export function resultKey({ generationId, variation }: Pick<Result, 'generationId' | 'variation'>): string {
  return `${generationId}-${variation}`;
}
