import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { startLocalCloud } from '#local/cloud/local-cloud.ts';
import { synthesizeAssembly } from '#local/cloud/synthesize-assembly.ts';
import type { CloudAddress } from './cloud-address.ts';
import { recordPermissions } from './permission-record.ts';
import { plainModels } from './plain-models.ts';
import { synthesisVariable } from './synthesis-variable.ts';

declare module 'vitest' {
  interface ProvidedContext {
    localCloud: CloudAddress;
  }
}

// Inside the project, because the bundles look for sharp's binary in the folders above them.
const parent = join(import.meta.dirname, '..', '..', '.build', 'test');
/**
 * The stack is synthesized once for all projects and clouds of the run; `npm test` names a folder for all of its
 * groups.
 */
const ownSynthesis = join(parent, `synthesis-${process.pid}`);
const synthesis = process.env[synthesisVariable] ?? ownSynthesis;

/**
 * Vitest's global setup: one local cloud with fresh data for all test files of a project. It makes plain pictures,
 * which cost no time; screenshots get rendered ones, and so do files with a cloud of their own that look at pictures.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildSiteIfStale();
  mkdirSync(parent, { recursive: true });
  const isPlain = process.env.SCREENSHOTS === undefined;
  const assembly = await synthesizeAssembly(join(synthesis, 'cdk.out'), { isLocalStart: false });
  const directory = mkdtempSync(join(parent, 'shared-'));
  const cloud = await startLocalCloud({ directory, assembly, ...(isPlain && plainModels) });
  project.provide('localCloud', {
    url: cloud.url,
    awsUrl: cloud.awsUrl,
    region: cloud.region,
    outputs: cloud.outputs,
    accessKey: cloud.accessKey('test'),
    assembly,
    logs: join(directory, 'logs'),
  });
  return async () => {
    await cloud.stop();
    recordPermissions(cloud);
    for (const folder of [directory, ownSynthesis]) rmSync(folder, { recursive: true, force: true });
  };
}
