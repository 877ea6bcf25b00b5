/** Delay between a click and the scrolling, in milliseconds (back office, section 9). */
const scrollDelayMs = 100;

/** Does what a link to an element of this page does, but scrolls. */
export function goToAnchor(id: string): void {
  history.pushState(history.state, '', `#${id}`);
  scrollToAnchor(id);
}

/** Scrolls to an element after the delay; returns a function that cancels it. */
export function scrollToAnchor(id: string): () => void {
  const timer = setTimeout(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    document.getElementById(id)?.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
  }, scrollDelayMs);
  return () => clearTimeout(timer);
}
