import { userPartition } from '#lambdas/runtime/keys.ts';

/** Key of a generation; ids are ULIDs, so that keys are in order of time. */
export function generationKey(userId: string, id: string) {
  return { pk: userPartition(userId), sk: `GENERATION#${id}` };
}
