import { grade } from '../grade.ts';
import { paint } from '../paint.ts';
import { type Colour, clamp, eachPixel, hex, luma, mix, type Raster, smoothstep } from '../pixels.ts';
import { compose, halo, type Stage } from '../stage.ts';
import { cover } from './draw.ts';
import { edgePreserving, inkLines, outline } from './ink.ts';

/** Pop art: posterised colour, halftone in the shadows, black contours, sunburst. */
export function popcrush(stage: Stage): Raster {
  const { width, height, box, random } = stage;
  const colours = [hex('#ff2e88'), hex('#ffd91c'), hex('#13c4c9')];
  const start = Math.floor(random.next() * 3);
  const rays = 24;
  const turn = random.between(0, 1);
  const unit = Math.min(width, height);
  const backdrop = paint(width, height, 1, (x, y, out) => {
    const dx = x - box.x;
    const dy = y - (box.y + box.ry * 0.15);
    const d = Math.sqrt(dx * dx + dy * dy);
    const ray = ((Math.atan2(dy, dx) / (Math.PI * 2) + 1) * rays + turn) % rays;
    const index = Math.floor(ray);
    const a = colours[(index + start) % 3] as Colour;
    const b = colours[(index + start + 1) % 3] as Colour;
    const edge = smoothstep(1 - 0.0022 * (rays / (6.3 * Math.max(d, 0.05))), 1, ray - index);
    // Dots grow towards the frame.
    const gx = ((x + y) * 31 + 100) % 1;
    const gy = ((x - y) * 31 + 100) % 1;
    const size = smoothstep(0.25, 0.95, d) * 0.52;
    const dot = smoothstep(size, size - 0.07, Math.hypot(gx - 0.5, gy - 0.5)) * (size > 0.03 ? 1 : 0);
    for (let c = 0; c < 3; c++) {
      const base = mix(a[c] as number, b[c] as number, edge);
      out[c] = mix(base, base * 0.72, dot);
    }
  });
  const vivid = grade(edgePreserving(stage.photo, width * 0.004), {
    exposure: 1.16,
    contrast: 1.32,
    saturation: 1.75,
    vibrance: 0.2,
  });
  const dots = 58;
  eachPixel(vivid, (p, i) => {
    const x = (i % width) / unit;
    const y = Math.floor(i / width) / unit;
    const l = luma(p[0] as number, p[1] as number, p[2] as number);
    for (let c = 0; c < 3; c++) {
      const place = clamp(p[c] as number) * 3;
      const base = Math.floor(place);
      p[c] = (base + smoothstep(0.4, 0.6, place - base)) / 3;
    }
    const gx = ((x + y) * dots) % 1;
    const gy = (((x - y) * dots) % 1) + 1;
    const size = smoothstep(0.62, 0.12, l) * 0.62;
    const dot = smoothstep(size, size - 0.12, Math.hypot(gx - 0.5, (gy % 1) - 0.5)) * (size > 0.08 ? 1 : 0);
    p[0] = mix(p[0] as number, (p[0] as number) * 0.35 + 0.08, dot);
    p[1] = mix(p[1] as number, (p[1] as number) * 0.25, dot);
    p[2] = mix(p[2] as number, (p[2] as number) * 0.4 + 0.13, dot);
  });
  const soft = halo(stage, 0.012);
  const out = compose(stage, vivid, backdrop, 0);
  // A white sticker edge outside, a black contour on it.
  for (let i = 0, s = 0; i < soft.values.length; i++, s += 3) {
    const v = soft.values[i] as number;
    const m = stage.dish.values[i] as number;
    cover(out, s, [1, 1, 1], smoothstep(0.05, 0.09, v) * (1 - smoothstep(0.3, 0.6, m)));
  }
  inkLines(stage, out, stage.photo, { strength: 1, colour: [0.05, 0.03, 0.06], width: 0.0016 });
  outline(stage, out, 0.005, [0.05, 0.03, 0.06], 1);
  return out;
}
