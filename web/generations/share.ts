import type { QueryClient } from '@tanstack/react-query';
import { brand } from '#shared/brand.ts';
import { call } from '#web/lib/api.ts';
import { readAfresh } from '#web/lib/read-afresh.ts';
import { repeated } from '#web/lib/repeated.ts';
import { approvalQuery } from './approval-query.ts';
import { changeGeneration, galleryKey, generationQuery } from './generation-queries.ts';
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
 * Creates the public, unlisted page of a result and returns its address; repeated calls return the same one until it is
 * revoked.
 */
export async function createSharePage(client: QueryClient, result: Result): Promise<string> {
  const { generationId, variation, generation } = result;
  const create = async () => {
    const body = { variation, title: generation.menuItemName };
    return (await call('createShare', { params: { generationId }, body })).shareId;
  };
  const shareId = await orAsStored(client, result, create, (stored) => typeof stored === 'string');
  setShareId(client, result, shareId);
  return shareUrl(shareId);
}

/** Revokes the public page of a result. */
export async function revokeSharePage(client: QueryClient, result: Result): Promise<void> {
  const { shareId } = result;
  const revoke = async () => {
    if (shareId !== null) await call('revokeShare', { params: { shareId } });
    return null;
  };
  setShareId(client, result, await orAsStored(client, result, revoke, (stored) => stored === null));
}

/**
 * The share id of a result after a call, which is repeated if its reply is lost. If it fails, the result is read again:
 * it may show that the call was carried out.
 */
async function orAsStored<T extends string | null>(
  client: QueryClient,
  { generationId, variation }: Result,
  send: () => Promise<T>,
  isDone: (stored: string | null | undefined) => stored is T,
): Promise<T> {
  try {
    return await repeated(client, send);
  } catch (error) {
    const generation = await readAfresh(client, generationQuery(generationId));
    const stored = generation?.variations.find(({ index }) => index === variation)?.shareId;
    if (isDone(stored)) return stored;
    void client.invalidateQueries({ queryKey: galleryKey });
    throw error;
  }
}

/** Updates every cached reply with the result, without reading the gallery again; its approval may have changed. */
function setShareId(client: QueryClient, result: Result, shareId: string | null): void {
  void client.invalidateQueries({ queryKey: approvalQuery(result).queryKey });
  changeGeneration(client, result.generationId, (generation) => ({
    ...generation,
    variations: generation.variations.map((variation) =>
      variation.index === result.variation ? { ...variation, shareId } : variation,
    ),
  }));
}

/** The text exists, but the clipboard refused it. */
export class NotCopied extends Error {
  override readonly name = 'NotCopied';
}

/** @throws NotCopied */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new NotCopied();
  }
}

/**
 * Copies a text that is not available yet, within the press of a button: Safari allows that only with a promise.
 * Rejects with the error of `text`, or with NotCopied.
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then(asBlob);
  // If the clipboard refuses at once, nobody else handles this rejection; the caller gets the error from `text`.
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
  // Older browsers do not accept a promise.
  if (!copied) await copyText(known);
}

function asBlob(text: string): Blob {
  return new Blob([text], { type: 'text/plain' });
}
