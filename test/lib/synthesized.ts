import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import { bundleFunctions, projectRoot } from '#lib/bundle.ts';
import { createApp } from '#lib/synthesize.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
}

/** Bundled once for the test file. */
const { folders, remove } = await bundleFunctions();
afterAll(remove);

const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));

/** The stack synthesized with these settings; `Template.fromStack` refuses dependency cycles. */
export async function synthesized(settings: object = {}) {
  // Named, because the CDK leaves those that it names itself.
  const outdir = temporaryFolder('assembly');
  const { app, stack } = await createApp(
    { outdir, context: { ...context, platepost: settings } },
    Promise.resolve({ folders, remove: () => {} }),
  );
  const template = Template.fromStack(stack);
  const resources = template.toJSON().Resources as Record<string, Resource>;
  return {
    app,
    stack,
    template,
    resources,
    ofType: (type: string) => Object.entries(resources).filter(([, r]) => r.Type === type),
  };
}
