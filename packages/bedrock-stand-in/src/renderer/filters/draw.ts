import { type Colour, clamp, mix, type Raster, screen, smoothstep } from '../pixels.ts';
import type { Random } from '../random.ts';

/**
 * Visits the pixels of a disc. Offsets from its centre are in units of the shorter side; the place is given as in
 * `paint`.
 */
export function withinCircle(
  picture: Raster,
  cx: number,
  cy: number,
  radius: number,
  visit: (s: number, dx: number, dy: number) => void,
): void {
  const { width, height } = picture;
  const unit = Math.min(width, height);
  const px = cx * unit + width / 2;
  const py = cy * unit + height / 2;
  const pr = radius * unit + 1;
  const x1 = Math.min(width - 1, Math.ceil(px + pr));
  const y1 = Math.min(height - 1, Math.ceil(py + pr));
  for (let y = Math.max(0, Math.floor(py - pr)); y <= y1; y++) {
    for (let x = Math.max(0, Math.floor(px - pr)); x <= x1; x++) {
      visit((y * width + x) * 3, (x + 0.5 - px) / unit, (y + 0.5 - py) / unit);
    }
  }
}

/** Adds light of a colour at one pixel, in place. */
export function addLight(picture: Raster, s: number, colour: Colour, amount: number): void {
  for (let c = 0; c < 3; c++) {
    picture.rgb[s + c] = screen(picture.rgb[s + c] as number, (colour[c] as number) * amount);
  }
}

/** Covers one pixel with a colour, in place; `amount` is the opacity, 0 to 1. */
export function cover(picture: Raster, s: number, colour: Colour, amount: number): void {
  const a = clamp(amount);
  for (let c = 0; c < 3; c++) picture.rgb[s + c] = mix(picture.rgb[s + c] as number, colour[c] as number, a);
}

/** Out-of-focus points of light: discs, a little brighter at the rim. */
export function bokeh(
  picture: Raster,
  random: Random,
  options: {
    count: number;
    colours: readonly Colour[];
    size: readonly [number, number];
    amount: number;
    area: { left: number; right: number; top: number; bottom: number };
  },
): void {
  const { count, colours, size, amount, area } = options;
  for (let k = 0; k < count; k++) {
    const cx = random.between(area.left, area.right);
    const cy = random.between(area.top, area.bottom);
    const radius = mix(size[0], size[1], random.next() ** 1.8);
    const colour = random.pick(colours);
    const strength = amount * random.between(0.25, 1);
    withinCircle(picture, cx, cy, radius, (s, dx, dy) => {
      const d = Math.sqrt(dx * dx + dy * dy) / radius;
      if (d < 1) addLight(picture, s, colour, strength * smoothstep(1, 0.86, d) * (0.6 + 0.4 * d * d));
    });
  }
}

/** Small bright points with a soft glow: embers, dust, stars. */
export function sparks(
  picture: Raster,
  random: Random,
  options: {
    count: number;
    colours: readonly Colour[];
    size: readonly [number, number];
    area: { left: number; right: number; top: number; bottom: number };
    /** Length of a four-pointed flare in radii; 0 for none. */
    flare?: number;
  },
): void {
  const { count, colours, size, area, flare = 0 } = options;
  for (let k = 0; k < count; k++) {
    const cx = random.between(area.left, area.right);
    const cy = random.between(area.top, area.bottom);
    const radius = mix(size[0], size[1], random.next() ** 3);
    const colour = random.pick(colours);
    const strength = random.between(0.4, 1);
    const reach = radius * Math.max(3, flare);
    withinCircle(picture, cx, cy, reach, (s, dx, dy) => {
      const d = Math.sqrt(dx * dx + dy * dy) / radius;
      let light = smoothstep(1.1, 0.5, d) + 0.35 * Math.exp(-d * 1.3);
      if (flare > 0) {
        const fade = Math.max(0, 1 - (d * radius) / reach);
        light +=
          0.7 *
          fade *
          fade *
          (Math.exp(-Math.abs(dx) / (radius * 0.16)) + Math.exp(-Math.abs(dy) / (radius * 0.16)));
      }
      addLight(picture, s, colour, Math.min(1, light * strength));
    });
  }
}
