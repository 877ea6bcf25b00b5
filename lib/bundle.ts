import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import type { FunctionName } from '#shared/environment.ts';

export const projectRoot = join(import.meta.dirname, '..');
const buildRoot = join(projectRoot, '.build');

/** Where each function's code begins, relative to the project. */
const entryPoints: Record<FunctionName, string> = {
  account: 'lambdas/account/api.lambda.ts',
  generations: 'lambdas/generations/api.lambda.ts',
  billing: 'lambdas/billing/api.lambda.ts',
  stripeWebhook: 'lambdas/billing/webhook.lambda.ts',
  share: 'lambdas/share/page.lambda.ts',
  admin: 'lambdas/admin/api.lambda.ts',
  site: 'lambdas/site/api.lambda.ts',
  siteAdmin: 'lambdas/site/admin-api.lambda.ts',
  jobs: 'lambdas/jobs/jobs.lambda.ts',
  preSignUp: 'lambdas/identity/pre-sign-up.lambda.ts',
  postConfirmation: 'lambdas/identity/post-confirmation.lambda.ts',
  customMessage: 'lambdas/identity/custom-message.lambda.ts',
  relay: 'lambdas/generations/relay.lambda.ts',
  worker: 'lambdas/generations/worker.lambda.ts',
  settle: 'lambdas/generations/settle.lambda.ts',
  reconciler: 'lambdas/generations/reconciler.lambda.ts',
  statsProjector: 'lambdas/stats/projector.lambda.ts',
};

/** Functions that carry sharp, whose binary is packed for Lambda's arm64 from lambdas/native. */
const withNativeModules: ReadonlySet<FunctionName> = new Set(['worker', 'siteAdmin']);

/** How functions are bundled. */
export const bundleOptions = {
  absWorkingDir: projectRoot,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  external: ['sharp'],
  alias: { '@aws-sdk/credential-provider-node': './lambdas/runtime/environment-credentials.ts' },
  loader: { '.woff': 'binary' },
  legalComments: 'none',
  logLevel: 'warning',
  // CommonJS packages inside an ES module bundle call require() for Node's own modules.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
} satisfies BuildOptions;

/**
 * Bundles every function in one esbuild run and returns the folder of each, to be removed once CDK has staged
 * them: about half a second for all,
 * where one process a function (NodejsFunction) takes most of the local cloud's start.
 */
export function bundleFunctions(): { folders: Record<FunctionName, string>; remove: () => void } {
  // A folder of its own, so that two syntheses at once do not take each other's files away.
  mkdirSync(buildRoot, { recursive: true });
  const outputRoot = mkdtempSync(join(buildRoot, 'functions-'));
  buildSync({
    ...bundleOptions,
    entryPoints: Object.entries(entryPoints).map(([name, path]) => ({ in: path, out: `${name}/index` })),
    outdir: outputRoot,
  });
  const folders = {} as Record<FunctionName, string>;
  for (const name of Object.keys(entryPoints) as FunctionName[]) {
    folders[name] = join(outputRoot, name);
    if (withNativeModules.has(name)) copyNativeModules(folders[name]);
  }
  return { folders, remove: () => rmSync(outputRoot, { recursive: true, force: true }) };
}

function copyNativeModules(folder: string): void {
  const modules = join(projectRoot, 'lambdas', 'native', 'node_modules');
  if (!existsSync(join(modules, '@img', 'sharp-linux-arm64')))
    throw new Error("lambdas/native is not installed: run 'npm ci' in the project's root");
  cpSync(modules, join(folder, 'node_modules'), { recursive: true });
}
