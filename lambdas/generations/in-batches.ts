/**
 * Makes a function that adds a change and resolves when it is written. One write runs at a time; changes that arrive
 * during a write are combined in the next one. A write that fails rejects only its own changes.
 */
export function inBatches<Change>(
  write: (changes: readonly Change[]) => Promise<void>,
): (change: Change) => Promise<void> {
  let next: { readonly changes: Change[]; readonly written: Promise<void> } | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  return (change) => {
    if (next) {
      next.changes.push(change);
      return next.written;
    }
    const changes = [change];
    const written = previous.then(() => {
      next = undefined;
      return write(changes);
    });
    next = { changes, written };
    previous = written.catch(() => undefined);
    return written;
  };
}
