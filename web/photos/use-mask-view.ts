import { useState } from 'react';
import type { Size } from '#shared/domain/formats.ts';

/** Zoom and offset of the photo in its frame: enlarged around its centre and moved, in shares of the frame's sides. */
export interface MaskView {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A very tall or wide photo does not fill its frame, so that there is room to enlarge it. */
const widestFrame = 2;

/** The frame of a photo: its width divided by its height, and the shares of its sides that the whole photo takes. */
export function frameOf({ width, height }: Size) {
  const ratio = width / height;
  const frameRatio = Math.min(widestFrame, Math.max(1 / widestFrame, ratio));
  return {
    ratio: frameRatio,
    fit: { x: Math.min(1, ratio / frameRatio), y: Math.min(1, frameRatio / ratio) },
  };
}

type Fit = ReturnType<typeof frameOf>['fit'];

const whole: MaskView = { zoom: 1, x: 0, y: 0 };
const maxZoom = 8;

/** Limits the view, so that a photo covers its frame as far as it is large enough, and is in its middle otherwise. */
function within({ zoom, x, y }: MaskView, fit: Fit): MaskView {
  const bounded = Math.min(maxZoom, Math.max(1, zoom));
  const inRoom = (value: number, share: number) => {
    const room = Math.max(0, (share * bounded - 1) / 2);
    return Math.min(room, Math.max(-room, value));
  };
  return { zoom: bounded, x: inRoom(x, fit.x), y: inRoom(y, fit.y) };
}

/** Zoom and position of the photo in the mask editor. */
export function useMaskView(fit: Fit) {
  const [view, setView] = useState(whole);
  return {
    view,
    fit,
    /** Zooms by `factor`; the point at (x, y), in shares of the frame from its centre, stays in place. */
    zoomBy: (factor: number, x = 0, y = 0) =>
      setView((before) => {
        const { zoom } = within({ ...before, zoom: before.zoom * factor }, fit);
        const grown = zoom / before.zoom;
        return within({ zoom, x: x - (x - before.x) * grown, y: y - (y - before.y) * grown }, fit);
      }),
    /** Moves the photo, in shares of the frame. */
    moveBy: (x: number, y: number) =>
      setView((before) => within({ ...before, x: before.x + x, y: before.y + y }, fit)),
    canZoomIn: view.zoom < maxZoom,
    canZoomOut: view.zoom > 1,
  };
}

export type MaskViewControl = ReturnType<typeof useMaskView>;
