import { AppError } from './app-error.ts';

type Key = Readonly<Record<string, unknown>>;

/** The place where a Query stopped, as opaque text for the client; undefined at the end of the list. */
export function toCursor(lastKey: Key | undefined): string | undefined {
  return lastKey && Buffer.from(JSON.stringify(lastKey)).toString('base64url');
}

/**
 * The key to go on from. A cursor is the client's word, so `partition` (attribute name and value) must be
 * the one that the list reads anyway.
 * @throws AppError `invalid_input` when it is not a cursor of this list.
 */
export function fromCursor(cursor: string | undefined, partition: Key): Record<string, string> | undefined {
  if (cursor === undefined) return undefined;
  const key = parse(cursor);
  const fits =
    key &&
    Object.values(key).every((value) => typeof value === 'string') &&
    Object.entries(partition).every(([name, value]) => key[name] === value);
  if (!fits) throw new AppError('invalid_input', 'Invalid input: Invalid cursor');
  return key as Record<string, string>;
}

function parse(cursor: string): Key | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return typeof key === 'object' && key !== null ? (key as Key) : undefined;
  } catch {
    return undefined;
  }
}
