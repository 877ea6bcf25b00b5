import { mkdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const queues = new Map<string, Promise<void>>();

/** Runs changes to one file one after another, in the order of the calls. */
const inOrder = (path: string, change: () => Promise<void>): Promise<void> => {
  const previous = queues.get(path) ?? Promise.resolve();
  const mine = previous.catch(() => undefined).then(change);
  queues.set(path, mine);
  const forget = () => {
    if (queues.get(path) === mine) queues.delete(path);
  };
  mine.then(forget, forget);
  return mine;
};

/**
 * Writes `value` as JSON: into a temporary file first, then renamed. A reader, or a process started after this one was
 * killed, sees either the old file or the new one, never a part. The value is serialised at the time of the call.
 */
export const writeJsonFile = (path: string, value: unknown): Promise<void> => {
  const json = JSON.stringify(value, null, 1);
  return inOrder(path, async () => {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = `${path}.tmp`;
    await writeFile(temporary, json, { mode: 0o600 });
    await rename(temporary, path);
  });
};

export const removeJsonFile = (path: string): Promise<void> => inOrder(path, () => rm(path, { force: true }));

/** The file's value, or undefined when there is none. A file that is not JSON throws: it is never ignored. */
export const readJsonFile = (path: string): unknown => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is damaged; remove it or start with --fresh`, { cause: error });
  }
};
