/**
 * The values of all promises, once none is pending any more, so that no work goes on behind the caller's back.
 * @throws the error of the first promise, in their order, that was rejected.
 */
export async function allSettledOrThrow<T extends readonly Promise<unknown>[]>(
  promises: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return (await Promise.all(promises)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
