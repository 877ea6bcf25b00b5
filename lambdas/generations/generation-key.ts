import { userPartition } from '#lambdas/runtime/keys.ts';

/** Key of a generation. Ids are ULIDs, so keys sort in the order of time. */
export function generationKey(userId: string, id: string) {
  return { pk: userPartition(userId), sk: `GENERATION#${id}` };
}
