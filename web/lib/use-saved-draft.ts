import { useEffect, useRef } from 'react';

/** Debounce in milliseconds. */
const delay = 300;

/**
 * Saves a draft debounced, and at once if the page may be left or `urgent` changes. `urgent` is the part of the draft
 * that must survive a crash of the browser.
 */
export function useSavedDraft<T>(draft: T, save: (draft: T) => void, urgent: string): void {
  const unsaved = useRef<() => void>(undefined);
  const lastUrgent = useRef(urgent);

  useEffect(() => {
    const flush = () => {
      unsaved.current?.();
      unsaved.current = undefined;
    };
    const flushIfHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushIfHidden);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushIfHidden);
      flush();
    };
  }, []);

  useEffect(() => {
    const write = () => {
      unsaved.current = undefined;
      save(draft);
    };
    if (lastUrgent.current !== urgent) {
      lastUrgent.current = urgent;
      write();
      return;
    }
    unsaved.current = write;
    const timer = setTimeout(write, delay);
    return () => clearTimeout(timer);
  }, [draft, save, urgent]);
}
