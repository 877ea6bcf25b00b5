import { useEffect, useState } from 'react';
import type { LandingImage, MenuPackImage } from '#shared/api/site.ts';

/** The visible images that staff chose for a page, in their order; undefined until they are read. */
async function readImages<Image>(path: string, signal: AbortSignal): Promise<readonly Image[]> {
  const response = await fetch(path, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { images: readonly Image[] }).images;
}

function useImages<Image>(path: string, onFailure?: () => void): readonly Image[] {
  const [images, setImages] = useState<readonly Image[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once; what to do about a failure is no reason to read again.
  useEffect(() => {
    const controller = new AbortController();
    readImages<Image>(path, controller.signal)
      .then(setImages)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        reportError(error);
        onFailure?.();
      });
    return () => controller.abort();
  }, [path]);
  return images;
}

/** Images of the landing page; empty while unread, when there are none, and when they cannot be read. */
export function useLandingImages(): readonly LandingImage[] {
  return useImages('/api/public/landing-images');
}

/** Images of the menu-pack page; empty while unread, when there are none, and when they cannot be read. */
export function useMenuPackImages(onFailure: () => void): readonly MenuPackImage[] {
  return useImages('/api/public/menu-pack-images', onFailure);
}
