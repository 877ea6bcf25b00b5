import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile, writeJsonFile } from '#src/json-file.ts';

const settingsSchema = z.object({
  /** Seed of all access keys, so that presigned URLs outlive a restart. */
  keySeed: z.string(),
  /** The port of the AWS APIs: part of every token's issuer, so it must not change. */
  awsPort: z.int(),
});

export type DirectorySettings = z.output<typeof settingsSchema>;

/** Another process uses the data directory. */
export class DirectoryInUse extends Error {}

/** Locks the data directory for this process; returns the function that unlocks it. Throws DirectoryInUse. */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'lock');
  const holder = readHolder(file);
  if (holder !== undefined && holder !== process.pid && isRunning(holder))
    throw new DirectoryInUse(
      `The local cloud is already running here (process ${holder}), with its data in ${directory}`,
    );
  writeFileSync(file, String(process.pid));
  return () => {
    if (readHolder(file) === process.pid) rmSync(file, { force: true });
  };
}

function readHolder(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function readDirectorySettings(directory: string): DirectorySettings | undefined {
  const value = readJsonFile(join(directory, 'cloud.json'));
  return value === undefined ? undefined : settingsSchema.parse(value);
}

export async function writeDirectorySettings(directory: string, settings: DirectorySettings): Promise<void> {
  await writeJsonFile(join(directory, 'cloud.json'), settings);
}

export function newKeySeed(): string {
  return randomBytes(32).toString('hex');
}
