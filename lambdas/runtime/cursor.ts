import { table } from '#shared/table.ts';
import { AppError } from './app-error.ts';

type Key = Readonly<Record<string, unknown>>;

/** Encodes the key at which a Query stopped as opaque text for the client; undefined at the end of the list. */
export function toCursor(lastKey: Key | undefined): string | undefined {
  return lastKey && Buffer.from(JSON.stringify(lastKey)).toString('base64url');
}

/**
 * Decodes the key from which a Query continues. Clients can forge cursors, so the key must be complete, lie in
 * `partition` (attribute name and value), and its sort key must begin with `prefix`; otherwise DynamoDB would report
 * an internal error.
 * @throws AppError `invalid_input` when it is not a cursor of this list.
 */
export function fromCursor(
  cursor: string | undefined,
  partition: Key,
  prefix = '',
): Record<string, string> | undefined {
  if (cursor === undefined) return undefined;
  const key = parse(cursor);
  const isOnIndex = table.index.partitionKey in partition;
  const names: string[] = [table.partitionKey, table.sortKey];
  if (isOnIndex) names.push(table.index.partitionKey, table.index.sortKey);
  const fits =
    key &&
    Object.keys(key).length === names.length &&
    names.every((name) => isText(key[name])) &&
    Object.entries(partition).every(([name, value]) => key[name] === value) &&
    String(key[isOnIndex ? table.index.sortKey : table.sortKey]).startsWith(prefix);
  if (!fits) throw new AppError('invalid_input', 'Invalid input: Invalid cursor');
  return key as Record<string, string>;
}

/** Whether DynamoDB accepts the value as a part of a key. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

function parse(cursor: string): Key | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return typeof key === 'object' && key !== null ? (key as Key) : undefined;
  } catch {
    return undefined;
  }
}
