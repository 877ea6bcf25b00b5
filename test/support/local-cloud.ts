/**
 * The local cloud for tests.
 *
 *     const { call } = await signUpUser(sharedCloud());            // shared by all files of the run
 *     const user = await signUpUser(sharedCloud(), { plan: 'pro' });
 *
 * Tests that disturb it (kill functions, inject faults, restart) start their own:
 *
 *     const cloud = await startOwnCloud();      // about two seconds; stopped and removed after the file
 *     cloud.faults.add({ caller: 'worker', service: 'bedrock', action: … });
 *
 * Files named `*.cloud.test.ts` and those in test/journeys have a shared cloud.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '#local/cloud/local-cloud.ts';
import type { CloudAddress } from './cloud-address.ts';
import { recordPermissions } from './permission-record.ts';

const parent = join(import.meta.dirname, '..', '..', '.build', 'test');

/** The cloud that all test files of the run share. Create your own users; do not inject faults. */
export function sharedCloud(): CloudAddress {
  return inject('localCloud');
}

export interface OwnCloud extends Omit<LocalCloud, 'accessKey' | 'outputs'>, CloudAddress {
  /** Folder of its data. Start another cloud with it after `stop` or `crash` to test what survives. */
  directory: string;
}

/** Stops what this test file started. Vitest ignores hooks that are registered while a test or a hook runs. */
const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Starts a cloud for this test file, or again from the data of an earlier one. */
export async function startOwnCloud(
  options: Partial<LocalCloudOptions> & { assembly?: string } = {},
): Promise<OwnCloud> {
  mkdirSync(parent, { recursive: true });
  const directory = options.directory ?? mkdtempSync(join(parent, 'own-'));
  const assembly = options.assembly ?? inject('localCloud').assembly;
  const cloud = await startLocalCloud({ ...options, directory, assembly });
  let isRunning = true;
  const ended = (end: () => Promise<void>) => async () => {
    isRunning = false;
    await end();
    recordPermissions(cloud);
  };
  endings.push(async () => {
    if (isRunning) await ended(cloud.stop)();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    ...cloud,
    directory,
    assembly,
    accessKey: cloud.accessKey('test'),
    logs: join(directory, 'logs'),
    stop: ended(cloud.stop),
    crash: ended(cloud.crash),
  };
}
