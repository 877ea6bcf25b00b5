import { useEffect, useLayoutEffect, useState } from 'react';
import type { LandingImage, MenuPackImage } from '#shared/api/site.ts';
import { logError } from '#web/lib/log-error.ts';

/** The visible images that staff chose for a page, in order; undefined until they are loaded. */
async function readImages<Image>(path: string, signal: AbortSignal): Promise<readonly Image[]> {
  const response = await fetch(path, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { images: readonly Image[] }).images;
}

declare global {
  interface Window {
    /** Set by the snippet in index.html while the landing page is parsed; the page takes it over after hydration. */
    landingImages?: Promise<{ readonly images: readonly LandingImage[] }>;
  }
}

/** Maximum time in milliseconds for which the hero waits for the images chosen by staff before it shows ours. */
const heroTimeout = 1000;

/** Class that the snippet also sets: pictures that may be replaced are hidden. */
const choosing = 'choosing';

/**
 * Images of the landing page; undefined until they are known. If loading fails, the samples stay. Meanwhile the hero is
 * hidden, for at most a second, so that visible pictures never change.
 */
export function useLandingImages(): readonly LandingImage[] | undefined {
  const [images, setImages] = useState<readonly LandingImage[]>();
  // Before the first paint.
  useLayoutEffect(() => {
    const root = document.documentElement;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let early = window.landingImages;
    delete window.landingImages;
    if (early === undefined) {
      root.classList.add(choosing);
      timer = setTimeout(() => root.classList.remove(choosing), heroTimeout);
    }
    early ??= readImages<LandingImage>('/api/public/landing-images', controller.signal).then((found) => ({
      images: found,
    }));
    early.then(
      ({ images: found }) => {
        if (controller.signal.aborted) return;
        const isLate = !root.classList.contains(choosing);
        setImages(isLate ? found.filter(({ section }) => section !== 'hero') : found);
      },
      (error: unknown) => {
        root.classList.remove(choosing);
        if (!controller.signal.aborted) logError(error);
      },
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
      root.classList.remove(choosing);
    };
  }, []);
  // Only after they have rendered: until then, the samples are in their place.
  useLayoutEffect(() => {
    if (images) document.documentElement.classList.remove(choosing, 'no-pairs');
  }, [images]);
  return images;
}

/** Images of the menu-pack page; empty while they load, if there are none, and if loading fails. */
export function useMenuPackImages(onFailure: () => void): readonly MenuPackImage[] {
  const [images, setImages] = useState<readonly MenuPackImage[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, whatever the handler of failures is.
  useEffect(() => {
    const controller = new AbortController();
    readImages<MenuPackImage>('/api/public/menu-pack-images', controller.signal)
      .then(setImages)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        logError(error);
        onFailure();
      });
    return () => controller.abort();
  }, []);
  return images;
}
