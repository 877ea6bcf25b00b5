import { dialogOf } from './is-dialog-open.ts';

/**
 * The ref of an element that gets the focus when what was focused in it disappears, for example the button that was
 * pressed: keyboards and screen readers go on from there.
 */
export function keepFocus(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return;
  element.tabIndex = -1;
  element.style.outline = 'none';
  let last: EventTarget | null = null;
  const note = ({ target }: Event) => {
    const dialog = target instanceof Element ? dialogOf(target) : null;
    // A dialog that was opened from the element gives the focus back to it.
    if (dialog !== null && !dialog.contains(element)) return;
    last = target instanceof Node && element.contains(target) ? target : null;
  };
  addEventListener('focusin', note);
  addEventListener('pointerdown', note);
  const changes = new MutationObserver(() => {
    const isGone = last instanceof Node && !element.contains(last);
    if (isGone && document.activeElement === document.body) element.focus({ preventScroll: true });
  });
  // Of the whole page: a dialog over the element may close after what was focused is gone.
  changes.observe(document, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', note);
    removeEventListener('pointerdown', note);
    changes.disconnect();
  };
}
