import { bloom, clarity, grade, grain, vignette } from '../grade.ts';
import { paint } from '../paint.ts';
import { clamp, hex, luma, mix, type Raster, smoothstep } from '../pixels.ts';
import { compose, contactShadow, reflect, rimLight, type Stage } from '../stage.ts';
import { addLight, bokeh, withinCircle } from './draw.ts';

/** A rainy night market of the future: teal and amber tubes, wet counter, lines of light. */
export function neoCyber(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const horizon = clamp(box.y + box.ry * 0.45, 0, 0.32);
  const hues = [hex('#12f0e0'), hex('#ffae2b'), hex('#1b9dff'), hex('#12f0e0'), hex('#ff7a1a')];
  const tubes = Array.from({ length: 13 }, (_, k) => ({
    x: (k / 12 - 0.5) * 1.5 + random.between(-0.05, 0.05),
    top: random.between(-0.62, -0.2),
    bottom: random.between(-0.05, 0.3),
    width: random.between(0.004, 0.013),
    colour: random.pick(hues),
    power: random.between(0.55, 1.15),
  }));
  const phase = random.between(0, 50);
  const scene = (x: number, y: number, out: Float32Array) => {
    const haze = noise.layered(x * 2 + phase, y * 2, 3);
    const glow = Math.exp(-((x - box.x) ** 2 + (y - box.y + 0.1) ** 2) * 3.2);
    out[0] = 0.01 + 0.03 * haze;
    out[1] = 0.035 + 0.1 * haze + 0.12 * glow;
    out[2] = 0.06 + 0.17 * haze + 0.2 * glow;
    const wx = x * 22;
    const wy = y * 34;
    const lit = noise.value(Math.floor(wx) * 7.31 + phase, Math.floor(wy) * 3.77);
    const pane =
      smoothstep(0.15, 0.25, wx - Math.floor(wx)) *
      smoothstep(0.2, 0.3, wy - Math.floor(wy)) *
      smoothstep(0.68, 0.85, lit) *
      smoothstep(0.25, -0.15, y);
    out[0] = (out[0] as number) + pane * 0.3;
    out[1] = (out[1] as number) + pane * 0.24;
    out[2] = (out[2] as number) + pane * 0.14;
    for (const tube of tubes) {
      const beyond = Math.max(0, tube.top - y, y - tube.bottom);
      const d = Math.abs(x - tube.x) + beyond * 0.9;
      if (d > 0.22) continue;
      const core =
        Math.exp(-((d / tube.width) ** 2)) * 1.3 + Math.exp(-d / 0.03) * 0.42 + Math.exp(-d / 0.09) * 0.16;
      const power = core * tube.power;
      out[0] = (out[0] as number) + power * tube.colour[0];
      out[1] = (out[1] as number) + power * tube.colour[1];
      out[2] = (out[2] as number) + power * tube.colour[2];
    }
    const white = smoothstep(1, 2, luma(out[0] as number, out[1] as number, out[2] as number)) * 0.5;
    for (let c = 0; c < 3; c++) out[c] = Math.min(1, mix(out[c] as number, 1, white));
  };
  const backdrop = paint(width, height, 2, (x, y, out) => {
    if (y < horizon) return scene(x, y, out);
    const down = y - horizon;
    const ripple = (noise.layered(x * 6, y * 26 + phase, 3) - 0.5) * (0.05 + down * 0.25);
    scene(x + ripple, horizon - down * 1.4 + ripple * 0.6, out);
    const wet = 0.55 * Math.exp(-down * 1.7) * (0.65 + 0.5 * noise.layered(x * 9 + 7, y * 30, 2));
    const edge = Math.exp(-((down / 0.004) ** 2)) * 0.3;
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * wet + edge * (c === 0 ? 0.3 : 0.8);
  });
  bokeh(backdrop, random, {
    count: 26,
    colours: hues,
    size: [0.008, 0.045],
    amount: 0.5,
    area: { left: -0.7, right: 0.7, top: -0.55, bottom: horizon - 0.04 },
  });
  const lit = grade(clarity(stage.photo, width * 0.012, 0.5), {
    contrast: 1.22,
    saturation: 1.06,
    shadows: hex('#01262f'),
    highlights: hex('#fff1d6'),
    split: 0.55,
  });
  rimLight(stage, lit, { angle: side > 0 ? 160 : 20, colour: hex('#19fff0'), amount: 1.35 });
  rimLight(stage, lit, { angle: side > 0 ? 25 : 155, colour: hex('#ffa52e'), amount: 1.15 });
  reflect(stage, backdrop, lit, 0.5, 0.32);
  contactShadow(stage, backdrop, 0.6);
  const rings = random.between(0.9, 1.1);
  const turn = random.between(0, 6.28);
  const reach = Math.max(box.rx, box.ry) * 1.5 + 0.1;
  // Lines of light in the air: broken circles around the dish, with ticks.
  withinCircle(backdrop, box.x, box.y - 0.03, reach, (s, dx, dy) => {
    const d = Math.sqrt(dx * dx + (dy * 1.25) ** 2);
    const angle = Math.atan2(dy, dx) + turn;
    const r1 = Math.max(box.rx, box.ry) * 1.12 * rings;
    const r2 = r1 * 1.13;
    const on1 = smoothstep(-0.2, 0, Math.sin(angle * 2));
    const on2 = Math.sin(angle * 36) > 0.2 && Math.sin(angle) > -0.3 ? 1 : 0;
    const light =
      Math.exp(-(((d - r1) / 0.0016) ** 2)) * on1 * 0.9 +
      Math.exp(-(((d - r2) / 0.004) ** 2)) * on2 * 0.4 +
      Math.exp(-Math.abs(d - r1) / 0.02) * on1 * 0.12;
    if (light > 0.01) addLight(backdrop, s, [0.3, 0.95, 1], light);
  });
  const out = bloom(compose(stage, lit, backdrop, 0.45), {
    threshold: 0.6,
    sigma: width * 0.012,
    amount: 0.45,
    tint: hex('#a8fff8'),
  });
  drawRain(out, stage);
  return grain(vignette(out, 0.5), 0.03, random);
}

function drawRain(picture: Raster, { random, width, height }: Stage): void {
  const slant = random.between(-0.16, 0.16);
  for (let k = 0; k < 170; k++) {
    const length = random.between(0.02, 0.075) * height;
    const x = random.next() * width;
    const y = random.next() * height - length / 2;
    const strength = random.between(0.05, 0.2);
    for (let step = 0; step < length; step++) {
      const px = Math.round(x + slant * step);
      const py = Math.round(y + step);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const fade = Math.sin((step / length) * Math.PI);
      addLight(picture, (py * width + px) * 3, [0.75, 0.95, 1], strength * fade);
    }
  }
}
