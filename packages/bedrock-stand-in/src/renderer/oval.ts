import { clamp, type Plane, plane, smoothstep } from './pixels.ts';

/** An ellipse in shares of the shorter side, origin in the middle, as in `paint`. */
export interface Oval {
  x: number;
  y: number;
  rx: number;
  ry: number;
  /** Clockwise rotation in radians; 0 if left out. */
  turn?: number;
}

/** The union of a mask and an oval, with a soft edge of about two pixels. */
export function joinOval(food: Plane, oval: Oval | undefined): Plane {
  if (!oval) return food;
  const { width, height } = food;
  const unit = Math.min(width, height);
  const out = plane(width, height);
  const soft = 1.5 / (oval.rx * unit);
  const radii = radiiIn(food, oval);
  for (let i = 0; i < radii.length; i++) {
    const inside = smoothstep(1 + soft, 1 - soft * 2, radii[i] as number);
    out.values[i] = clamp(Math.max(food.values[i] as number, inside));
  }
  return out;
}

/** For each pixel, its distance from the oval's middle relative to the outline: 1 on the outline. */
function radiiIn({ width, height }: Plane, oval: Oval): Float32Array {
  const unit = Math.min(width, height);
  const radii = new Float32Array(width * height);
  const [ct, st] = [Math.cos(oval.turn ?? 0), Math.sin(oval.turn ?? 0)];
  for (let y = 0, i = 0; y < height; y++) {
    const down = (y + 0.5 - height / 2) / unit - oval.y;
    for (let x = 0; x < width; x++, i++) {
      const aside = (x + 0.5 - width / 2) / unit - oval.x;
      const dx = (aside * ct + down * st) / oval.rx;
      const dy = (down * ct - aside * st) / oval.ry;
      radii[i] = Math.sqrt(dx * dx + dy * dy);
    }
  }
  return radii;
}

/** Least share of a plate's pixels that the oval must cover, and the greatest factor by which it grows for that. */
const COVERED = 0.98;
const MOST_GROWN = 1.5;

/**
 * An ellipse that covers what is visible of a plate. The fitted one is too small for a plate that the frame cuts off.
 */
export function coverWithOval(mask: Plane): Required<Oval> {
  const oval = fitOval(mask);
  const radii = radiiIn(mask, oval)
    .filter((_, i) => (mask.values[i] as number) > 0.5)
    .sort();
  const grown = clamp(radii[Math.floor(radii.length * COVERED)] ?? 1, 1, MOST_GROWN);
  return { ...oval, rx: oval.rx * grown, ry: oval.ry * grown };
}

/** Least intersection over union of a mask and an ellipse for the mask to be that ellipse. */
const SAME_OUTLINE = 0.9;

/** Whether the mask is the oval: true for a plate from above, false for a bowl on a plate. */
export function isOval(mask: Plane, oval: Oval, least = SAME_OUTLINE): boolean {
  const round = joinOval(plane(mask.width, mask.height), oval);
  let [both, either] = [0, 1e-6];
  for (let i = 0; i < mask.values.length; i++) {
    const [a, b] = [mask.values[i] as number, round.values[i] as number];
    both += Math.min(a, b);
    either += Math.max(a, b);
  }
  return both / either > least;
}

/** The ellipse with the same centroid and second moments as the mask. */
export function fitOval(mask: Plane): Required<Oval> {
  const { width, height, values } = mask;
  const unit = Math.min(width, height);
  let [mass, mx, my] = [1e-6, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const m = values[i] as number;
    mass += m;
    mx += m * ((i % width) + 0.5);
    my += m * (Math.floor(i / width) + 0.5);
  }
  mx /= mass;
  my /= mass;
  let [xx, xy, yy] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const m = (values[i] as number) / mass;
    const [dx, dy] = [(i % width) + 0.5 - mx, Math.floor(i / width) + 0.5 - my];
    xx += m * dx * dx;
    xy += m * dx * dy;
    yy += m * dy * dy;
  }
  const half = Math.hypot((xx - yy) / 2, xy);
  // The variance along an axis of an evenly filled ellipse is a quarter of its squared semi-axis.
  const rx = 2 * Math.sqrt((xx + yy) / 2 + half);
  const ry = 2 * Math.sqrt(Math.max((xx + yy) / 2 - half, 1e-6));
  return {
    x: (mx - width / 2) / unit,
    y: (my - height / 2) / unit,
    rx: rx / unit,
    ry: ry / unit,
    turn: Math.atan2(2 * xy, xx - yy) / 2,
  };
}
