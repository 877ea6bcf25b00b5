import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Zooms by the wheel, or by two fingers on a trackpad, over an element; the page neither scrolls nor zooms. */
export function useWheelZoom(
  element: RefObject<HTMLElement | null>,
  onZoom: (factor: number, event: WheelEvent) => void,
): void {
  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onZoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event);
  });
  useEffect(() => {
    const { current } = element;
    // React's own listeners are passive: the page would scroll.
    const listener = (event: WheelEvent) => turn(event);
    current?.addEventListener('wheel', listener, { passive: false });
    return () => current?.removeEventListener('wheel', listener);
  }, [element]);
}
