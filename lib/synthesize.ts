import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { projectRoot } from './bundle.ts';
import { type Config, parseConfig } from './config.ts';
import { PlatePostStack } from './platepost-stack.ts';

/** The app with its one stack, as the CDK command line gets it and as the local cloud runs it. */
export function createApp(props: AppProps = {}): { app: App; stack: PlatePostStack } {
  const app = new App(props);
  const config = parseConfig(app.node.tryGetContext('platepost'));
  const stack = new PlatePostStack(app, 'PlatePost', { config });
  return { app, stack };
}

/**
 * Synthesizes without the CDK command line, with the context of cdk.json, and returns the assembly's folder.
 * `outdir` must lie inside the project: sharp's loader walks up from the bundles to this machine's binary.
 * `settings` are added to those of cdk.json.
 */
export function synthesize({ outdir, settings }: { outdir: string; settings?: Partial<Config> }): string {
  const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));
  const platepost = { ...context.platepost, ...settings };
  return createApp({ outdir, context: { ...context, platepost }, analyticsReporting: false }).app.synth()
    .directory;
}
