import { bloom, grade } from '../grade.ts';
import { paint } from '../paint.ts';
import { clamp, hex, mix, type Raster, sampleChannel, screen, smoothstep } from '../pixels.ts';
import { compose, contactShadow, halo, type Stage } from '../stage.ts';
import { sparks } from './draw.ts';

/** White light broken by cut glass: facets, rainbow beams, spectral edges on soft white. */
export function prismpulse(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const phase = random.between(0, 60);
  const source = { x: -side * random.between(0.55, 0.75), y: -0.62 };
  const beams = Array.from({ length: 5 }, (_, k) => ({
    angle: Math.atan2(box.y - source.y, box.x - source.x) + (k - 2) * 0.24 + random.between(-0.06, 0.06),
    spread: random.between(0.05, 0.1),
    power: random.between(0.55, 1),
  }));
  const backdrop = paint(width, height, 1, (x, y, out) => {
    const bend = noise.value(x * 1.7 + phase, y * 1.7) * 0.35;
    const { nearest, second, id } = noise.cells((x + bend) * 2.1 + phase, (y - bend) * 2.1);
    const facet = ((id * 37) % 101) / 101 - 0.5;
    const edge = smoothstep(0.05, 0, second - nearest);
    const light = 0.93 - 0.1 * smoothstep(0.1, 0.75, Math.hypot(x - box.x, y - box.y)) + facet * 0.06;
    let r = light * 0.985;
    let g = light * 0.985;
    let b = light;
    const shift = facet * 0.16;
    for (const beam of beams) {
      const angle = Math.atan2(y - source.y, x - source.x);
      const t = (angle - beam.angle + shift * beam.spread * 4) / beam.spread;
      if (t < -1 || t > 1) continue;
      const power = beam.power * (1 - t * t) * 0.62;
      // A spectrum from red over green to violet across the beam. The other colours are absorbed.
      const hue = (t + 1) / 2;
      const red = clamp(Math.abs(hue * 6 - 3) - 1 + (hue > 0.8 ? 0.2 : 0));
      const green = clamp(2 - Math.abs(hue * 6 - 2));
      const blue = clamp(2 - Math.abs(hue * 6 - 4));
      r *= 1 - power * (1 - red);
      g *= 1 - power * (1 - green);
      b *= 1 - power * (1 - blue);
    }
    const glint = edge * (0.4 + 0.6 * noise.value(x * 7, y * 7 + phase));
    const tint = (nearest + facet) * 6.3;
    out[0] = mix(r, 0.86 + 0.14 * Math.cos(tint), glint * 0.8);
    out[1] = mix(g, 0.86 + 0.14 * Math.cos(tint + 2.1), glint * 0.8);
    out[2] = mix(b, 0.9 + 0.1 * Math.cos(tint + 4.2), glint * 0.8);
  });
  contactShadow(stage, backdrop, 0.45, hex('#5a5470'));
  const lit = grade(stage.photo, {
    exposure: 1.1,
    contrast: 1.08,
    saturation: 1.12,
    vibrance: 0.15,
    lift: 0.02,
  });
  const dish = iridescentEdges(stage, lit);
  const out = compose(stage, dish, backdrop, 0.25);
  const glow = bloom(out, { threshold: 0.9, sigma: width * 0.02, amount: 0.16 });
  dispersion(stage, glow);
  sparks(glow, random, {
    count: 16,
    colours: [[1, 1, 1]],
    size: [0.003, 0.008],
    flare: 11,
    area: { left: box.left - 0.1, right: box.right + 0.1, top: box.top - 0.1, bottom: box.bottom },
  });
  return glow;
}

/** Thin-film colours along the outline of the dish. */
function iridescentEdges(stage: Stage, picture: Raster): Raster {
  const soft = halo(stage, 0.016);
  const { width } = stage;
  for (let i = 0, s = 0; i < soft.values.length; i++, s += 3) {
    const m = stage.dish.values[i] as number;
    const band = m * clamp((1 - (soft.values[i] as number)) * 1.7);
    if (band < 0.02) continue;
    const film = (i % width) * 0.02 + i / width / 60 + (soft.values[i] as number) * 7;
    for (let c = 0; c < 3; c++) {
      const colour = 0.62 + 0.38 * Math.cos(film + c * 2.1);
      picture.rgb[s + c] = mix(
        picture.rgb[s + c] as number,
        screen(picture.rgb[s + c] as number, colour * 0.6),
        band,
      );
    }
  }
  return picture;
}

/** Magnifies red and blue differently, as thick glass does: not in the middle, most at the frame. */
function dispersion(stage: Stage, picture: Raster): void {
  const { width, height, box } = stage;
  const unit = Math.min(width, height);
  const cx = box.x * unit + width / 2;
  const cy = box.y * unit + height / 2;
  const source = { ...picture, rgb: picture.rgb.slice() };
  for (let y = 0, s = 0; y < height; y++) {
    for (let x = 0; x < width; x++, s += 3) {
      const dx = x - cx;
      const dy = y - cy;
      const r = Math.sqrt(dx * dx + dy * dy) / unit;
      const power = smoothstep(0.16, 0.7, r) * 0.026;
      if (power < 0.001) continue;
      picture.rgb[s] = sampleChannel(source, x - dx * power, y - dy * power, 0);
      picture.rgb[s + 2] = sampleChannel(source, x + dx * power, y + dy * power, 2);
    }
  }
}
