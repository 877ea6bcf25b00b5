import { type ChangeEvent, type PointerEvent, useCallback, useState } from 'react';
import { preventFling } from './prevent-fling.ts';

/** Texts of a slider between two pictures. */
export const compareWords = {
  before: 'Before',
  after: 'After',
  beforeOf: (subject: string) => `${subject}, before`,
  afterOf: (subject: string) => `${subject}, after`,
  label: (subject: string) => `Compare before and after: ${subject}`,
} as const;

/**
 * Position of a slider between two pictures, dragged over the frame or moved by the keyboard: 0 to 100, starting at
 * 50 (customer-product.md section 9).
 */
export function useCompare(subject: string) {
  const [position, setPosition] = useState(50);
  const ref = useCallback(
    (element: HTMLElement | null) => (element ? preventFling(element, 'sideways') : undefined),
    [],
  );

  function follow({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setPosition(Math.min(100, Math.max(0, ((clientX - left) / width) * 100)));
  }

  return {
    position,
    /** For the element around both pictures. */
    frame: {
      ref,
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      },
      onPointerMove(event: PointerEvent) {
        if (event.buttons > 0) follow(event);
      },
    },
    /** For an invisible `<input>`, which keyboards and screen readers use. */
    range: {
      type: 'range',
      min: 0,
      max: 100,
      value: Math.round(position),
      onChange: (event: ChangeEvent<HTMLInputElement>) => setPosition(Number(event.target.value)),
      'aria-label': compareWords.label(subject),
    },
  } as const;
}
