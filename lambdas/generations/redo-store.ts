import { type Step, writeAlone } from '#lambdas/runtime/transaction.ts';
import { setting } from '#lambdas/runtime/update-expression.ts';
import { dishKey } from './dish-key.ts';
import type { StoredGeneration } from './generation.ts';
import { generationKey } from './generation-key.ts';

/**
 * Transaction step that records the redo of a generation. Refused as `used` if another redo was recorded since the
 * generation was read, or if the generation is gone.
 */
export function noteRedo(
  { userId, id, redo: seen }: StoredGeneration,
  redo: NonNullable<StoredGeneration['redo']>,
): Step<'used'> {
  return {
    update: {
      Key: generationKey(userId, id),
      ...setting(
        { redo },
        seen ? '#state = :done AND redo.id = :seen' : '#state = :done AND attribute_not_exists(redo)',
        { ':done': 'done', ...(seen && { ':seen': seen.id }) },
      ),
    },
    refused: 'used',
  };
}

/**
 * Removes a redo from its original, which can then be made again, for the last time if this redo was the last or had
 * made a picture. Nothing changes if the original is gone or has another redo.
 */
export async function forgetRedo({ userId, id, redoOf, variations }: StoredGeneration): Promise<void> {
  if (!redoOf) return;
  const isNextLast = redoOf.isLast === true || variations.length > 0;
  await writeAlone({
    update: {
      Key: generationKey(userId, redoOf.generationId),
      UpdateExpression: isNextLast ? 'SET isNextRedoLast = :last REMOVE redo' : 'REMOVE redo',
      ConditionExpression: 'redo.id = :redo',
      ExpressionAttributeValues: { ':redo': id, ...(isNextLast && { ':last': true }) },
    },
    refused: 'another',
  });
}

/**
 * Records the redo of a generation on the menu dish for which the generation was ordered. The dish then shows the redo
 * after the generation is deleted. Nothing changes if the dish has other pictures in the meantime or its menu is gone.
 */
export async function noteRedoOnDish({ userId, id, dish, redo }: StoredGeneration): Promise<void> {
  if (!dish || !redo) return;
  const note = (change: Readonly<Record<string, string>>, condition: string) =>
    writeAlone({
      update: {
        Key: dishKey({ userId, ...dish }),
        ...setting(change, condition, { ':generation': id }),
      },
      refused: 'another',
    });
  await note({ redoId: redo.id }, 'generationId = :generation');
  // A later attempt may have made no pictures.
  await note({ formerId: redo.id }, 'formerId = :generation');
}
