import type { Generation } from '#shared/api/generations.ts';
import { mediaKeys } from './file-keys.ts';
import { isWatermarked, type StoredGeneration, type WordsChange } from './generation.ts';
import { overlayOf } from './overlay-of.ts';
import { isBeingSet } from './words-store.ts';

/** A generation as the API reports it: without costs, keys of private files and the worker's fields. */
export async function toReply(generation: StoredGeneration): Promise<Generation> {
  const { id, kind, state, step, createdAt, finishedAt, productName, templateName, width, height } =
    generation;
  const { source, framing, foodLock, studio, menu, prompt, cover, fallback, refunded, message } = generation;
  return {
    id,
    kind,
    state,
    step,
    createdAt,
    finishedAt,
    menuItemName: productName,
    templateName,
    width,
    height,
    source,
    framing,
    foodLock,
    studio,
    menu,
    wholeMenu: generation.dish?.menuId ?? null,
    prompt,
    originalUrl: generation.original && `/${generation.original}`,
    variations: generation.variations.map((variation) => ({
      index: variation.index,
      previewUrl: `/${variation.preview}`,
      thumbnailUrl: `/${variation.thumbnail}`,
      shareId: generation.shares[variation.index] ?? null,
      width: variation.width,
      height: variation.height,
      secondFile: variation.clean.large ?? null,
      fidelity: variation.fidelity,
      dishMaskUrl: variation.hasDishMask ? `/${mediaKeys(generation, variation.index).dishMask}` : null,
      basePreviewUrl: variation.basePreview === undefined ? null : `/${variation.basePreview}`,
    })),
    cover,
    watermarked: isWatermarked(generation),
    fallback,
    refunded,
    message,
    redoOf: generation.redoOf?.generationId ?? null,
    isLastRedo: generation.redoOf?.isLast ?? false,
    redo: generation.redo ?? null,
    overlay: overlayOf(generation) ?? null,
    formerOverlays: generation.formerOverlays ?? [],
    words: generation.words ? await wordsReply(generation.words) : null,
    favourite: generation.favourite ?? false,
    collections: [...(generation.collections ?? [])],
  };
}

async function wordsReply(words: WordsChange): Promise<NonNullable<Generation['words']>> {
  const { id, state, overlay } = words;
  const isLate = state === 'open' && !(await isBeingSet(words));
  return { id, state: isLate ? 'failed' : state, overlay };
}
