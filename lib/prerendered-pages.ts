import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import {
  appFile,
  missingPageFile,
  type PublicPath,
  publicPages,
  settingMetas,
  siteOriginPlaceholder,
} from '#shared/public-pages.ts';
import { projectRoot } from './bundle.ts';

const web = join(projectRoot, 'web');
const entry = join(web, 'app', 'public-start.ts');
/** The module that the entry loads on demand, besides the page's own module. */
const hydration = join(web, 'app', 'hydrate-page.tsx');
/** Folder of the bundled renderer, used only while the site is built. */
const workFolder = join(projectRoot, '.build', 'prerender');

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };
type Bundle = Rolldown.OutputBundle;

/** The parts of web/app/prerender.tsx that are called here; lib must not import code of the site. */
interface Renderer {
  renderDocument: (
    path: PublicPath,
    files: { css: string; sheets: string[]; script: string; fonts: string[]; snippet: string },
  ) => Promise<string>;
}

/**
 * Vite plugin: once the site is built, renders each public page to a file of HTML that needs no script, and writes
 * the sitemap and robots.txt. Absolute addresses carry a placeholder: only the deployment knows the host.
 */
export function prerenderedPages(): Plugin {
  let outDir = '';
  return {
    name: 'prerendered-pages',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { input: { index: join(web, 'index.html'), public: entry } } },
    }),
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler(_options, bundle) {
        const { renderDocument } = await bundleRenderer();
        const built = await readFile(join(outDir, appFile), 'utf8');
        const app = built.replace('<title>', `${settingMetas().join('\n    ')}\n    <title>`);
        await writeFile(join(outDir, appFile), app);
        const snippet = inlineScript(app);
        const fonts = preloadedFonts(bundle);
        for (const { path, file } of publicPages) {
          const html = await renderDocument(path, { ...filesOf(path, bundle), fonts, snippet });
          await writeFile(join(outDir, file), html);
        }
        await writeFile(
          join(outDir, missingPageFile),
          app.replace('<title>', '<meta name="robots" content="noindex" />\n    <title>'),
        );
        await writeFile(join(outDir, 'robots.txt'), robots);
        await writeFile(join(outDir, sitemapFile), sitemap());
      },
    },
  };
}

/** Written last: if it exists, the site is complete. */
const sitemapFile = 'sitemap.xml';

/**
 * Bundles the renderer with the pages for this process. Names and addresses of files are the same as in the site
 * itself.
 */
async function bundleRenderer(): Promise<Renderer> {
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  await build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      ssr: join(web, 'app', 'prerender.tsx'),
      outDir: workFolder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: 'es2022',
      copyPublicDir: false,
    },
  });
  // The query keeps a second build in the same process from getting the cached module of the first one.
  return import(`${pathToFileURL(join(workFolder, 'prerender.js')).href}?${Date.now()}`);
}

/** The script that a page starts with, and the styles of hydration and of the page's module with all their imports. */
function filesOf(path: PublicPath, bundle: Bundle): { css: string; sheets: string[]; script: string } {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk') as Chunk[];
  const pageModule = `${path.slice(1)}-page.tsx`;
  const own = chunks.find(
    ({ facadeModuleId }) =>
      facadeModuleId && basename(facadeModuleId) === pageModule && facadeModuleId.includes('/pages/'),
  );
  const [start, later] = [entry, hydration].map((file) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId === file),
  );
  if (!own || !start || !later) throw new Error(`The build has no ${pageModule} or no entry for it`);
  const needed = new Set<Chunk>();
  const sheets = new Set<string>();
  const need = (chunk: Chunk) => {
    if (needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') need(imported as Chunk);
    }
    // Styles of imported chunks come before those of the importing chunk, as in the app.
    for (const name of chunk.viteMetadata?.importedCss ?? []) sheets.add(name);
  };
  for (const chunk of [start, later, own]) need(chunk);
  return {
    css: [...sheets].map((name) => sourceOf(bundle, name)).join(''),
    sheets: [...sheets].map((name) => `/${name}`),
    script: `/${start.fileName}`,
  };
}

function sourceOf(bundle: Bundle, name: string): string {
  const asset = bundle[name];
  if (asset?.type !== 'asset') throw new Error(`The build has no ${name}`);
  return typeof asset.source === 'string' ? asset.source : Buffer.from(asset.source).toString('utf8');
}

/** The two fonts that every page shows at once: the Latin part of the text and of the headings. */
function preloadedFonts(bundle: Bundle): string[] {
  return ['inter-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'].map((font) => {
    const name = Object.keys(bundle).find((fileName) => basename(fileName).startsWith(`${font}-`));
    if (name === undefined) throw new Error(`The build has no font ${font}`);
    return `/${name}`;
  });
}

function inlineScript(html: string): string {
  const [, code] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
  if (code === undefined) throw new Error('index.html has no inline script');
  return code;
}

const robots = `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /auth

Sitemap: ${siteOriginPlaceholder}/${sitemapFile}
`;

function sitemap(): string {
  const urls = publicPages.map(({ path }) => `  <url><loc>${siteOriginPlaceholder}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}
