import { useEffect, useRef } from 'react';

/**
 * Scrolls each new screen to its top and focuses its heading, which screen readers then announce. `screen` names the
 * screen; the first one is left as the browser shows it.
 */
export function useScreenStart(screen: string): void {
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    window.scrollTo({ top: 0 });
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [screen]);
}
