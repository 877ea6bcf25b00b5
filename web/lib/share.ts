import { brand } from '#shared/brand.ts';
import { call } from './api.ts';

/** A picture that can be shared. */
export interface ShareableImage {
  readonly generationId: string;
  readonly variation: number;
  readonly previewUrl: string;
  /** The dish's name. */
  readonly name: string;
}

/** The public page of a picture. */
export interface ShareLink {
  readonly shareId: string;
  readonly url: string;
}

/** What is said about a picture where it is shared. */
export function shareText(image: ShareableImage): string {
  return `${image.name}, made with ${brand.name}`;
}

/** Puts a picture on a public, unlisted page; the same page again while it is not taken down. */
export async function createShareLink(image: ShareableImage): Promise<ShareLink> {
  const { shareId, path } = await call('createShare', {
    params: { generationId: image.generationId },
    body: { variation: image.variation, title: image.name },
  });
  return { shareId, url: new URL(path, location.origin).href };
}

/** Takes the public page down. */
export async function revokeShareLink({ shareId }: ShareLink): Promise<void> {
  await call('revokeShare', { params: { shareId } });
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
