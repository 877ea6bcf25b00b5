import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** Milliseconds that a finger rests. */
const longTime = 500;
/** CSS pixels that it may move meanwhile. */
const tremor = 10;

/** Tells when a finger rests on an element, instead of the browser's own menu. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const began = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    /** Whether the click that follows ends a long press. */
    wasLong: () => isLong.current,
    handlers: {
      onPointerDown(event: PointerEvent) {
        isLong.current = false;
        stop();
        if (event.pointerType !== 'touch') return;
        began.current = { x: event.clientX, y: event.clientY };
        timer.current = setTimeout(() => {
          isLong.current = true;
          onLong();
        }, longTime);
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        if (Math.hypot(clientX - began.current.x, clientY - began.current.y) > tremor) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onContextMenu(event: MouseEvent) {
        if (isLong.current) event.preventDefault();
      },
    },
  };
}
