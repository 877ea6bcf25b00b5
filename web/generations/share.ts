import type { QueryClient } from '@tanstack/react-query';
import { brand } from '#shared/brand.ts';
import { call } from '#web/lib/api.ts';
import { changeGeneration } from './generation-queries.ts';

/** A picture that can be shared. */
export interface ShareableImage {
  readonly generationId: string;
  readonly variation: number;
  readonly previewUrl: string;
  /** The dish's name. */
  readonly name: string;
  /** Id of its public page; null while it has none. */
  readonly shareId: string | null;
}

/** Address of a public page. */
export function shareUrl(shareId: string): string {
  return new URL(`/s/${shareId}`, location.origin).href;
}

/** What is said about a picture where it is shared. */
export function shareText(image: ShareableImage): string {
  return `${image.name}, made with ${brand.name}`;
}

/** Puts a picture on a public, unlisted page and returns its address; the same one again while it is not taken down. */
export async function createSharePage(client: QueryClient, image: ShareableImage): Promise<string> {
  const { shareId } = await call('createShare', {
    params: { generationId: image.generationId },
    body: { variation: image.variation, title: image.name },
  });
  noteShare(client, image, shareId);
  return shareUrl(shareId);
}

/** Takes the public page of a picture down. */
export async function revokeSharePage(client: QueryClient, image: ShareableImage): Promise<void> {
  if (image.shareId !== null) await call('revokeShare', { params: { shareId: image.shareId } });
  noteShare(client, image, null);
}

/** Every screen that shows the picture then knows of the page, without asking for the gallery again. */
function noteShare(client: QueryClient, image: ShareableImage, shareId: string | null): void {
  changeGeneration(client, image.generationId, (generation) => ({
    ...generation,
    variations: generation.variations.map((variation) =>
      variation.index === image.variation ? { ...variation, shareId } : variation,
    ),
  }));
}

/** Whether this device can hand a picture itself to another app. */
export function canShareFiles(): boolean {
  const probe = new File([], 'picture.jpg', { type: 'image/jpeg' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}

/** Hands the picture itself to an app of the user's choice; nothing becomes public. Closing the list is no error. */
export async function shareFile(image: ShareableImage): Promise<void> {
  const response = await fetch(image.previewUrl);
  if (!response.ok) throw new Error(`Failed to fetch image: ${response.statusText}`);
  const blob = await response.blob();
  const fileName = `${image.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'picture'}.jpg`;
  try {
    const file = new File([blob], fileName, { type: blob.type || 'image/jpeg' });
    await navigator.share({ files: [file], title: image.name, text: shareText(image) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
