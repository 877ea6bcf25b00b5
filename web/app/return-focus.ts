/**
 * Gives the focus back to a button that was disabled while it worked. Browsers take it from a disabled element, and
 * keyboards and screen readers would begin at the top of the page again. Returns a function that stops it.
 */
export function returnFocus(): () => void {
  let last: EventTarget | null = null;
  const note = ({ target }: Event) => {
    last = target;
  };
  addEventListener('focusin', note);
  const changes = new MutationObserver((records) => {
    const button = records.map(({ target }) => target).find((target) => target === last);
    if (!(button instanceof HTMLButtonElement) || button.disabled) return;
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
  });
  changes.observe(document, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    removeEventListener('focusin', note);
    changes.disconnect();
  };
}
