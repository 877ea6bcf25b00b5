/** The direction in which a finger drags an element; in the other direction it scrolls the page. */
export type DragDirection = 'sideways' | 'upright' | 'any';

/** Movement of a resting finger in pixels. Browsers scroll only after about 15. */
const tremble = 4;

/**
 * Keeps Chromium from treating a quick drag over `element` as a fling. It does so whatever `touch-action` says, and the
 * next tap would only stop that fling instead of pressing a button. Returns a function that undoes this.
 */
export function preventFling(element: HTMLElement, direction: DragDirection): () => void {
  let start: { readonly x: number; readonly y: number } | undefined;
  let isDrag: boolean | undefined;
  const begin = ({ touches }: TouchEvent) => {
    const [touch] = touches;
    start = touch && { x: touch.clientX, y: touch.clientY };
    isDrag = undefined;
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch || !start) return;
    const sideways = Math.abs(touch.clientX - start.x);
    const upright = Math.abs(touch.clientY - start.y);
    if (direction !== 'any' && Math.max(sideways, upright) < tremble) return;
    // The first movement decides, as it does for the browser's own scrolling.
    isDrag ??= direction === 'any' || (direction === 'sideways' ? sideways > upright : upright > sideways);
    if (isDrag && event.cancelable) event.preventDefault();
  };
  element.addEventListener('touchstart', begin, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  return () => {
    element.removeEventListener('touchstart', begin);
    element.removeEventListener('touchmove', move);
  };
}
