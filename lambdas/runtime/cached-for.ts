/**
 * Caches what `read` resolves to for this many milliseconds in an execution environment. A read that failed is not
 * cached.
 */
export function cachedFor<T>(lifetime: number, read: () => Promise<T>) {
  let known: { readonly reading: Promise<T>; readonly readAt: number } | undefined;
  const forget = () => {
    known = undefined;
  };
  return {
    read: (): Promise<T> => {
      if (known && Date.now() - known.readAt < lifetime) return known.reading;
      const reading = read();
      known = { reading, readAt: Date.now() };
      reading.catch(forget);
      return reading;
    },
    /** Clears the cached value, after a change. */
    forget,
  };
}
