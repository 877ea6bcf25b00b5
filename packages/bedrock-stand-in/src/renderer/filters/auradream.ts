import { bloom, grade } from '../grade.ts';
import { paint } from '../paint.ts';
import { clamp, hex, mix, type Raster, ramp, smoothstep } from '../pixels.ts';
import { compose, contactShadow, rimLight, type Stage } from '../stage.ts';
import { bokeh, sparks } from './draw.ts';

/** A halo of lilac, peach and mint; mist, diffusion, floating specks. */
export function auradream(stage: Stage): Raster {
  const { width, height, box, random, noise } = stage;
  const phase = random.between(0, 70);
  const turn = random.between(0, 1);
  const pastels = ['#b794ff', '#ff9fd0', '#ffc49a', '#ffe9b0', '#98ebcb', '#94c8ff', '#b794ff'].map(hex);
  const backdrop = paint(width, height, 4, (x, y, out) => {
    const drift = noise.layered(x * 1.1 + phase, y * 1.1, 3);
    const dx = x - box.x;
    const dy = (y - box.y) * 1.05;
    const d = Math.sqrt(dx * dx + dy * dy) / Math.max(box.rx, box.ry);
    const t = (drift * 1.25 + d * 0.32 + y * 0.35 + turn + 2) % 1;
    ramp(pastels, t, out);
    // Rings of the aura, each softer than the last.
    const ring = Math.exp(-(((d - 1.12) / 0.13) ** 2)) * 0.6 + Math.exp(-(((d - 1.5) / 0.12) ** 2)) * 0.38;
    const core = Math.exp(-d * d * 0.8) * 0.2;
    const mist =
      smoothstep(0.42, 0.75, noise.layered(x * 2.3, y * 4 + phase, 4)) * smoothstep(-0.05, 0.5, y) * 0.75;
    const white = clamp(ring * 0.8 + core + mist);
    for (let c = 0; c < 3; c++) out[c] = mix(out[c] as number, 1, white);
  });
  contactShadow(stage, backdrop, 0.34, hex('#a487c9'));
  const lit = grade(stage.photo, {
    exposure: 1.06,
    contrast: 0.97,
    saturation: 1.1,
    vibrance: 0.1,
    lift: 0.06,
    shadows: hex('#9a6fd0'),
    highlights: hex('#fff2f6'),
    split: 0.36,
  });
  for (const [angle, colour] of [
    [150, '#e9c6ff'],
    [30, '#ffd9c2'],
    [90, '#d9fff0'],
  ] as const) {
    rimLight(stage, lit, { angle, colour: hex(colour), amount: 1, share: 0.02 });
  }
  const joined = compose(stage, lit, backdrop, 0.6);
  const out = bloom(joined, { threshold: 0.42, sigma: width * 0.03, amount: 0.22, tint: hex('#fff0fb') });
  bokeh(out, random, {
    count: 24,
    colours: [[1, 1, 1], hex('#fff0d6'), hex('#ffe1f4')],
    size: [0.005, 0.026],
    amount: 0.5,
    area: { left: -0.6, right: 0.6, top: -0.7, bottom: 0.6 },
  });
  sparks(out, random, {
    count: 34,
    colours: [[1, 1, 1]],
    size: [0.001, 0.0045],
    flare: 6,
    area: { left: -0.55, right: 0.55, top: -0.6, bottom: 0.5 },
  });
  return out;
}
