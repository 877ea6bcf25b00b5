import { readMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import type { StoredGeneration } from './generation.ts';
import { dishDeadline, generationDeadline, wordsDeadline } from './limits.ts';

/**
 * Time by which a generation must have ended, in milliseconds since 1970. After maintenance, one that was paid for
 * before its end gets the whole time again.
 */
export async function deadlineOf({
  createdAt,
  dish,
}: Pick<StoredGeneration, 'createdAt' | 'dish'>): Promise<number> {
  const { endedAt } = await readMaintenance();
  return Math.max(Date.parse(createdAt), endedAt) + (dish ? dishDeadline : generationDeadline);
}

/**
 * Time by which a change of the words must have ended, in milliseconds since 1970. Its message waits while everything
 * is stopped; after maintenance, a change that was requested before its end gets the whole time again.
 */
export async function deadlineOfWords({ until }: { readonly until: string }): Promise<number> {
  const end = Date.parse(until);
  if (end > Date.now()) return end;
  const { mode, endedAt } = await readMaintenance();
  if (mode === 'all') return Date.now() + wordsDeadline;
  return end - wordsDeadline < endedAt ? endedAt + wordsDeadline : end;
}
