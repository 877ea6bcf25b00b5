import { bloom, clarity, grade, vignette } from '../grade.ts';
import { paint } from '../paint.ts';
import { clamp, hex, mix, type Raster, smoothstep } from '../pixels.ts';
import { compose, rimLight, type Stage } from '../stage.ts';
import { addLight, withinCircle } from './draw.ts';

/** A ring of blue-white energy behind a razor-sharp dish, streaks and flying crumbs. */
export function shockwave(stage: Stage): Raster {
  const { width, height, box, random, noise } = stage;
  const cx = box.x;
  const cy = box.y;
  const radius = clamp(Math.max(box.rx, box.ry) * random.between(1.08, 1.2), 0.3, 0.5);
  const phase = random.between(0, 200);
  const wide = paint(width, height, 2, (x, y, out) => {
    const dx = x - cx;
    const dy = y - cy;
    const d = Math.sqrt(dx * dx + dy * dy);
    const angle = Math.atan2(dy, dx) / Math.PI + 1;
    // The noise is continuous after a full turn.
    const around = Math.min(angle, 2 - angle);
    const fray = noise.layered(around * 9 + phase, d * 2, 3) - 0.5;
    const ring = d - radius * (1 + fray * 0.09);
    const front = Math.exp(-((ring / 0.011) ** 2)) + 0.6 * Math.exp(-Math.abs(ring) / 0.045);
    const second = Math.exp(-(((d - radius * 1.42) / 0.03) ** 2)) * 0.22;
    const streak =
      noise.value(around * 110 + phase, d * 1.2) ** 4 * 1.5 + noise.value(around * 37, d) ** 3 * 0.5;
    const rays = streak * smoothstep(radius * 0.9, radius * 1.25, d) * Math.exp(-(d - radius) * 1.5);
    const core = Math.exp(-d * d * 7) * 0.85;
    out[0] = 0.012 + 0.55 * front + 0.25 * rays + 0.22 * core + 0.1 * second;
    out[1] = 0.03 + 0.8 * front + 0.5 * rays + 0.5 * core + 0.35 * second;
    out[2] = 0.1 + 1.15 * front + 0.95 * rays + 0.95 * core + 0.8 * second;
  });
  // Lightning along the ring.
  for (let k = 0; k < 7; k++) {
    let angle = random.between(0, Math.PI * 2);
    let r = radius * random.between(0.96, 1.05);
    let drift = 0;
    for (let step = 0; step < 170; step++) {
      angle += 0.0044;
      if (step % 4 === 0) drift = random.between(-0.0032, 0.0036);
      r += drift;
      withinCircle(wide, cx + Math.cos(angle) * r, cy + Math.sin(angle) * r, 0.012, (s, dx, dy) => {
        const d = Math.sqrt(dx * dx + dy * dy);
        addLight(wide, s, [0.7, 0.9, 1], Math.exp(-((d / 0.0016) ** 2)) * 0.7 + Math.exp(-d / 0.006) * 0.04);
      });
    }
  }
  const sharp = clarity(clarity(stage.photo, width * 0.003, 1), width * 0.02, 0.55);
  const lit = grade(sharp, {
    contrast: 1.22,
    saturation: 1.14,
    exposure: 1.05,
    shadows: hex('#04103a'),
    split: 0.3,
  });
  for (const angle of [0, 90, 180, 270]) {
    rimLight(stage, lit, { angle, colour: hex('#9fd8ff'), amount: 0.7, share: 0.011 });
  }
  const out = compose(stage, lit, wide, 0.55);
  const crumbs = ['#8a4b1c', '#d79a4a', '#f2d29a', '#5c2e12', '#d4552a'].map(hex);
  for (let k = 0; k < 90; k++) {
    const angle = random.between(0, Math.PI * 2);
    const r = radius * random.between(0.75, 1.75);
    const size = random.between(0.0025, 0.0105) * (0.6 + r);
    const water = random.chance(0.35);
    const colour = random.pick(crumbs);
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    withinCircle(out, cx + ux * r, cy + uy * r, size * 2.4, (s, dx, dy) => {
      const along = (dx * ux + dy * uy) / (size * 1.7);
      const across = (-dx * uy + dy * ux) / size;
      const d =
        Math.sqrt(along * along + across * across) + (noise.value(dx * 400 + k, dy * 400) - 0.5) * 0.5;
      const body = smoothstep(1, 0.8, d);
      if (body <= 0) return;
      if (water) {
        addLight(out, s, [0.6, 0.85, 1], body * (0.18 + 0.8 * smoothstep(0.5, 0.95, d)));
        return;
      }
      const shade = 0.75 + (0.55 * (-dx * 0.6 - dy)) / size;
      for (let c = 0; c < 3; c++) {
        out.rgb[s + c] = mix(out.rgb[s + c] as number, clamp((colour[c] as number) * shade), body);
      }
    });
  }
  return vignette(
    bloom(out, { threshold: 0.72, sigma: width * 0.014, amount: 0.5, tint: hex('#bfe2ff') }),
    0.5,
  );
}
