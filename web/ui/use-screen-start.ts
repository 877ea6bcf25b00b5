import { useEffect, useEffectEvent, useRef } from 'react';
import { notify } from '#web/lib/notify.ts';

/**
 * Scrolls each new screen to its top, focuses its heading, which screen readers then announce, and removes the message
 * of the previous screen. `screen` names the screen; nothing is done for the first one.
 */
export function useScreenStart(screen: string): void {
  useNewScreen(screen, () => {
    clearOldMessage();
    window.scrollTo({ top: 0 });
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
}

/** Removes a message when its screen is left, for pages that set scroll and focus themselves. */
export function useScreenMessages(screen: string): void {
  useNewScreen(screen, clearOldMessage);
}

/** Deferred: rendering the region of toasts would interrupt React's present rendering. */
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
