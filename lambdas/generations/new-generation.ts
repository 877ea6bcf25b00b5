import { randomBytes } from 'node:crypto';
import type { StoredGeneration } from './generation.ts';

/** Initial values of every generation: queued, with nothing drawn, spent or failed. */
export function newGeneration({ variations }: { readonly variations: number }) {
  const name = () => randomBytes(16).toString('hex');
  return {
    state: 'queued',
    step: 'queued',
    finishedAt: null,
    modelCost: 0,
    modelCalls: 0,
    mediaNames: { folder: name(), original: name(), variations: Array.from({ length: variations }, name) },
    original: null,
    variations: [],
    cover: 0,
    fallback: false,
    refunded: false,
    message: null,
    requeues: 0,
    throttledRuns: 0,
    failedRuns: 0,
    shares: {},
    inGallery: false,
  } satisfies Partial<StoredGeneration>;
}
