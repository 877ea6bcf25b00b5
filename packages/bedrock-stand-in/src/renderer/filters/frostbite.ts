import { grade, vignette } from '../grade.ts';
import { paint, paintPlane } from '../paint.ts';
import { clamp, hex, mix, type Raster, ramp, screen, smoothstep } from '../pixels.ts';
import { compose, contactShadow, reflect, rimLight, type Stage } from '../stage.ts';
import { bokeh, cover, sparks } from './draw.ts';

/** Ice crystals along the frame and low mist; the food keeps its colours. */
export function frostbite(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const phase = random.between(0, 90);
  const horizon = clamp(box.y + box.ry * 0.35, 0, 0.3);
  const ice = ['#1d5687', '#4f94c2', '#9fd0ea', '#6fadd2', '#2f6f9f'].map(hex);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const t = clamp((y + 0.55) / 1.1);
    ramp(ice, t, out);
    const sun = Math.exp(-((x - side * 0.35) ** 2 + (y + 0.35) ** 2) * 5) * 0.5;
    const frostedGlass = (noise.layered(x * 6 + phase, y * 6, 4) - 0.5) * 0.12;
    if (y > horizon) {
      const ice = noise.ridged(x * 2.2 + phase, (y - horizon) * 6, 4);
      const crack = smoothstep(0.82, 0.95, ice) * 0.3;
      for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * 0.97 + crack;
    }
    for (let c = 0; c < 3; c++) out[c] = screen(clamp((out[c] as number) + frostedGlass), sun);
  });
  bokeh(backdrop, random, {
    count: 30,
    colours: [[1, 1, 1], hex('#d9f0ff')],
    size: [0.006, 0.04],
    amount: 0.4,
    area: { left: -0.7, right: 0.7, top: -0.7, bottom: horizon },
  });
  contactShadow(stage, backdrop, 0.5, hex('#23506e'));
  const lit = grade(stage.photo, {
    exposure: 1.07,
    contrast: 1.1,
    saturation: 1.12,
    vibrance: 0.15,
    warmth: -0.045,
    shadows: hex('#12405f'),
    highlights: hex('#f2fbff'),
    split: 0.34,
  });
  reflect(stage, backdrop, lit, 0.35, 0.35);
  for (const angle of [60, 120, 0, 180])
    rimLight(stage, lit, { angle, colour: hex('#e8f8ff'), amount: 0.95, share: 0.012 });
  const out = compose(stage, lit, backdrop, 0.4);
  const mist = paintPlane(width, height, 4, (x, y) => {
    const low = smoothstep(box.y + box.ry * 0.35, box.bottom + 0.12, y);
    return smoothstep(0.35, 0.72, noise.layered(x * 1.7 + phase, y * 4.5, 4)) * low;
  });
  for (let i = 0, s = 0; i < mist.values.length; i++, s += 3) {
    cover(out, s, [0.94, 0.98, 1], (mist.values[i] as number) * 0.72);
  }
  const frost = growFrost(stage);
  for (let i = 0, s = 0; i < frost.values.length; i++, s += 3) {
    const f = frost.values[i] as number;
    if (f < 0.01) continue;
    cover(out, s, [0.88, 0.95, 1], f * 0.8 * (1 - clamp((stage.dish.values[i] as number) * 0.45)));
  }
  sparks(out, random, {
    count: 70,
    colours: [[1, 1, 1], hex('#cfeaff')],
    size: [0.0009, 0.0042],
    flare: 8,
    area: { left: -0.6, right: 0.6, top: -0.7, bottom: 0.6 },
  });
  return vignette(out, 0.2, hex('#e4f4fc'));
}

/** Feathery crystals: branching needles from many points along the frame. */
function growFrost(stage: Stage) {
  const { width, height, random, noise } = stage;
  const halfW = width / Math.min(width, height) / 2;
  const halfH = height / Math.min(width, height) / 2;
  const w = Math.ceil(width / 2);
  const h = Math.ceil(height / 2);
  const frost = paintPlane(w, h, 1, (x, y) => {
    const edge = Math.min(halfW - Math.abs(x), halfH - Math.abs(y));
    const ragged = edge + (noise.layered(x * 4, y * 4, 3) - 0.5) * 0.13;
    return smoothstep(0.07, -0.03, ragged) * (0.45 + 0.5 * noise.ridged(x * 14, y * 14, 3));
  });
  const plot = (x: number, y: number, amount: number) => {
    const px = Math.round((x + halfW) * Math.min(w, h));
    const py = Math.round((y + halfH) * Math.min(w, h));
    if (px < 0 || py < 0 || px >= w || py >= h) return;
    const i = py * w + px;
    frost.values[i] = Math.max(frost.values[i] as number, amount);
  };
  const step = 1 / Math.min(w, h);
  const needle = (x: number, y: number, angle: number, length: number, depth: number) => {
    const bend = random.between(-0.5, 0.5);
    const every = depth === 0 ? 0.017 : 0.011;
    let since = 0;
    let [px, py, a] = [x, y, angle];
    for (let gone = 0; gone < length; gone += step) {
      a += bend * step;
      px += Math.cos(a) * step;
      py += Math.sin(a) * step;
      const strength = (1 - (gone / length) * 0.65) * (depth === 0 ? 1 : 0.8 - depth * 0.14);
      plot(px, py, strength);
      if (depth === 0) plot(px + step, py, strength * 0.7);
      since += step;
      if (depth < 2 && since > every) {
        since = 0;
        const rest = (length - gone) * random.between(0.25, 0.5);
        needle(px, py, a + 1.05, rest, depth + 1);
        needle(px, py, a - 1.05, rest, depth + 1);
      }
    }
  };
  for (let k = 0; k < 40; k++) {
    const along = random.between(-1, 1);
    const onSide = random.chance(0.5);
    const sign = random.chance(0.5) ? -1 : 1;
    const x = onSide ? sign * halfW : along * halfW;
    const y = onSide ? along * halfH : sign * halfH;
    const inward = Math.atan2(-y * 0.8 + random.between(-0.2, 0.2), -x * 0.8 + random.between(-0.2, 0.2));
    // Crystals are longer in the corners than in the middle of a side, which is nearer to the dish.
    const corner = smoothstep(0.3, 1, Math.abs(along));
    needle(x, y, inward, random.between(0.07, 0.13) + corner * 0.13, 0);
  }
  return paintBack(frost, width, height);
}

function paintBack(
  frost: { width: number; height: number; values: Float32Array },
  width: number,
  height: number,
) {
  return paintPlane(width, height, 1, (x, y) => {
    const unit = Math.min(width, height);
    const px = ((x * unit + width / 2) * frost.width) / width - 0.5;
    const py = ((y * unit + height / 2) * frost.height) / height - 0.5;
    const x0 = clamp(Math.floor(px), 0, frost.width - 2);
    const y0 = clamp(Math.floor(py), 0, frost.height - 2);
    const i = y0 * frost.width + x0;
    const fx = clamp(px - x0);
    const fy = clamp(py - y0);
    const top = mix(frost.values[i] as number, frost.values[i + 1] as number, fx);
    return mix(
      top,
      mix(frost.values[i + frost.width] as number, frost.values[i + frost.width + 1] as number, fx),
      fy,
    );
  });
}
