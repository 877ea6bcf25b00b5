import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { entryFile, projectRoot } from '#lib/bundle.ts';
import { createApp } from '#lib/synthesize.ts';
import { environment, type FunctionName } from '#shared/environment.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly DeletionPolicy?: string;
}

/** A file with the function's name in place of each bundle: the template depends on the folders, not on the code. */
const bundles = temporaryFolder('bundles');
const folders = {} as Record<FunctionName, string>;
for (const name of Object.keys(environment) as FunctionName[]) {
  folders[name] = join(bundles, name);
  mkdirSync(folders[name]);
  writeFileSync(join(folders[name], entryFile), `// ${name}\n`);
}

const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));

/** The stack synthesized with these settings, or that of a stage; `Template.fromStack` refuses dependency cycles. */
export async function synthesized(settings: object = {}, stage?: string) {
  // Named, because the CDK leaves those that it names itself.
  const outdir = temporaryFolder('assembly');
  const { app, stack, mailStack, edgeStack } = await createApp(
    { outdir, context: { ...context, platepost: settings, ...(stage && { stage }) } },
    Promise.resolve({ folders, remove: () => {} }),
  );
  const template = Template.fromStack(stack);
  const resources = template.toJSON().Resources as Record<string, Resource>;
  return {
    app,
    stack,
    edge: edgeStack && Template.fromStack(edgeStack),
    mail: mailStack && Template.fromStack(mailStack),
    template,
    resources,
    ofType: (type: string) => Object.entries(resources).filter(([, r]) => r.Type === type),
  };
}
