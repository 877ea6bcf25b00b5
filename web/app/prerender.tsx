import { renderToString } from 'react-dom/server';
import { brand } from '#shared/brand.ts';
import { type PublicPath, settingMetas, siteOriginPlaceholder } from '#shared/public-pages.ts';
import { loadPage } from '#web/pages/load-page.ts';
import { pages } from '#web/pages/pages.ts';
import { structuredData } from './structured-data.ts';
import { system } from './theme.ts';

/** The files of the built site that a page needs. */
export interface PageFiles {
  /** Styles of the page, inlined to save a request before the first paint. */
  readonly css: string;
  /** Addresses of the files that hold the same styles. */
  readonly sheets: readonly string[];
  /** Address of the script that the page starts with. */
  readonly script: string;
  /** Addresses of the fonts that are seen at once. */
  readonly fonts: readonly string[];
  /** The snippet that sets the colour mode before the first paint, as index.html has it. */
  readonly snippet: string;
}

/** One public page as a whole document. Absolute addresses carry a placeholder that the deployment fills. */
export async function renderDocument(path: PublicPath, files: PageFiles): Promise<string> {
  const Page = await loadPage[path]();
  const body = renderToString(<Page />);
  const { title, description } = pages[path];
  const fullTitle = `${title} · ${brand.name}`;
  const url = siteOriginPlaceholder + path;
  const tokens = usedTokens(files.css);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escaped(fullTitle)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${url}">`,
    ...settingMetas(),
    '<meta name="theme-color" content="#FFFBF5" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#171310" media="(prefers-color-scheme: dark)">',
    '<link rel="manifest" href="/site.webmanifest">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escaped(brand.name)}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(description)}">`,
    `<meta property="og:url" content="${url}">`,
    `<meta property="og:image" content="${siteOriginPlaceholder}/og.jpg">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    `<meta property="og:image:alt" content="${escaped(`${brand.name}: ${brand.tagline}`)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...files.fonts.map(
      (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin="anonymous">`,
    ),
    `<style>${tokens}${baseCss}${steadyFonts(files.css)}</style>`,
    // Marks these styles as loaded, so that hydration does not load them again.
    ...files.sheets.map((href) => `<link rel="stylesheet" href="${href}" disabled>`),
    `<script>${files.snippet}</script>`,
    ...structuredData(path).map(
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    ),
    // The page can be read without this script, which loads the rest after pictures and fonts.
    `<script type="module" src="${files.script}" fetchpriority="low"></script>`,
  ];
  return `<!DOCTYPE html>
<html lang="en-GB"${path === '/landing' ? ' data-landing' : ''}>
<head>
${head.join('\n')}
</head>
<body>
<div id="root" data-page="${path}">${body}</div>
</body>
</html>
`;
}

/** The app's global styles outside of a page's frame. */
const baseCss = `html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:5rem}body{margin:0}`;

/** Preloaded fonts are used only if they arrive in time, because a late change of font moves the text. */
function steadyFonts(css: string): string {
  return css.replaceAll(/font-display:\s*swap/g, 'font-display:optional');
}

const root = ':root';
const dark = '.dark';

/**
 * The design tokens that a page's styles use, as CSS variables in light and dark, from the theme of the app: one
 * set of tokens for both.
 */
function usedTokens(css: string): string {
  const light = new Map<string, string>();
  const night = new Map<string, string>();
  collect(system.getTokenCss(), '', light, night);
  const wanted = new Set<string>();
  const want = (text: string) => {
    for (const [name] of text.matchAll(/--chakra-[\w-]+/g)) {
      if (wanted.has(name)) continue;
      const values = [light.get(name), night.get(name)].filter((value) => value !== undefined);
      if (values.length === 0) throw new Error(`The theme has no ${name}`);
      wanted.add(name);
      for (const value of values) want(value);
    }
  };
  want(css);
  const block = (values: Map<string, string>) =>
    [...values]
      .filter(([name]) => wanted.has(name))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  return `${root}{${block(light)}}${dark}{${block(night)}}`;
}

/** Walks Chakra's nested style object: variables under a selector with dark mode belong to dark mode. */
function collect(
  style: Record<string, unknown>,
  selector: string,
  light: Map<string, string>,
  night: Map<string, string>,
): void {
  for (const [name, value] of Object.entries(style)) {
    if (typeof value === 'object' && value !== null) {
      if (!name.startsWith('@keyframes'))
        collect(value as Record<string, unknown>, `${selector} ${name}`, light, night);
    } else if (name.startsWith('--')) {
      (selector.includes('.dark') ? night : light).set(name, String(value));
    }
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
