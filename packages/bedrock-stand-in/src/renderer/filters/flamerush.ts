import { bloom, clarity, grade, grain, vignette } from '../grade.ts';
import { paint, paintPlane } from '../paint.ts';
import { clamp, hex, type Raster, ramp, screen, smoothstep } from '../pixels.ts';
import { compose, contactShadow, rimLight, type Stage } from '../stage.ts';
import { backGlow } from './back-glow.ts';
import { addLight, sparks } from './draw.ts';

/** Flames and embers behind the dish on a charcoal background. */
export function flamerush(stage: Stage): Raster {
  const { width, height, box, random, noise } = stage;
  const phase = random.between(0, 120);
  const heat = ['#020101', '#1f0400', '#7a1200', '#d63a00', '#ff8a0f', '#ffd24a', '#fff6cf'].map(hex);
  const ground = clamp(box.y + box.ry * 0.75, 0.1, 0.42);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const up = (ground - y) / 0.9;
    const bendX = noise.layered(x * 2.6 + phase, y * 1.7 + phase, 3) - 0.5;
    const tongue = noise.ridged(x * 3.1 + bendX * 1.5 + phase, y * 1.25 + bendX, 4);
    const lick = noise.layered(x * 7 + bendX * 3, y * 3.2 + phase * 1.7, 4);
    const spread = smoothstep(0.95, 0.15, Math.abs(x - box.x) - box.rx * 0.35);
    if (y < ground) {
      const height01 = clamp(up);
      let fire = tongue * 0.85 + lick * 0.55 - height01 * 1.02 - 0.17 + spread * 0.32;
      fire = clamp(fire) ** 0.85;
      ramp(heat, fire, out);
      const smoke =
        smoothstep(0.45, 0.8, noise.layered(x * 2 + phase, y * 1.6 - bendX, 4)) *
        smoothstep(0.25, 0.9, height01) *
        0.1;
      for (let c = 0; c < 3; c++) out[c] = screen(out[c] as number, smoke);
      return;
    }
    const down = y - ground;
    const coal = noise.cells(x * 12 + phase, y * 20);
    const crack = smoothstep(0.16, 0.02, coal.second - coal.nearest);
    const ember = crack * (0.35 + 0.65 * lick) * Math.exp(-down * 3.2);
    ramp(heat, ember * 0.75 + Math.exp(-down * 12) * 0.3, out);
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) + 0.02 * (coal.nearest as number);
  });
  backGlow(stage, backdrop, 0.07, hex('#ff5a0a'), 0.35);
  contactShadow(stage, backdrop, 0.85);
  const lit = grade(clarity(stage.photo, width * 0.012, 0.6), {
    contrast: 1.24,
    saturation: 1.16,
    exposure: 1.0,
    warmth: 0.09,
    shadows: hex('#1c0500'),
    highlights: hex('#ffe2ae'),
    split: 0.5,
  });
  rimLight(stage, lit, { angle: 150, colour: hex('#ff7a12'), amount: 1.6, share: 0.018 });
  rimLight(stage, lit, { angle: 30, colour: hex('#ffa033'), amount: 1.6, share: 0.018 });
  rimLight(stage, lit, { angle: 90, colour: hex('#ffcb66'), amount: 0.9, share: 0.01 });
  const out = bloom(compose(stage, lit, backdrop, 0.7), {
    threshold: 0.55,
    sigma: width * 0.022,
    amount: 0.45,
    tint: hex('#ff9a3d'),
  });
  // A few flames in front of the foot of the dish.
  const front = paintPlane(width, height, 3, (x, y) => {
    const up = (box.bottom + 0.05 - y) / 0.2;
    if (up < 0 || up > 1) return 0;
    const n =
      noise.ridged(x * 5 + phase * 2, y * 2.4 + phase, 4) * 0.8 +
      noise.layered(x * 11, y * 5 + phase, 3) * 0.4;
    return (
      clamp((n - up * 0.75 - 0.32) * 1.7) *
      smoothstep(0, 0.12, up) *
      smoothstep(0.6, 0.25, Math.abs(x - box.x))
    );
  });
  const colour = new Float32Array(3);
  for (let i = 0, s = 0; i < front.values.length; i++, s += 3) {
    const v = front.values[i] as number;
    if (v < 0.02) continue;
    ramp(heat, v * 0.9 + 0.1, colour);
    addLight(out, s, [colour[0] as number, colour[1] as number, colour[2] as number], clamp(v * 1.4));
  }
  sparks(out, random, {
    count: 120,
    colours: [hex('#ffb347'), hex('#ff7a1a'), hex('#ffe08a')],
    size: [0.0008, 0.0045],
    area: { left: -0.6, right: 0.6, top: -0.75, bottom: ground },
  });
  return grain(vignette(out, 0.55), 0.025, random);
}
