import { bloom, grade, vignette } from '../grade.ts';
import { paint, paintPlane } from '../paint.ts';
import {
  type Colour,
  clamp,
  eachPixel,
  hex,
  luma,
  mix,
  type Raster,
  ramp,
  screen,
  smoothstep,
} from '../pixels.ts';
import { compose, contactShadow, reflect, rimLight, type Stage } from '../stage.ts';
import { cover, sparks, withinCircle } from './draw.ts';

/** Ribbons of molten gold around the dish, gold in its highlights, dark glossy ground. */
export function liquidgold(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const phase = random.between(0, 130);
  const spin = random.chance(0.5) ? 1 : -1;
  const size = Math.max(box.rx, box.ry);
  const relief = paintPlane(width, height, 2, (x, y) => {
    const dx = x - box.x;
    const dy = (y - box.y - box.ry * 0.15) * 1.2;
    const d = Math.sqrt(dx * dx + dy * dy) / size;
    const angle = Math.atan2(dy, dx);
    const warp = noise.layered(x * 1.6 + phase, y * 1.6, 3) - 0.5;
    // Arms of a spiral, thick and thin.
    const arm = Math.sin(angle * 2 * spin + d * 4.4 + warp * 7 + phase);
    const thick = 0.28 + 0.35 * noise.layered(x * 2.4, y * 2.4 + phase, 2);
    const ribbon = smoothstep(1 - thick * 1.25, 1, arm) * smoothstep(0.72, 1.05, d) * smoothstep(2.5, 1.5, d);
    const drops =
      smoothstep(0.72, 0.78, noise.layered(x * 7 + phase, y * 7, 2)) * 0.6 * smoothstep(0.9, 1.2, d);
    return Math.max(ribbon, drops) + 0.05 * noise.layered(x * 5 + warp * 2, y * 5, 3) * ribbon;
  });
  const metal = ['#2b1200', '#7a3d02', '#c9820d', '#f7c33b', '#fff0b0', '#d9921a', '#8a4a04'].map(hex);
  const unit = Math.min(width, height);
  const colour = new Float32Array(3);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const sheen = Math.exp(-((x - box.x - side * 0.2) ** 2 * 3 + (y - box.y - 0.1) ** 2 * 5));
    const light = 0.02 + 0.12 * sheen;
    out[0] = light * 1.5;
    out[1] = light * 0.85;
    out[2] = light * 0.42;
  });
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const h = relief.values[i] as number;
      if (h < 0.02) continue;
      const gx = ((relief.values[i + 2] as number) - (relief.values[i - 2] as number)) * unit * 0.05;
      const gy =
        ((relief.values[i + 2 * width] as number) - (relief.values[i - 2 * width] as number)) * unit * 0.05;
      const slope = Math.sqrt(1 + gx * gx + gy * gy);
      const nx = -gx / slope;
      const ny = -gy / slope;
      const world =
        nx * 0.5 * side -
        ny * 0.55 +
        0.45 +
        0.22 * (noise.value(x * 0.012 + nx * 3, y * 0.012 + ny * 3) - 0.5);
      ramp(metal, clamp(world), colour);
      const spec = smoothstep(0.62, 0.9, clamp(nx * 0.6 * side - ny * 0.8)) * 0.9;
      const body = smoothstep(0.02, 0.16, h);
      const s = i * 3;
      for (let c = 0; c < 3; c++) {
        const lit = screen(colour[c] as number, spec * (([1, 0.95, 0.75] as const)[c] as number));
        backdrop.rgb[s + c] = mix(backdrop.rgb[s + c] as number, lit, body);
      }
    }
  }
  const graded = grade(stage.photo, {
    contrast: 1.2,
    saturation: 1.04,
    warmth: 0.07,
    shadows: hex('#1a0a02'),
    highlights: hex('#ffe9b5'),
    split: 0.55,
  });
  // Highlights of the dish turn into polished gold.
  const lit = eachPixel(graded, (p) => {
    const l = luma(p[0] as number, p[1] as number, p[2] as number);
    const gold = smoothstep(0.52, 0.86, l) * 0.62;
    ramp(metal.slice(1, 5), smoothstep(0.4, 1, l), colour);
    for (let c = 0; c < 3; c++) p[c] = mix(p[c] as number, colour[c] as number, gold);
  });
  rimLight(stage, lit, { angle: side > 0 ? 30 : 150, colour: hex('#ffd768'), amount: 1.5, share: 0.014 });
  rimLight(stage, lit, { angle: side > 0 ? 165 : 15, colour: hex('#c9820d'), amount: 1.1, share: 0.014 });
  reflect(stage, backdrop, lit, 0.4, 0.4);
  contactShadow(stage, backdrop, 0.7);
  const out = bloom(compose(stage, lit, backdrop, 0.45), {
    threshold: 0.66,
    sigma: width * 0.012,
    amount: 0.42,
    tint: hex('#ffd982'),
  });
  for (let k = 0; k < 34; k++) {
    const angle = random.between(0, Math.PI * 2);
    const r = size * random.between(1, 1.6);
    const radius = random.between(0.002, 0.011) * random.between(0.4, 1);
    drawGoldDrop(out, box.x + Math.cos(angle) * r, box.y + Math.sin(angle) * r * 0.9, radius, metal);
  }
  sparks(out, random, {
    count: 16,
    colours: [hex('#fff3c4')],
    size: [0.002, 0.0045],
    flare: 10,
    area: { left: -0.5, right: 0.5, top: -0.5, bottom: 0.5 },
  });
  return vignette(out, 0.45, hex('#0a0400'));
}

function drawGoldDrop(picture: Raster, x: number, y: number, radius: number, metal: readonly Colour[]): void {
  const colour = new Float32Array(3);
  withinCircle(picture, x, y, radius, (s, dx, dy) => {
    const d = Math.sqrt(dx * dx + dy * dy) / radius;
    if (d > 1) return;
    ramp(metal, clamp(0.45 - (dx + dy * 1.3) / radius / 3.2), colour);
    cover(
      picture,
      s,
      [colour[0] as number, colour[1] as number, colour[2] as number],
      smoothstep(1, 0.85, d),
    );
  });
}
