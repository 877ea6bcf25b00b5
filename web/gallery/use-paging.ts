import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** Minimum length in CSS pixels of a swipe to the next image. */
const swipeDistance = 60;

/** Elements that use the arrow keys themselves. */
const ownArrows = 'input, textarea, select, [role=radiogroup], [role=slider], [contenteditable]';

/** Elements that use the movements of a finger themselves. */
const ownSwipes = '[data-no-swipe], [data-zoomed], input, textarea, select';

/**
 * Handlers by which arrow keys and swipes show the image before or after the open one. At an end of the list there is
 * none.
 */
export function usePaging(onPrevious: (() => void) | undefined, onNext: (() => void) | undefined) {
  /** Where a finger went down that may swipe. */
  const swipe = useRef<{ x: number; y: number }>(undefined);
  return {
    onKeyDown(event: KeyboardEvent): void {
      const target = event.target as HTMLElement;
      // Dialogs above this one are children in React's tree only; their keys are ignored here.
      if (!event.currentTarget.contains(target) || target.closest(ownArrows)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const go = event.key === 'ArrowLeft' ? onPrevious : event.key === 'ArrowRight' ? onNext : undefined;
      if (!go) return;
      event.preventDefault();
      go();
    },
    onPointerDown(event: PointerEvent): void {
      const target = event.target as HTMLElement;
      const isFree = event.isPrimary && event.currentTarget.contains(target) && !target.closest(ownSwipes);
      swipe.current =
        event.pointerType === 'touch' && isFree ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp(event: PointerEvent): void {
      const from = swipe.current;
      swipe.current = undefined;
      if (from === undefined || !event.isPrimary) return;
      const [across, down] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.abs(across) < swipeDistance || Math.abs(across) < 2 * Math.abs(down)) return;
      if (across < 0) onNext?.();
      else onPrevious?.();
    },
    onPointerCancel(): void {
      swipe.current = undefined;
    },
  };
}
