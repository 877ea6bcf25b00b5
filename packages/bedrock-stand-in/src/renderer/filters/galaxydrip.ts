import { bloom, grade, vignette } from '../grade.ts';
import { paint, paintPlane } from '../paint.ts';
import { clamp, hex, mix, type Raster, ramp, screen, smoothstep } from '../pixels.ts';
import { compose, rimLight, type Stage } from '../stage.ts';
import { backGlow } from './back-glow.ts';
import { sparks } from './draw.ts';

/** A violet and blue nebula, star clusters, glossy cosmic drips; ultraviolet edges. */
export function galaxydrip(stage: Stage): Raster {
  const { width, height, box, random, noise } = stage;
  const phase = random.between(0, 130);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const wx = noise.layered(x * 1.5 + phase, y * 1.5, 4) - 0.5;
    const wy = noise.layered(x * 1.5 + 31 + phase, y * 1.5 + 7, 4) - 0.5;
    const gas = noise.layered(x * 2.2 + wx * 2.4 + phase, y * 2.2 + wy * 2.4, 5);
    const lane = noise.ridged(x * 1.8 + wy * 1.8 + phase, y * 1.8 - wx * 1.8, 4);
    const tone = noise.layered(x * 1.1 - wy + phase * 2, y * 1.1 + wx, 3);
    const glow = smoothstep(0.36, 0.72, gas);
    const heart = Math.exp(-((x - box.x) ** 2 + (y - box.y + 0.08) ** 2) * 4.5) * 0.5;
    const hue = smoothstep(0.36, 0.64, tone);
    out[0] = 0.03 + glow * mix(0.12, 1.05, hue) + heart * 0.4;
    out[1] = 0.015 + glow * mix(0.5, 0.16, hue) + heart * 0.16 + 0.25 * glow * glow;
    out[2] = 0.1 + glow * mix(1.05, 0.8, hue) + heart * 0.75;
    const dark = 1 - smoothstep(0.5, 0.85, lane) * 0.55;
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * dark;
  });
  sparks(backdrop, random, {
    count: 420,
    colours: [[1, 1, 1], hex('#bcd4ff'), hex('#ffd9f5')],
    size: [0.0005, 0.0022],
    area: { left: -0.9, right: 0.9, top: -0.9, bottom: 0.9 },
  });
  sparks(backdrop, random, {
    count: 16,
    colours: [[1, 1, 1], hex('#cfe0ff')],
    size: [0.0025, 0.005],
    flare: 13,
    area: { left: -0.6, right: 0.6, top: -0.7, bottom: 0.6 },
  });
  drawCosmicDrips(stage, backdrop);
  backGlow(stage, backdrop, 0.05, hex('#7a3bff'), 0.5);
  const lit = grade(stage.photo, {
    exposure: 1.06,
    contrast: 1.18,
    saturation: 1.16,
    shadows: hex('#1c0650'),
    highlights: hex('#fbeeff'),
    split: 0.46,
  });
  rimLight(stage, lit, { angle: 155, colour: hex('#a24bff'), amount: 1.55, share: 0.018 });
  rimLight(stage, lit, { angle: 25, colour: hex('#3aa0ff'), amount: 1.45, share: 0.018 });
  rimLight(stage, lit, { angle: 270, colour: hex('#ff4fd8'), amount: 1.1, share: 0.016 });
  const out = bloom(compose(stage, lit, backdrop, 0.6), {
    threshold: 0.62,
    sigma: width * 0.014,
    amount: 0.42,
    tint: hex('#d9b8ff'),
  });
  sparks(out, random, {
    count: 70,
    colours: [hex('#ffe7ff'), hex('#bfe1ff'), hex('#e6c6ff')],
    size: [0.0007, 0.0028],
    flare: 5,
    area: { left: box.left - 0.08, right: box.right + 0.08, top: box.top - 0.08, bottom: box.bottom + 0.08 },
  });
  return vignette(out, 0.3, hex('#05010f'));
}

/** Glossy paint that runs from the top edge in rounded fingers. */
function drawCosmicDrips(stage: Stage, picture: Raster): void {
  const { width, height, random, noise, box } = stage;
  const halfW = width / Math.min(width, height) / 2;
  const top = -height / Math.min(width, height) / 2;
  const fingers = Array.from({ length: 15 }, (_, k) => {
    const x = ((k + random.between(0.2, 0.8)) / 15 - 0.5) * 2 * halfW;
    const beside = smoothstep(box.rx * 0.5, box.rx * 1.1, Math.abs(x - box.x));
    const room = mix(Math.max(0.06, box.top - top - 0.02), 0.62, beside);
    return { x, length: random.between(0.35, 1) * room, radius: random.between(0.014, 0.034) };
  });
  const depth = paintPlane(width, height, 2, (x, y) => {
    // Smooth union of a wavy sheet and the fingers, as a distance that is positive inside.
    let sum = Math.exp((0.045 + 0.02 * noise.value(x * 6, 3) - (y - top)) * 60);
    for (const finger of fingers) {
      const end = top + finger.length;
      const bulge = 1 + 0.25 * smoothstep(end - finger.radius * 3, end, y);
      const d = y < end ? Math.abs(x - finger.x) : Math.hypot(x - finger.x, y - end);
      const inside = finger.radius * bulge - d;
      if (inside > -0.08) sum += Math.exp(inside * 60);
    }
    return Math.log(sum) / 60;
  });
  const unit = Math.min(width, height);
  const colour = new Float32Array(3);
  const stops = ['#12063f', '#3b12a0', '#8a1fd0', '#ff3fc0', '#36c8ff', '#3b12a0'].map(hex);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const d = depth.values[i] as number;
      if (d < -0.006) continue;
      const gx = ((depth.values[i + 1] as number) - (depth.values[i - 1] as number)) * unit * 0.5;
      const gy = ((depth.values[i + width] as number) - (depth.values[i - width] as number)) * unit * 0.5;
      const round = smoothstep(0.026, 0, d);
      const nx = -gx * round;
      const ny = -gy * round;
      const u = x / unit;
      const v = y / unit;
      const flow = noise.layered(u * 5, v * 2.2, 3);
      ramp(stops, (flow * 1.5 + v * 0.7) % 1, colour);
      const facing = clamp(-nx * 0.55 - ny * 0.65);
      const shine = smoothstep(0.5, 0.78, facing) * 0.95;
      const back = smoothstep(0.3, 0.95, nx * 0.8 + ny * 0.3) * 0.45;
      const dark = 1 - round * 0.42;
      const star = smoothstep(0.93, 0.98, noise.value(u * 170, v * 170)) * 0.8;
      const s = i * 3;
      const edge = smoothstep(-0.001, 0.0012, d);
      const shadow = smoothstep(-0.006, 0, d) * 0.4;
      for (let c = 0; c < 3; c++) {
        const lit = screen(
          screen((colour[c] as number) * dark + star, shine),
          back * (([0.5, 0.3, 1] as const)[c] as number),
        );
        picture.rgb[s + c] = mix((picture.rgb[s + c] as number) * (1 - shadow), lit, edge);
      }
    }
  }
}
