import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus within an element when what was focused in it disappears, for example the button that was pressed:
 * keyboards and screen readers go on from the element itself. It needs a `tabIndex` of -1.
 */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    let last: EventTarget | null = null;
    const note = ({ target }: Event) => {
      const dialog = target instanceof Element ? target.closest('[role=dialog]') : null;
      // A dialog that was opened from the element gives the focus back to it.
      if (dialog !== null && !dialog.contains(current)) return;
      last = target instanceof Node && current.contains(target) ? target : null;
    };
    addEventListener('focusin', note);
    addEventListener('pointerdown', note);
    const changes = new MutationObserver(() => {
      const isGone = last instanceof Node && !current.contains(last);
      if (isGone && document.activeElement === document.body) current.focus({ preventScroll: true });
    });
    changes.observe(current, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', note);
      removeEventListener('pointerdown', note);
      changes.disconnect();
    };
  }, []);
  return element;
}
