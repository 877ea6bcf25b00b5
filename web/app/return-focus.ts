import { dialogOf } from '#web/lib/is-dialog-open.ts';

/**
 * Gives the focus back to a button that was disabled while it worked, also after the dialog that it opened. Browsers
 * take the focus from a disabled element, and keyboards and screen readers would begin at the top of the page again.
 * Returns a function that stops it.
 */
export function returnFocus(): () => void {
  const lastIn = new WeakMap<Element, Element>();
  const note = ({ target }: Event) => {
    if (target instanceof Element) lastIn.set(placeOf(target), target);
  };
  const isWanted = (target: Node): target is HTMLButtonElement =>
    target instanceof HTMLButtonElement && !target.disabled && lastIn.get(placeOf(target)) === target;
  addEventListener('focusin', note);
  const changes = new MutationObserver((records) => {
    const button = records.map(({ target }) => target).find(isWanted);
    if (document.activeElement === document.body) button?.focus({ preventScroll: true });
  });
  changes.observe(document, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', note);
    changes.disconnect();
  };
}

/** The dialog with this element, or the page. */
function placeOf(element: Element): Element {
  return dialogOf(element) ?? document.body;
}
