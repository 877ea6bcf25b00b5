import { type PointerEvent, useRef } from 'react';
import type { Point } from './mask-corrections.ts';

/** Movement of a finger in pixels of the screen before it paints; a smaller one is a tap. */
const tapReach = 6;

/** What the gestures do. Points are client coordinates. */
interface BrushGestures {
  readonly isDisabled: boolean;
  readonly onDown: () => void;
  readonly onTap: (point: Point) => void;
  /** A single finger has begun to move: called with the point where it went down. */
  readonly onPaintStart: (point: Point) => void;
  readonly onPaintMove: (point: Point) => void;
  readonly onPaintEnd: () => void;
  /** Two fingers move the photo, or the system took the finger over: what it painted does not count. */
  readonly onPaintCancel: () => void;
  /** Two fingers have changed their distance by a factor around a point, and have moved. */
  readonly onPinch: (factor: number, around: Point, moved: Point) => void;
}

/** Pointer handlers: one finger, or the mouse, taps or paints; two fingers zoom and move the photo. */
export function useBrushGestures(gestures: BrushGestures) {
  const pointers = useRef(new Map<number, Point>());
  /** Where a single finger went down, until it moves. */
  const tap = useRef<Point>(undefined);

  function pinch(pointerId: number, before: Point, now: Point): void {
    const other = [...pointers.current].find(([id]) => id !== pointerId)?.[1];
    if (!other) return;
    gestures.onPinch(
      distance(now, other) / Math.max(1, distance(before, other)),
      { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 },
      { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 },
    );
  }

  function paint(to: Point): void {
    if (tap.current && distance(tap.current, to) < tapReach) return;
    if (tap.current) gestures.onPaintStart(tap.current);
    tap.current = undefined;
    gestures.onPaintMove(to);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.button !== 0 || gestures.isDisabled) return;
      gestures.onDown();
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, pointOf(event));
      const isSingle = pointers.current.size === 1;
      tap.current = isSingle ? pointOf(event) : undefined;
      if (!isSingle) gestures.onPaintCancel();
    },
    onPointerMove(event: PointerEvent): void {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = pointOf(event);
      pointers.current.set(event.pointerId, now);
      if (pointers.current.size > 1) pinch(event.pointerId, before, now);
      else paint(now);
    },
    onPointerUp(event: PointerEvent): void {
      pointers.current.delete(event.pointerId);
      const isTap = tap.current !== undefined;
      tap.current = undefined;
      if (isTap) gestures.onTap(pointOf(event));
      else gestures.onPaintEnd();
    },
    onPointerCancel(event: PointerEvent): void {
      pointers.current.delete(event.pointerId);
      tap.current = undefined;
      gestures.onPaintCancel();
    },
  };
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
