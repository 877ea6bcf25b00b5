import { type StoredGeneration, storedGenerationSchema } from '#lambdas/generations/generation.ts';
import { newGeneration } from '#lambdas/generations/new-generation.ts';
import { VARIATIONS_PER_GENERATION } from '#shared/domain/plans.ts';

/** A studio generation of a Free user as the table holds it when it was just paid; change what matters. */
export function storedGeneration(
  change: Pick<StoredGeneration, 'id' | 'userId' | 'createdAt'> & Partial<StoredGeneration>,
): StoredGeneration {
  return storedGenerationSchema.parse({
    ...newGeneration({ variations: VARIATIONS_PER_GENERATION }),
    kind: 'studio',
    queuedAt: change.createdAt,
    templateName: 'Square Feed',
    width: 1080,
    height: 1080,
    source: { type: 'sample', itemId: 'burger' },
    framing: { x: 0.5, y: 0.5 },
    productName: 'Soup',
    studio: null,
    menu: null,
    requestHash: 'hash',
    tier: 'free',
    priority: false,
    watermark: true,
    photo: { store: 'site', key: 'samples/burger.jpg' },
    buckets: { free: 1, subscription: 0, purchased: 0 },
    budgetDay: change.createdAt.slice(0, 10),
    reservedCost: 140_000,
    ...change,
  });
}
