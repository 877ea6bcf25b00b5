import type { AltText } from '#lambdas/pictures/alt-text.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { brand } from '#shared/brand.ts';

export interface SharedImage {
  readonly title: string;
  /** Empty when the owner gave none. */
  readonly description: string;
  /** Undefined when the owner gave none: the title stands in for it. */
  readonly altText: AltText | undefined;
  readonly path: string;
  readonly imagePath: string;
  /** Pixels; the preview may be smaller, its ratio is the same. */
  readonly width: number;
  readonly height: number;
}

/** The page of a shared image: social-card tags, no script, not for search engines. */
export function sharePage(image: SharedImage, origin: string): string {
  const title = escapeHtml(image.title);
  const description = escapeHtml(image.description || brand.tagline);
  const altText = escapeHtml(image.altText?.text ?? image.title);
  const language = image.altText ? ` lang="${escapeHtml(image.altText.language)}"` : '';
  const imageUrl = escapeHtml(`${origin}${image.imagePath}`);
  const card = `
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="${brand.name}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${escapeHtml(`${origin}${image.path}`)}">
    <meta property="og:image" content="${imageUrl}">
    <meta property="og:image:width" content="${image.width}">
    <meta property="og:image:height" content="${image.height}">
    <meta property="og:image:alt" content="${altText}">
    <meta name="twitter:card" content="summary_large_image">
    <meta name="twitter:title" content="${title}">
    <meta name="twitter:description" content="${description}">
    <meta name="twitter:image" content="${imageUrl}">
    <meta name="twitter:image:alt" content="${altText}">
    <meta name="description" content="${description}">`;
  return page(
    `${title} – ${brand.name}`,
    card,
    `<figure>
      <img src="${escapeHtml(image.imagePath)}" width="${image.width}" height="${image.height}" alt="${altText}"${language}>
      <figcaption><h1>${title}</h1>${image.description ? `<p>${escapeHtml(image.description)}</p>` : ''}</figcaption>
    </figure>
    <p class="made"><a href="/labels">Made with AI</a> by ${brand.name} · <a href="${escapeHtml(reportLink(image))}">Report this image</a></p>`,
  );
}

/** A mail to support that names the page; support finds the image by it and takes it down. */
function reportLink({ path }: SharedImage): string {
  const subject = `Report of the shared image ${path}`;
  const body = 'What is wrong with this image?\r\n\r\n';
  return `mailto:${readVariable('SUPPORT_EMAIL')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** The page for an address without a shared image, and for our own errors. */
export function shareProblemPage({ status }: { readonly status: number }): string {
  const absent = status === 404 || status === 400;
  const title = absent ? 'This image is not shared any more' : 'Something went wrong on our side';
  const text = absent
    ? 'Its owner took it down, or the address has a typo.'
    : 'Please try again in a minute.';
  return page(`${title} – ${brand.name}`, '', `<div class="empty"><h1>${title}</h1><p>${text}</p></div>`);
}

function page(title: string, head: string, main: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <title>${title}</title>${head}
    <style>
      :root { --paper: #fffbf5; --ink: #1f1a17; --soft: #6b5b4f; --card: #fff; --tomato: #d9381e; }
      @media (prefers-color-scheme: dark) {
        :root { --paper: #171310; --ink: #f4ece2; --soft: #b5a292; --card: #221c18; }
      }
      * { box-sizing: border-box; margin: 0; }
      body { background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif;
        min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 16px; }
      header { width: 100%; max-width: 720px; padding: 8px 0 16px; }
      header a { color: var(--ink); font-weight: 700; font-size: 20px; text-decoration: none; }
      main { width: 100%; max-width: 720px; flex: 1; }
      figure { background: var(--card); border-radius: 12px; overflow: hidden; box-shadow: 0 8px 32px #1f1a171f; }
      img { display: block; width: 100%; height: auto; max-height: 80vh; object-fit: contain; }
      figcaption { padding: 16px 20px 20px; overflow-wrap: anywhere; }
      h1 { font-size: 24px; line-height: 1.25; }
      p { color: var(--soft); }
      .made { font-size: 14px; padding: 12px 4px; }
      .made a { color: inherit; }
      .empty { padding: 15vh 0; text-align: center; }
      .start { display: inline-block; background: var(--tomato); color: #fff; font-weight: 600;
        padding: 12px 24px; border-radius: 999px; text-decoration: none; margin: 16px 0 32px; }
      a:focus-visible { outline: 3px solid var(--tomato); outline-offset: 3px; }
    </style>
  </head>
  <body>
    <header><a href="/landing">${brand.name}</a></header>
    <main>
      ${main}
    </main>
    <a class="start" href="/landing">Make your own</a>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
