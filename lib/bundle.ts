import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type InputOptions, type OutputOptions, type Plugin, rolldown } from 'rolldown';
import type { FunctionName } from '#shared/environment.ts';

export const projectRoot = join(import.meta.dirname, '..');
const buildRoot = join(projectRoot, '.build');

/** Entry file of each function, relative to the project. */
const entryPoints: Record<FunctionName, string> = {
  account: 'lambdas/api/accounts.lambda.ts',
  generations: 'lambdas/api/generations.lambda.ts',
  delivery: 'lambdas/api/delivery.lambda.ts',
  posts: 'lambdas/api/posts.lambda.ts',
  photos: 'lambdas/api/photos.lambda.ts',
  menus: 'lambdas/api/menus.lambda.ts',
  billing: 'lambdas/api/billing.lambda.ts',
  stripeWebhook: 'lambdas/api/stripe-webhook.lambda.ts',
  share: 'lambdas/api/share-page.lambda.ts',
  admin: 'lambdas/api/admin.lambda.ts',
  site: 'lambdas/api/site.lambda.ts',
  siteAdmin: 'lambdas/api/site-admin.lambda.ts',
  tasks: 'lambdas/tasks/tasks.lambda.ts',
  preSignUp: 'lambdas/identity/pre-sign-up.lambda.ts',
  postConfirmation: 'lambdas/identity/post-confirmation.lambda.ts',
  customMessage: 'lambdas/identity/custom-message.lambda.ts',
  publisher: 'lambdas/generations/publisher.lambda.ts',
  worker: 'lambdas/generations/worker.lambda.ts',
  menuWorker: 'lambdas/menus/menu-worker.lambda.ts',
  photoWorker: 'lambdas/photos/photo-worker.lambda.ts',
  deadLetterQueue: 'lambdas/generations/dead-letter-queue.lambda.ts',
  reconciler: 'lambdas/reconciler/reconciler.lambda.ts',
  statsProjector: 'lambdas/stats/projector.lambda.ts',
};

/** Functions that carry sharp, whose binary is packed for Lambda's arm64 from lambdas/native. */
const withNativeModules: ReadonlySet<FunctionName> = new Set([
  'worker',
  'menuWorker',
  'photoWorker',
  'photos',
  'siteAdmin',
  'tasks',
]);

/** Functions that sign pictures and carry the WebAssembly of C2PA's library, which they read as a file. */
const withSigning: ReadonlySet<FunctionName> = new Set(['delivery', 'worker', 'tasks']);
const signingLibrary = 'node_modules/@contentauth/c2pa-wasm';

/** Name of the entry file in each folder; chunks that load on demand lie beside it. */
export const entryFile = 'index.cjs';

const withoutSharedConfigFiles: Plugin = {
  name: 'without-shared-config-files',
  resolveId: {
    filter: { id: /^node:fs\/promises$/ },
    handler: (_id, importer) =>
      importer?.includes('/shared-ini-file-loader/')
        ? join(projectRoot, 'lambdas/runtime/no-shared-config-files.ts')
        : undefined,
  },
};

const inputOptions = {
  cwd: projectRoot,
  platform: 'node',
  external: ['sharp'],
  resolve: {
    mainFields: ['module', 'main'],
    alias: {
      '@aws-sdk/credential-provider-node': join(projectRoot, 'lambdas/runtime/environment-credentials.ts'),
    },
  },
  moduleTypes: { '.woff': 'binary' },
  plugins: [withoutSharedConfigFiles],
  // Leaves out schemas that a function does not use, also those built by method calls (`z.string().check(…)`). The
  // setting applies to every module, which is safe because no bundled library calls anything named `z`. Reading
  // `schema.shape` has no side effects.
  treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
  checks: { pluginTimings: false },
} satisfies InputOptions;

const outputOptions = {
  // CommonJS: in an ES module, an import of node:http makes Node load a WebSocket client, which takes 20 ms.
  format: 'cjs',
  comments: false,
  entryFileNames: entryFile,
  chunkFileNames: '[name]-[hash].cjs',
} satisfies OutputOptions;

/** Bundles `entry` (a path relative to the project) into a folder, with the options of the functions. */
export async function bundle(entry: string, folder: string): Promise<void> {
  const build = await rolldown({ ...inputOptions, input: entry });
  await build.write({ ...outputOptions, minify: true, dir: folder });
  await build.close();
}

export interface BundledFunctions {
  readonly folders: Readonly<Record<FunctionName, string>>;
  /** Deletes the folders. Call it after CDK has staged them. */
  readonly remove: () => void;
}

/**
 * Bundles every function, with one bundler process for each processor. More would only take memory, because each has
 * threads of its own.
 */
export async function bundleFunctions(): Promise<BundledFunctions> {
  const bundled = newFolders();
  const waiting = Object.entries(entryPoints) as [FunctionName, string][];
  const bundleWaiting = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, entry] = next;
      await bundle(entry, bundled.folders[name]);
      if (withNativeModules.has(name)) copyNativeModules(bundled.folders[name]);
      if (withSigning.has(name)) copySigningLibrary(bundled.folders[name]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, bundleWaiting));
  return bundled;
}

/**
 * Bundles every function for the local start, in a third of the time: one run of the bundler, in which functions share
 * chunks. Not minified, so that stack traces are readable, and without the sharp binary for Lambda and C2PA's library,
 * because the machine's own are found in the project.
 */
export async function bundleFunctionsQuickly(): Promise<BundledFunctions> {
  const build = await rolldown({ ...inputOptions, input: entryPoints });
  const { output } = await build.generate({ ...outputOptions, entryFileNames: '[name].cjs' });
  await build.close();
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const bundled = newFolders();
  for (const [name, folder] of Object.entries(bundled.folders)) {
    const needed = new Set([`${name}.cjs`]);
    // The iteration of a set also visits elements that are added meanwhile.
    for (const file of needed) {
      const chunk = chunks.get(file);
      if (!chunk) continue;
      for (const imported of [...chunk.imports, ...chunk.dynamicImports]) needed.add(imported);
      writeFileSync(join(folder, chunk.isEntry ? entryFile : file), chunk.code);
    }
  }
  return bundled;
}

/**
 * Creates an empty folder for each function, new for each run, so that concurrent syntheses do not delete each other's
 * files.
 */
function newFolders(): BundledFunctions {
  mkdirSync(buildRoot, { recursive: true });
  const root = mkdtempSync(join(buildRoot, 'functions-'));
  const folders = {} as Record<FunctionName, string>;
  for (const name of Object.keys(entryPoints) as FunctionName[]) {
    folders[name] = join(root, name);
    mkdirSync(folders[name]);
  }
  return { folders, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function copyNativeModules(folder: string): void {
  const modules = join(projectRoot, 'lambdas', 'native', 'node_modules');
  if (!existsSync(join(modules, '@img', 'sharp-linux-arm64')))
    throw new Error("lambdas/native is not installed: run 'npm ci' in the project's root");
  cpSync(modules, join(folder, 'node_modules'), { recursive: true });
}

/** Copies the library's WebAssembly file; its script is in the bundle. */
function copySigningLibrary(folder: string): void {
  for (const file of ['package.json', 'LICENSE', 'pkg/c2pa_bg.wasm'])
    cpSync(join(projectRoot, signingLibrary, file), join(folder, signingLibrary, file));
}
