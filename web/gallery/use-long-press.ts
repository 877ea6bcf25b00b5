import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** Duration of a long press in milliseconds. */
const longTime = 500;
/** Maximum movement during a long press in CSS pixels. */
const tremor = 10;

/** Detects a long press with a finger, and suppresses the browser's own menu. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const began = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    /** Whether the click that follows belongs to a long press. */
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
