import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { brand } from '#shared/brand.ts';
import { call } from '#web/lib/api.ts';
import { changeGeneration } from './generation-queries.ts';
import type { Result } from './results.ts';
import { words } from './words.ts';

/** Address of a public page. */
export function shareUrl(shareId: string): string {
  return new URL(`/s/${shareId}`, location.origin).href;
}

/** The text that goes with a shared picture. */
export function shareText({ generation }: Pick<Result, 'generation'>): string {
  return words.shareText(generation.menuItemName, brand.name);
}

/**
 * Puts a result on a public, unlisted page and returns its address; repeated calls return the same one until it is
 * taken down.
 */
export async function createSharePage(client: QueryClient, result: Result): Promise<string> {
  const { shareId } = await call('createShare', {
    params: { generationId: result.generationId },
    body: { variation: result.variation, title: result.generation.menuItemName },
  });
  setShareId(client, result, shareId);
  return shareUrl(shareId);
}

/** Takes the public page of a result down. */
export async function revokeSharePage(client: QueryClient, result: Result): Promise<void> {
  if (result.shareId !== null) await call('revokeShare', { params: { shareId: result.shareId } });
  setShareId(client, result, null);
}

/** Every screen that shows the result then shows its page, without reading the gallery again. */
function setShareId(client: QueryClient, result: Result, shareId: string | null): void {
  changeGeneration(client, result.generationId, (generation) => ({
    ...generation,
    variations: generation.variations.map((variation) =>
      variation.index === result.variation ? { ...variation, shareId } : variation,
    ),
  }));
}

/** Whether this device can pass a picture itself to another app. */
export function canShareFiles(): boolean {
  const probe = new File([], 'picture.jpg', { type: 'image/jpeg' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}

/**
 * The picture as a file for other apps, loaded before anybody presses Share: browsers allow sharing only at once after
 * the press.
 */
export function shareFileQuery({ previewUrl, generation }: Result) {
  return queryOptions({
    queryKey: ['share file', previewUrl],
    queryFn: async ({ signal }) => {
      const response = await fetch(previewUrl, { signal });
      if (!response.ok) throw new Error(`Failed to fetch image: ${response.statusText}`);
      const blob = await response.blob();
      const name = generation.menuItemName.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'picture';
      return new File([blob], `${name}.jpg`, { type: blob.type || 'image/jpeg' });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Passes the picture itself to an app that the user chooses, with its post where it has one; nothing becomes public. Cancelling
 * is no error.
 */
export async function shareFile(file: File, { generation }: Result, post: string): Promise<void> {
  try {
    await navigator.share({
      files: [file],
      title: generation.menuItemName,
      text: post || shareText({ generation }),
    });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

/** The clipboard refused; the text itself exists. */
export class NotCopied extends Error {
  override readonly name = 'NotCopied';
}

/**
 * Copies a text that is not known yet, within the press of a button: Safari allows that only with a promise. Rejects
 * with the error of `text`, or with NotCopied.
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then(asBlob);
  // A clipboard that refuses at once never looks at it; the caller learns from `text` why there is none.
  blob.catch(() => undefined);
  const writing =
    typeof ClipboardItem === 'function'
      ? navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      : text.then((known) => navigator.clipboard.writeText(known));
  const copied = await writing.then(
    () => true,
    () => false,
  );
  const known = await text;
  // Older browsers take no promise.
  if (!copied) await navigator.clipboard.writeText(known).catch(() => Promise.reject(new NotCopied()));
}

function asBlob(text: string): Blob {
  return new Blob([text], { type: 'text/plain' });
}
