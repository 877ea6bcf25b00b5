import { blurPlane, blurRaster } from './blur.ts';
import { connectedParts, isSet, shrink } from './dish-mask/mask-parts.ts';
import { createNoise, type Noise } from './noise.ts';
import { fitOval, type Oval } from './oval.ts';
import {
  type Colour,
  clamp,
  luma,
  mix,
  type Plane,
  plane,
  type Raster,
  raster,
  samplePlane,
  screen,
  smoothstep,
} from './pixels.ts';
import type { Random } from './random.ts';
import { fitWithin, resizePlane } from './resize.ts';

/**
 * The input of a look: the developed photo, the place of the dish, and the random numbers of this picture. Positions
 * are in units of the picture's shorter side, with the origin in the middle and y downwards, as in `paint`.
 */
export interface Stage {
  width: number;
  height: number;
  photo: Raster;
  /** The part of the photo that is kept: the food, and the plate, board or bowl under it. */
  dish: Plane;
  box: Box;
  /** The food alone and the place of its plate, if a plate was found. */
  served?: { food: Plane; plate: Oval };
  random: Random;
  noise: Noise;
  /** Side the main light comes from: -1 left, 1 right. */
  side: number;
  /** The photo already shows the setting of the look, so backdrops only add to it. */
  inScene: boolean;
}

/** The bounding box of the dish. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: number;
  y: number;
  /** Half extents. */
  rx: number;
  ry: number;
}

export function createStage(photo: Raster, dish: Plane, random: Random): Stage {
  return {
    width: photo.width,
    height: photo.height,
    photo,
    dish,
    box: findBox(dish),
    random,
    noise: createNoise(random),
    side: random.chance(0.5) ? -1 : 1,
    inScene: false,
  };
}

/** Bounding box of the dish. On each side, 1% of its mass may lie outside, so that stray pixels do not count. */
export function findBox(dish: Plane): Box {
  const { width, height, values } = dish;
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  let mass = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const m = values[i] as number;
      columns[x] = (columns[x] as number) + m;
      rows[y] = (rows[y] as number) + m;
      mass += m;
    }
  }
  const unit = 1 / Math.min(width, height);
  const left = (quantile(columns, mass * 0.01) - width / 2) * unit;
  const right = (quantile(columns, mass * 0.99) + 1 - width / 2) * unit;
  const top = (quantile(rows, mass * 0.01) - height / 2) * unit;
  const bottom = (quantile(rows, mass * 0.992) + 1 - height / 2) * unit;
  return {
    left,
    right,
    top,
    bottom,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    rx: Math.max((right - left) / 2, 0.05),
    ry: Math.max((bottom - top) / 2, 0.05),
  };
}

function quantile(counts: Float64Array, target: number): number {
  let sum = 0;
  for (let k = 0; k < counts.length; k++) {
    sum += counts[k] as number;
    if (sum >= target) return k;
  }
  return counts.length - 1;
}

/** The dish mask blurred by a share of the shorter side: a halo around it. */
export function halo(stage: Stage, share: number): Plane {
  return blurPlane(stage.dish, share * Math.min(stage.width, stage.height));
}

/**
 * Puts the dish in front of a backdrop. The backdrop's light spills over the edge of the dish, as in a photograph. If
 * the look has a setting, the setting stays and takes on the backdrop's colours and some of its detail.
 */
export function compose(stage: Stage, dish: Raster, backdrop: Raster, wrap = 0.35): Raster {
  const { width, height } = stage;
  const behind = stage.inScene ? recolourScene(stage, backdrop) : backdrop;
  const soft = halo(stage, 0.012);
  const out = raster(width, height);
  for (let i = 0, s = 0; i < stage.dish.values.length; i++) {
    const m = clamp(stage.dish.values[i] as number);
    const edge = m * clamp((1 - (soft.values[i] as number)) * 2) * wrap;
    for (let c = 0; c < 3; c++, s++) {
      const front = dish.rgb[s] as number;
      const back = behind.rgb[s] as number;
      out.rgb[s] = mix(back, mix(front, screen(front, back * 0.8), edge), m);
    }
  }
  return out;
}

function recolourScene(stage: Stage, backdrop: Raster): Raster {
  const colours = blurRaster(backdrop, 0.05 * Math.min(stage.width, stage.height));
  const out = raster(stage.width, stage.height);
  const scene = stage.photo.rgb;
  for (let s = 0; s < out.rgb.length; s += 3) {
    const light = luma(scene[s] as number, scene[s + 1] as number, scene[s + 2] as number);
    for (let c = s; c < s + 3; c++) {
      const colour = colours.rgb[c] as number;
      const tinted = colour * (0.3 + 1.35 * light) + 0.12 * (scene[c] as number);
      out.rgb[c] = tinted + ((backdrop.rgb[c] as number) - colour) * 0.45;
    }
  }
  return out;
}

/**
 * Adds light along the outline of the dish from a direction (in degrees: 0 from the right, 90 from above), in place.
 * `share` is the width of the rim as a share of the shorter side.
 */
export function rimLight(
  stage: Stage,
  picture: Raster,
  light: { angle: number; colour: Colour; amount: number; share?: number },
): Raster {
  const { width, height } = stage;
  const soft = halo(stage, light.share ?? 0.014);
  const dx = Math.cos((light.angle * Math.PI) / 180);
  const dy = -Math.sin((light.angle * Math.PI) / 180);
  const reach = Math.max(1, Math.round(Math.min(width, height) * 0.004));
  const scale = (Math.min(width, height) * (light.share ?? 0.014)) / reach;
  const { values } = soft;
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const i = y * width + x;
      const m = stage.dish.values[i] as number;
      if (m < 0.02) continue;
      const inward = values[i] as number;
      if (inward > 0.97) continue;
      const gx = (values[i + reach] as number) - (values[i - reach] as number);
      const gy = (values[i + reach * width] as number) - (values[i - reach * width] as number);
      const facing = clamp(-(gx * dx + gy * dy) * scale * 1.4);
      if (facing <= 0) continue;
      const strength = facing * m * light.amount * smoothstep(0.97, 0.6, inward);
      const s = i * 3;
      for (let c = 0; c < 3; c++) {
        const base = picture.rgb[s + c] as number;
        picture.rgb[s + c] = screen(base, (light.colour[c] as number) * strength * (0.45 + 0.75 * base));
      }
    }
  }
  return picture;
}

/** The height divided by the width of a dish below which its outline shows the camera's tilt. */
const FLAT = 0.6;
/** Least rotation in radians of an oblong dish. A smaller one is random. */
const LEAST_TILT = 0.1;
const MOST_TILT = 0.6;

/** The outline of a flat dish whose photo was taken with a tilted camera; undefined if the camera was level. */
export function tiltedOval({ dish }: Stage): Required<Oval> | undefined {
  const oval = fitOval(dish);
  const tilt = Math.abs(oval.turn);
  return oval.ry / oval.rx < FLAT && tilt > LEAST_TILT && tilt < MOST_TILT ? oval : undefined;
}

/** Darkens a backdrop under and around the dish's foot, in place. */
export function contactShadow(
  stage: Stage,
  backdrop: Raster,
  amount: number,
  colour: Colour = [0, 0, 0],
): Raster {
  const { width, height, box } = stage;
  const w = Math.ceil(width / 4);
  const h = Math.ceil(height / 4);
  const small = resizePlane(stage.dish, w, h);
  const unit = Math.min(w, h);
  const foot = plane(w, h);
  // Only the lower part of the dish touches the table; its shadow is flattened and moved down and aside.
  const { x: midX, y: midY, ry, turn } = tiltedOval(stage) ?? { ...box, turn: 0 };
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  for (let y = 0, i = 0; y < h; y++) {
    const down = (y - h / 2) / unit - midY;
    for (let x = 0; x < w; x++, i++) {
      const below = down * ct - ((x - w / 2) / unit - midX) * st;
      const near = smoothstep(ry * -0.05, ry * 0.55, below);
      const from = samplePlane(small, x + stage.side * unit * 0.015, y - unit * 0.018);
      foot.values[i] = from * near;
    }
  }
  const close = blurPlane(foot, unit * 0.012);
  const wide = blurPlane(foot, unit * 0.05);
  const shade = resizePlane(
    { width: w, height: h, values: close.values.map((c, i) => c * 0.65 + (wide.values[i] as number) * 0.6) },
    width,
    height,
  );
  for (let i = 0, s = 0; i < shade.values.length; i++) {
    const dark = clamp((shade.values[i] as number) * amount);
    for (let c = 0; c < 3; c++, s++) {
      backdrop.rgb[s] = mix(backdrop.rgb[s] as number, colour[c] as number, dark);
    }
  }
  return backdrop;
}

/**
 * Greatest height above its lowest point, as a share of the dish's height, at which a part of the dish is still
 * reflected.
 */
const MOST_OVERHANG = 0.3;

/**
 * Reflects the dish in a glossy surface below it, in place. `depth` is the reflection's height in dish heights. Parts
 * that hang over the surface, like the bowl of a wine glass, or stand farther back are reflected less.
 */
export function reflect(stage: Stage, backdrop: Raster, dish: Raster, amount: number, depth = 0.5): Raster {
  const { width, height } = stage;
  const feet = footLine(stage);
  const tall = stage.box.ry * 2 * Math.min(width, height);
  const reach = tall * depth;
  const ground = feet.reduce((lowest, foot) => Math.max(lowest, foot), 0);
  for (let x = 0; x < width; x++) {
    const foot = feet[x] as number;
    const near = 1 - (ground - foot) / (MOST_OVERHANG * tall);
    if (foot < 0 || near <= 0) continue;
    const last = Math.min(height - 1, Math.floor(foot + reach));
    for (let y = Math.ceil(foot); y <= last; y++) {
      const away = (y - foot) / reach;
      const from = Math.round(foot - (y - foot) * 1.15);
      if (from < 0) break;
      const ripple = Math.round((stage.noise.value(x * 0.02, y * 0.12) - 0.5) * away * 14);
      const fx = Math.min(width - 1, Math.max(0, x + ripple));
      const source = from * width + fx;
      const strength = (1 - away) ** 2 * amount * near * (stage.dish.values[source] as number);
      const s = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const base = backdrop.rgb[s + c] as number;
        backdrop.rgb[s + c] = mix(base, dish.rgb[source * 3 + c] as number, strength);
      }
    }
  }
  return backdrop;
}

/**
 * Least distance in which the table continues behind every part of the dish, and share of the backdrop that stays
 * visible.
 */
export const BEHIND = 0.05;
export const LEAST_WALL = 0.16;

/** Components of a dish smaller than this share of it are crumbs and herbs. */
const LEAST_PART = 0.04;
/** Longer side of the copy on which the parts are separated, in pixels. */
const PARTS_SIDE = 128;

/** Width in pixels of that copy of the bridges between objects that only touch. */
const NECK = 4;

/**
 * The y of the lowest point of the part of the dish that stands farthest back; for a single object, of the dish itself.
 */
export function farthestFoot({ dish, box }: Pick<Stage, 'dish' | 'box'>): number {
  const { width, height } = fitWithin(dish.width, dish.height, PARTS_SIDE);
  const parts = connectedParts(shrink(resizePlane(dish, width, height), NECK), isSet);
  const all = parts.reduce((sum, part) => sum + part.length, 0);
  const feet = parts
    .filter((part) => part.length > LEAST_PART * all)
    .map((part) => Math.floor(Math.max(...part) / width) + 1 + NECK);
  return Math.min(box.bottom, ...feet.map((row) => (row - height / 2) / Math.min(width, height)));
}

/** Lowest row of the dish in each column, smoothed; -1 where there is no dish. */
function footLine(stage: Stage): Float32Array {
  const { width, height } = stage;
  const feet = new Float32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    for (let y = height - 1; y >= 0; y--) {
      if ((stage.dish.values[y * width + x] as number) > 0.5) {
        feet[x] = y;
        break;
      }
    }
  }
  const reach = Math.round(width * 0.02);
  const smooth = new Float32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    if ((feet[x] as number) < 0) continue;
    let sum = 0;
    let count = 0;
    for (let k = Math.max(0, x - reach); k <= Math.min(width - 1, x + reach); k++) {
      if ((feet[k] as number) >= 0) {
        sum += feet[k] as number;
        count += 1;
      }
    }
    smooth[x] = sum / count;
  }
  return smooth;
}
