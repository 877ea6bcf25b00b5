import type { QueryClient } from '@tanstack/react-query';
import { maskKey } from '#web/photos/photo-queries.ts';

/** Begins to save a mask, as “What we keep” does; what is returned ends it. */
export function saveMask(client: QueryClient): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const options = { mutationKey: maskKey('f'.repeat(64)), mutationFn: () => promise };
  void client.getMutationCache().build(client, options).execute(undefined);
  return resolve;
}
