import { useState } from 'react';

/** Zoom and offset of the photo in its frame: enlarged around its centre and moved, in shares of the frame's sides. */
export interface MaskView {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

const whole: MaskView = { zoom: 1, x: 0, y: 0 };
const maxZoom = 8;

/** Limits the view, so that an enlarged photo always covers its frame. */
function within({ zoom, x, y }: MaskView): MaskView {
  const bounded = Math.min(maxZoom, Math.max(1, zoom));
  const room = (bounded - 1) / 2;
  const inRoom = (value: number) => Math.min(room, Math.max(-room, value));
  return { zoom: bounded, x: inRoom(x), y: inRoom(y) };
}

/** Zoom and position of the photo in the mask editor. */
export function useMaskView() {
  const [view, setView] = useState(whole);
  return {
    view,
    /** Zooms by `factor`; the point at (x, y), in shares of the frame from its centre, stays in place. */
    zoomBy: (factor: number, x = 0, y = 0) =>
      setView((before) => {
        const { zoom } = within({ ...before, zoom: before.zoom * factor });
        const grown = zoom / before.zoom;
        return within({ zoom, x: x - (x - before.x) * grown, y: y - (y - before.y) * grown });
      }),
    /** Moves the photo, in shares of the frame. */
    moveBy: (x: number, y: number) =>
      setView((before) => within({ ...before, x: before.x + x, y: before.y + y })),
    canZoomIn: view.zoom < maxZoom,
    canZoomOut: view.zoom > 1,
  };
}

export type MaskViewControl = ReturnType<typeof useMaskView>;
