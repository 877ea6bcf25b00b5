import { readMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { generationDeadline, wordsDeadline } from './limits.ts';

/**
 * When a generation ends at the latest, in milliseconds since 1970. One that was paid before maintenance ended has the
 * whole time again.
 */
export async function deadlineOf({ createdAt }: { readonly createdAt: string }): Promise<number> {
  const { endedAt } = await readMaintenance();
  return Math.max(Date.parse(createdAt), endedAt) + generationDeadline;
}

/**
 * When a change of the words ends at the latest, in milliseconds since 1970. Its message waits while everything is stopped;
 * one that was asked for before maintenance ended has the whole time again.
 */
export async function deadlineOfWords({ until }: { readonly until: string }): Promise<number> {
  const end = Date.parse(until);
  if (end > Date.now()) return end;
  const { mode, endedAt } = await readMaintenance();
  if (mode === 'all') return Date.now() + wordsDeadline;
  return end - wordsDeadline < endedAt ? endedAt + wordsDeadline : end;
}
