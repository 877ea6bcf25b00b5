import { blurRaster } from '../blur.ts';
import { bloom, clarity, grade } from '../grade.ts';
import { paint } from '../paint.ts';
import { type Colour, clamp, hex, mix, type Raster, ramp, screen, smoothstep } from '../pixels.ts';
import { compose, contactShadow, rimLight, type Stage } from '../stage.ts';
import { cover, sparks, withinCircle } from './draw.ts';

/** Oversized tropical flowers and leaves, petals in the air, sun, saturated colour. */
export function hyperbloom(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const phase = random.between(0, 70);
  const backdrop = paint(width, height, 4, (x, y, out) => {
    const leafy = noise.layered(x * 4 + phase, y * 4, 4);
    ramp(['#04231a', '#0b4a33', '#177a4a', '#63b35a'].map(hex), leafy * 0.95 - y * 0.12, out);
    const sun = Math.exp(-((x - side * 0.45) ** 2 + (y + 0.5) ** 2) * 3.2);
    out[0] = screen(out[0] as number, sun * 0.85);
    out[1] = screen(out[1] as number, sun * 0.68);
    out[2] = screen(out[2] as number, sun * 0.3);
  });
  const around = (k: number, count: number, spread: number) => {
    const angle = (k / count) * Math.PI * 2 + random.between(-0.2, 0.2);
    return {
      x: box.x + Math.cos(angle) * (box.rx + spread),
      y: box.y + Math.sin(angle) * (box.ry + spread * 0.9),
      angle,
    };
  };
  for (let k = 0; k < 26; k++) {
    const place = around(k, 26, random.between(0.02, 0.26));
    drawLeaf(backdrop, stage, {
      ...place,
      angle: place.angle + random.between(-0.5, 0.5),
      length: random.between(0.2, 0.36),
    });
  }
  const tones: [Colour, Colour][] = [
    [hex('#ff1f7a'), hex('#ffd0e4')],
    [hex('#ff5a3c'), hex('#ffe08a')],
    [hex('#e0218a'), hex('#ff9ad0')],
    [hex('#ff8a1f'), hex('#fff0a8')],
    [hex('#b51fbf'), hex('#ffc2f2')],
  ];
  const flowers = Array.from({ length: 15 }, (_, k) => ({
    ...around(k + random.between(0, 0.5), 15, random.between(0.03, 0.22)),
    radius: random.between(0.1, 0.2),
    tones: tones[Math.floor(random.next() * tones.length)] as [Colour, Colour],
  }));
  flowers.sort((a, b) => a.y - b.y);
  for (const flower of flowers) drawFlower(backdrop, stage, flower);
  contactShadow(stage, backdrop, 0.55, hex('#03150e'));
  const soft = blurRaster(backdrop, width * 0.0022);
  const lit = grade(clarity(stage.photo, width * 0.015, 0.35), {
    exposure: 1.1,
    contrast: 1.12,
    saturation: 1.32,
    vibrance: 0.25,
    warmth: 0.03,
  });
  rimLight(stage, lit, { angle: side > 0 ? 50 : 130, colour: hex('#fff0b8'), amount: 1.2, share: 0.014 });
  const out = bloom(compose(stage, lit, soft, 0.35), {
    threshold: 0.6,
    sigma: width * 0.024,
    amount: 0.42,
    tint: hex('#ffd9c9'),
  });
  // Petals and pollen drift through the light, some close to the lens.
  for (let k = 0; k < 20; k++) {
    const close = random.chance(0.3);
    const radius = close ? random.between(0.045, 0.085) : random.between(0.012, 0.026);
    const [colour] = tones[Math.floor(random.next() * tones.length)] as [Colour, Colour];
    const angle = random.between(0, Math.PI);
    const edgeSide = random.chance(0.5) ? -1 : 1;
    const cx = close ? edgeSide * random.between(0.38, 0.52) : random.between(-0.5, 0.5);
    const cy = random.between(-0.5, 0.5);
    withinCircle(out, cx, cy, radius * 1.4, (s, dx, dy) => {
      const u = (dx * Math.cos(angle) + dy * Math.sin(angle)) / radius;
      const v = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / (radius * 0.55);
      const d = Math.sqrt(u * u + v * v);
      const a = close ? smoothstep(1.25, 0.35, d) * 0.72 : smoothstep(1, 0.88, d) * 0.95;
      if (a <= 0.01) return;
      const shade = 0.85 + 0.3 * v;
      cover(
        out,
        s,
        [clamp(colour[0] * shade + 0.08), clamp(colour[1] * shade + 0.06), clamp(colour[2] * shade + 0.06)],
        a,
      );
    });
  }
  sparks(out, random, {
    count: 60,
    colours: [hex('#fff3b0'), hex('#ffe27a')],
    size: [0.001, 0.004],
    area: { left: -0.6, right: 0.6, top: -0.6, bottom: 0.5 },
  });
  return out;
}

function drawLeaf(
  picture: Raster,
  stage: Stage,
  leaf: { x: number; y: number; angle: number; length: number },
): void {
  const { random, noise } = stage;
  const [ux, uy] = [Math.cos(leaf.angle), Math.sin(leaf.angle)];
  const wide = leaf.length * random.between(0.2, 0.32);
  const tone = random.between(0.55, 1.15);
  const phase = random.between(0, 50);
  withinCircle(picture, leaf.x, leaf.y, leaf.length, (s, dx, dy) => {
    const along = (dx * ux + dy * uy) / leaf.length;
    const across = (-dx * uy + dy * ux) / wide;
    const outline = (1 - along * along) * (0.75 - along * 0.25);
    const inside = smoothstep(0, 0.06, outline - Math.abs(across));
    if (inside <= 0) return;
    const rib = smoothstep(0.06, 0.01, Math.abs(across));
    const veins = smoothstep(0.75, 1, Math.sin((along * 1.6 - Math.abs(across) * 0.55) * 26)) * 0.16;
    const light =
      tone * (0.5 + 0.32 * noise.value(dx * 9 + phase, dy * 9) + 0.3 * across) + veins + rib * 0.25;
    cover(picture, s, [clamp(0.1 * light + rib * 0.16), clamp(0.62 * light), clamp(0.3 * light)], inside);
  });
}

function drawFlower(
  picture: Raster,
  stage: Stage,
  flower: { x: number; y: number; radius: number; tones: [Colour, Colour] },
): void {
  const { random, noise } = stage;
  const petals = 5;
  const turn = random.between(0, 6.28);
  const tilt = random.between(0.62, 0.95);
  const lean = random.between(0, 3.14);
  const phase = random.between(0, 90);
  const [rim, heart] = flower.tones;
  const [cl, sl] = [Math.cos(lean), Math.sin(lean)];
  withinCircle(picture, flower.x, flower.y, flower.radius * 1.15, (s, dx, dy) => {
    const u = dx * cl + dy * sl;
    const v = (-dx * sl + dy * cl) / tilt;
    const d = Math.sqrt(u * u + v * v) / flower.radius;
    const angle = Math.atan2(v, u) + turn;
    const part = (((angle / (Math.PI * 2)) * petals) % petals) + petals;
    const within = (part % 1) - 0.5;
    const index = Math.floor(part) % petals;
    const frill = (noise.layered(angle * 4 + phase, d * 3, 2) - 0.5) * 0.12;
    const reach = 0.66 + 0.34 * Math.cos(within * Math.PI) ** 0.6 + frill;
    const inside = smoothstep(reach, reach - 0.03, d);
    if (inside <= 0) return;
    const fold = 0.78 + 0.34 * Math.cos(within * Math.PI) + (index % 2 ? 0.06 : -0.05);
    const vein = 0.93 + 0.1 * Math.sin(within * 40 + noise.value(d * 8, index) * 3) * smoothstep(0.1, 0.6, d);
    const seam = 1 - smoothstep(0.42, 0.5, Math.abs(within)) * 0.38 * smoothstep(0.05, 0.4, d);
    const light = fold * vein * seam;
    const t = smoothstep(0.12, 0.72, d);
    const throat = smoothstep(0.2, 0.04, d);
    for (let c = 0; c < 3; c++) {
      let value = mix(heart[c] as number, rim[c] as number, t) * light;
      value = mix(value, ([0.55, 0.03, 0.2] as const)[c] as number, throat * 0.75);
      picture.rgb[s + c] = mix(picture.rgb[s + c] as number, clamp(value), inside);
    }
    // Pistil with pollen.
    const along = clamp(u / flower.radius, 0, 0.5);
    const off = Math.hypot(u / flower.radius - along, v / flower.radius);
    const pistil = smoothstep(0.045, 0.02, off);
    if (pistil > 0) cover(picture, s, [1, 0.86, 0.32 + 0.2 * noise.value(dx * 300, dy * 300)], pistil);
  });
}
