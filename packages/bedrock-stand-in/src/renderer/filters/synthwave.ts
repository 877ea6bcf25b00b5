import { bloom, grade, grain, vignette } from '../grade.ts';
import { paint } from '../paint.ts';
import { clamp, hex, mix, type Raster, ramp, screen, smoothstep } from '../pixels.ts';
import { compose, contactShadow, reflect, rimLight, type Stage } from '../stage.ts';

/** A striped sun and a neon grid at dusk; magenta and cyan rims; soft film. */
export function synthwave(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const horizon = clamp(box.y + box.ry * 0.3, -0.08, 0.26);
  const sunX = clamp(box.x + side * random.between(0.04, 0.2), -0.3, 0.3);
  const sunR = clamp(Math.max(box.rx, box.ry) * random.between(0.82, 1.12), 0.25, 0.43);
  const sunY = clamp(box.top + sunR * random.between(0.5, 0.8), -0.4, horizon - 0.05);
  const drift = random.next();
  const sky = random
    .pick([
      ['#0d0430', '#2a0a5e', '#6d1480', '#d1256f', '#ff7a4f'],
      ['#07062b', '#1b0f63', '#4a1a92', '#a626a4', '#ff5fa2'],
      ['#150326', '#45085c', '#8f1a6e', '#e8436a', '#ffb26b'],
    ])
    .map(hex);
  const sun = ['#ffe66b', '#ffab4a', '#ff4f86', '#e0218a'].map(hex);
  const stars = random.between(0, 100);
  const halfHeight = height / Math.min(width, height) / 2;
  const backdrop = paint(width, height, 1, (x, y, out) => {
    if (y < horizon) {
      const t = (y + halfHeight) / (horizon + halfHeight);
      ramp(sky, t ** 1.25, out);
      const star = noise.value(x * 90 + stars, y * 90);
      const twinkle = smoothstep(0.93, 0.99, star) * (1 - t) * 0.9;
      const dx = x - sunX;
      const dy = y - sunY;
      const d = Math.sqrt(dx * dx + dy * dy);
      const glow = Math.exp(-Math.max(0, d - sunR) * 5.5) * 0.55;
      out[0] = screen(out[0] as number, glow * 1 + twinkle);
      out[1] = screen(out[1] as number, glow * 0.25 + twinkle);
      out[2] = screen(out[2] as number, glow * 0.5 + twinkle);
      const inside = smoothstep(sunR + 0.002, sunR - 0.002, d);
      if (inside > 0) {
        const v = (dy / sunR + 1) / 2;
        const stripe = v * 13;
        const gap = smoothstep(0.35, 1, v) * 0.62;
        const open = v < 0.36 ? 1 : smoothstep(gap - 0.04, gap + 0.04, stripe - Math.floor(stripe));
        const [r, g, b] = [out[0] as number, out[1] as number, out[2] as number];
        ramp(sun, v, out);
        const a = inside * open;
        out[0] = mix(r, out[0] as number, a);
        out[1] = mix(g, out[1] as number, a);
        out[2] = mix(b, out[2] as number, a);
      }
      return;
    }
    const down = y - horizon + 0.004;
    const depth = 0.09 / down;
    // Distances to the nearest grid lines, measured in the picture, so that lines get finer far away.
    const u = ((x - sunX * 0.4) * depth) / 0.075;
    const v = depth * 4.2 + drift;
    const across = (Math.abs(u - Math.round(u)) * 0.075) / depth;
    const along = (Math.abs(v - Math.round(v)) * down) / (depth * 4.2);
    const thick = 0.0011 + 0.0065 * down;
    const near = smoothstep(0.012, 0.07, down);
    const line = Math.exp(-((across / thick) ** 2)) + Math.exp(-((along / thick) ** 2)) * near;
    const haze = Math.exp(-across / (thick * 5)) * 0.3 + Math.exp(-along / (thick * 5)) * 0.3 * near;
    const far = Math.exp(-down * 8);
    const light = clamp((line + haze) * (0.35 + 0.65 * near));
    out[0] = clamp(0.045 + 0.7 * far + light * mix(0.3, 0.95, far));
    out[1] = clamp(0.012 + 0.12 * far + light * mix(0.82, 0.3, far));
    out[2] = clamp(0.12 + 0.36 * far + light * 0.95);
  });
  const lit = grade(stage.photo, {
    contrast: 1.16,
    saturation: 1.12,
    exposure: 1.04,
    shadows: hex('#2b0b63'),
    highlights: hex('#ffe3ee'),
    split: 0.5,
  });
  rimLight(stage, lit, { angle: 165, colour: hex('#ff2fb3'), amount: 1.25 });
  rimLight(stage, lit, { angle: 15, colour: hex('#27e7ff'), amount: 1.25 });
  reflect(stage, backdrop, lit, 0.4, 0.35);
  contactShadow(stage, backdrop, 0.85, hex('#07021c'));
  const out = bloom(compose(stage, lit, backdrop, 0.5), {
    threshold: 0.62,
    sigma: width * 0.018,
    amount: 0.5,
    tint: hex('#ff9ae0'),
  });
  return grain(vignette(out, 0.35, hex('#0a0226')), 0.045, random);
}
