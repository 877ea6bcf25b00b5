import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { createApp } from '#lib/synthesize.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
}

const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));

const assemblies: string[] = [];
afterAll(() => {
  for (const folder of assemblies.splice(0)) rmSync(folder, { recursive: true });
});

/** The stack synthesized once for the test file; `Template.fromStack` refuses dependency cycles. */
export function synthesized(settings: object = {}) {
  // Named, because the CDK leaves those that it names itself.
  const outdir = mkdtempSync(join(tmpdir(), 'platepost-assembly-'));
  assemblies.push(outdir);
  const { app, stack } = createApp({ outdir, context: { ...context, platepost: settings } });
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
