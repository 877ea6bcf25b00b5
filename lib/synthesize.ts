import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, AppProps } from 'aws-cdk-lib';
import { bundleFunctions, bundleFunctionsQuickly, projectRoot } from './bundle.ts';
import { type Config, parseConfig, productionBudget } from './config.ts';
import { edgeRegion, edgeStackOf } from './edge-settings.ts';
import type { EdgeStack } from './edge-stack.ts';
import { mailStackOf } from './mail-settings.ts';
import type { MailStack } from './mail-stack.ts';
import type { PlatePostStack } from './platepost-stack.ts';
import { readStage, type Stage } from './stage.ts';

/**
 * Builds the app with its stack, and the mail and edge stacks if it has them, for the CDK's command line and for the
 * local cloud. With `-c stage=<name>` it is the stack of that stage; otherwise its settings are the `platepost` object
 * of the context.
 */
export async function createApp(
  props: AppProps = {},
  // The bundler runs in its own threads while CDK loads.
  bundling = bundleFunctions(),
): Promise<{
  app: App;
  stack: PlatePostStack;
  mailStack: MailStack | undefined;
  edgeStack: EdgeStack | undefined;
}> {
  const [{ App }, { PlatePostStack }, { MailStack }, { EdgeStack }] = await Promise.all([
    import('aws-cdk-lib'),
    import('./platepost-stack.ts'),
    import('./mail-stack.ts'),
    import('./edge-stack.ts'),
  ]);
  const app = new App(props);
  const name: unknown = app.node.tryGetContext('stage');
  const { stackName, settings, source }: Stage =
    typeof name === 'string'
      ? readStage(name, join(projectRoot, 'settings'))
      : {
          stackName: 'PlatePost',
          settings: app.node.tryGetContext('platepost'),
          source: 'cdk.json, context "platepost"',
        };
  const config = parseConfig(settings, source);
  // The CDK's command line passes the shell's region in this variable.
  const region = config.region ?? process.env.CDK_DEFAULT_REGION;
  const mail = mailStackOf(stackName, config, region);
  const mailStack =
    mail &&
    new MailStack(app, mail.stackName, {
      mail,
      ...(mail.region && { env: { region: mail.region } }),
      terminationProtection: config.stage === 'production',
    });
  const edge = edgeStackOf(stackName, config, region);
  const edgeStack =
    edge &&
    new EdgeStack(app, edge.stackName, {
      edge,
      env: { region: edgeRegion },
      terminationProtection: config.stage === 'production',
    });
  const { folders, remove } = await bundling;
  const stack = new PlatePostStack(app, stackName, {
    config,
    edge,
    ...(region && { env: { region } }),
    bundles: folders,
    terminationProtection: config.stage === 'production',
  });
  // CDK has staged the folders by now.
  remove();
  return { app, stack, mailStack, edgeStack };
}

/**
 * Synthesizes without the CDK command line, with the context of cdk.json, and returns the assembly's folder. `outdir`
 * must lie inside the project: sharp's loader walks up from the bundles to this machine's binary. `settings` are merged
 * over those of cdk.json.
 */
export async function synthesize(options: {
  outdir: string;
  settings?: Partial<Config>;
  /** Whether to bundle for a local start: see `bundleFunctionsQuickly`. */
  isLocalStart?: boolean;
}): Promise<string> {
  const { outdir, settings, isLocalStart } = options;
  const { context } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));
  // The models of the local cloud cost nothing.
  const platepost = { dailyModelBudget: productionBudget, ...context.platepost, ...settings };
  const { app } = await createApp(
    { outdir, context: { ...context, platepost }, analyticsReporting: false },
    isLocalStart ? bundleFunctionsQuickly() : bundleFunctions(),
  );
  return app.synth().directory;
}
