import type { AltText } from '#lambdas/pictures/alt-text.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { escapeHtml, htmlPage } from '#lambdas/runtime/html-page.ts';
import { brand } from '#shared/brand.ts';

export interface SharedImage {
  readonly title: string;
  /** Empty if the owner gave none. */
  readonly description: string;
  /** Undefined if the owner gave none; the title is used instead. */
  readonly altText: AltText | undefined;
  /** Whether a model drew in the picture. */
  readonly isDrawn: boolean;
  readonly path: string;
  readonly imagePath: string;
  /** Pixels of the full picture. The preview may be smaller but has the same ratio. */
  readonly width: number;
  readonly height: number;
}

const makeYourOwn = '<p class="last"><a class="start" href="/landing">Make your own</a></p>';

/** The page of a shared image as HTML: social-card tags, no script, `noindex`. */
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
  return htmlPage(
    `${title} – ${brand.name}`,
    card,
    `<figure>
      <img src="${escapeHtml(image.imagePath)}" width="${image.width}" height="${image.height}" alt="${altText}"${language}>
      <figcaption><h1>${title}</h1>${image.description ? `<p>${escapeHtml(image.description)}</p>` : ''}</figcaption>
    </figure>
    <p class="made"><a href="/labels">${image.isDrawn ? 'Made with AI</a> by' : 'A photo of the dish</a>, shared with'} ${brand.name} · <a href="${escapeHtml(reportLink(image))}">Report this image</a></p>
    ${makeYourOwn}`,
  );
}

/** A `mailto:` link to support that names the page, by which support finds the image and takes it down. */
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
  return htmlPage(
    `${title} – ${brand.name}`,
    '',
    `<div class="empty"><h1>${title}</h1><p>${text}</p></div>
    ${makeYourOwn}`,
  );
}
