import { useEffect, useState } from 'react';
import type { LandingImage, MenuPackImage } from '#shared/api/site.ts';
import { logError } from '#web/lib/log-error.ts';

/** The visible images that staff chose for a page, in order; undefined until they are loaded. */
async function readImages<Image>(path: string, signal: AbortSignal): Promise<readonly Image[]> {
  const response = await fetch(path, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { images: readonly Image[] }).images;
}

function useImages<Image>(path: string, onFailure?: () => void): readonly Image[] {
  const [images, setImages] = useState<readonly Image[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, whatever the handler of failures is.
  useEffect(() => {
    const controller = new AbortController();
    readImages<Image>(path, controller.signal)
      .then(setImages)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        logError(error);
        onFailure?.();
      });
    return () => controller.abort();
  }, [path]);
  return images;
}

/** Images of the landing page; empty while they load, if there are none, and if loading fails. */
export function useLandingImages(): readonly LandingImage[] {
  return useImages('/api/public/landing-images');
}

/** Images of the menu-pack page; empty while they load, if there are none, and if loading fails. */
export function useMenuPackImages(onFailure: () => void): readonly MenuPackImage[] {
  return useImages('/api/public/menu-pack-images', onFailure);
}
