import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
/** Source folders of the stack and the functions. */
const watched = ['lambdas', 'shared', 'lib'];
const settleMs = 200;
/** The one file of the site that only exists after a deployment. */
const deployedFile = '/config.json';

/**
 * Serves the site from its sources with hot reloading, and updates the local cloud when the code of functions or stack
 * changes. Returns a function that stops both. The development server adds inline scripts, so the site's
 * Content-Security-Policy is not sent with its pages here.
 */
export async function startWatching(cloud: LocalCloud): Promise<() => Promise<void>> {
  const vite = await createServer({
    root: join(projectRoot, 'web'),
    configFile: join(projectRoot, 'vite.config.ts'),
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: cloud.siteServer } },
    clearScreen: false,
  });
  cloud.serveSiteWith((req, res) => {
    if (req.url?.split('?')[0] === deployedFile) return false;
    vite.middlewares(req, res);
    return true;
  });

  let timer: NodeJS.Timeout | undefined;
  let updating: Promise<void> = Promise.resolve();
  const update = async () => {
    const began = performance.now();
    try {
      await cloud.update();
      process.stdout.write(`  Functions updated (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  };
  const watchers = watched.map((folder) =>
    watch(join(projectRoot, folder), { recursive: true }, (_event, name) => {
      if (name?.includes('node_modules')) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        updating = updating.then(update);
      }, settleMs);
    }),
  );
  return async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await vite.close();
  };
}
