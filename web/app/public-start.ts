import type { PublicPath } from '#shared/public-pages.ts';
import { loadPage } from '#web/pages/load-page.ts';

/** Signs that somebody is about to use the page. */
const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Resolves when the page's script may come: once the page stands with its pictures and fonts, which are what people
 * came for and share the line with it, and at once for somebody who touches the page or has a session.
 */
function whenWanted(): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      for (const touch of touches) removeEventListener(touch, wake);
      resolve();
    };
    if (document.documentElement.classList.contains('session')) return wake();
    for (const touch of touches) addEventListener(touch, wake, { passive: true });
    if (document.readyState === 'complete') return whenIdle(wake);
    addEventListener('load', () => whenIdle(wake), { once: true });
  });
}

/** After the next paint, once nothing else is to be done; Safari cannot be asked for the latter. */
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

void start();
