import { useEffect, useEffectEvent, useRef } from 'react';
import { notify } from '#web/lib/notify.ts';

/**
 * Scrolls each new screen to its top, focuses its heading, which screen readers then announce, and takes the message of
 * the screen before away. `screen` names the screen; the first one is left as the browser shows it.
 */
export function useScreenStart(screen: string): void {
  useNewScreen(screen, () => {
    clearOldMessage();
    window.scrollTo({ top: 0 });
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
}

/** Takes a message away when its screen is left; pages set scroll and focus themselves. */
export function useScreenMessages(screen: string): void {
  useNewScreen(screen, clearOldMessage);
}

/** Not while React draws, which the region of toasts would interrupt. */
function clearOldMessage(): void {
  queueMicrotask(notify.clearOld);
}

function useNewScreen(screen: string, begin: () => void): void {
  const last = useRef(screen);
  const start = useEffectEvent(begin);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    start();
  }, [screen]);
}
