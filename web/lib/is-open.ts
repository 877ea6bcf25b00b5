import type { Generation } from '#shared/api/generations.ts';

/** Whether a generation, or one side of a prompt test, has not ended yet. */
export function isOpen({ state }: Pick<Generation, 'state'>): boolean {
  return state === 'queued' || state === 'processing';
}
