import type { PublicPath } from '#shared/public-pages.ts';
import { watchTextSize } from '#web/lib/text-size.ts';
import { loadPage } from '#web/pages/load-page.ts';

/** Events that show that a visitor uses the page. */
const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Resolves when the page's script may load: after pictures and fonts, which share the bandwidth, or at once for
 * visitors who use the page or have a session, and if staff chose the pictures.
 */
function whenWanted(): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      for (const touch of touches) removeEventListener(touch, wake);
      resolve();
    };
    if (document.documentElement.classList.contains('session')) return wake();
    for (const touch of touches) addEventListener(touch, wake, { passive: true });
    void window.landingImages?.then(({ images }) => images.length > 0 && wake()).catch(() => undefined);
    if (document.readyState === 'complete') return whenIdle(wake);
    addEventListener('load', () => whenIdle(wake), { once: true });
  });
}

/** Calls `then` after the next paint, when the browser is idle; Safari cannot report idle time. */
function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 1000 });
  else setTimeout(then, 200);
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  await whenWanted();
  const [{ hydratePage }, Page] = await Promise.all([
    import('./hydrate-page.tsx'),
    loadPage[root.dataset.page as PublicPath](),
  ]);
  await hydratePage(root, Page);
}

watchTextSize();
void start();
