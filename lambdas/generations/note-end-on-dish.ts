import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';
import { dishKey } from './dish-key.ts';
import type { StoredGeneration } from './generation.ts';

/**
 * Records the end of a generation on the menu dish for which it was ordered, and whether its credit came back, because
 * its menu cannot see this any more once the generation is deleted. Nothing changes if the menu has recorded it, if the
 * dish was made again in the meantime or if the menu is gone.
 */
export async function noteEndOnDish(generation: StoredGeneration): Promise<void> {
  const { userId, id, dish, state, message, refunded } = generation;
  if (!dish) return;
  await writeAlone({
    update: {
      Key: dishKey({ userId, ...dish }),
      ...setting(
        { state, message, isCreditBack: refunded, ...(state === 'done' && { formerId: null }) },
        '#state = :running AND generationId = :generation',
        {
          ':running': 'running',
          ':generation': id,
        },
      ),
    },
    refused: 'another',
  });
}
