/**
 * The values of all promises, after every one has settled, so that no work continues after this has returned.
 * @throws the error of the first promise, in their order, that was rejected
 */
export async function allSettledOrThrow<T extends readonly Promise<unknown>[]>(
  promises: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return (await Promise.all(promises)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
