import { blurPlane } from '../blur.ts';
import { clarity, grade } from '../grade.ts';
import { type Colour, clamp, hex, luma, mix, type Plane, type Raster, ramp, raster } from '../pixels.ts';
import { resizePlane, resizeRaster } from '../resize.ts';
import type { Stage } from '../stage.ts';
import { cover } from './draw.ts';

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((v) => (v + 0.5) / 16 - 0.5);

/** 16-bit pixels: a small bright palette taken from the dish, dithering, a blocky skyline. */
export function pixelpop(stage: Stage): Raster {
  const { width, height, box, random } = stage;
  const block = Math.max(3, Math.round(Math.min(width, height) / 132));
  const w = Math.ceil(width / block);
  const h = Math.ceil(height / block);
  const vivid = grade(clarity(stage.photo, width * 0.006, 0.7), {
    exposure: 1.12,
    contrast: 1.2,
    saturation: 1.5,
    vibrance: 0.2,
  });
  const small = resizeRaster(vivid, w, h);
  const mask = resizePlane(stage.dish, w, h);
  const unit = Math.min(w, h);
  const ground = Math.round(h / 2 + clamp(box.y + box.ry * 0.55, 0.05, 0.36) * unit);
  const sky = random
    .pick([
      ['#3b2fd1', '#6a4dff', '#ff6fb0', '#ffc36b'],
      ['#1565d8', '#29a3f2', '#6fd6ff', '#d6f7ff'],
      ['#2a1b66', '#7a2e9e', '#ff5d73', '#ffb14a'],
    ])
    .map(hex);
  const out = raster(w, h);
  const colour = new Float32Array(3);
  const towers: { left: number; right: number; top: number; tone: number }[] = [];
  for (let x = -2; x < w; ) {
    const wide = Math.round(random.between(7, 15));
    towers.push({
      left: x,
      right: x + wide,
      top: ground - Math.round(random.between(0.16, 0.52) * unit),
      tone: random.next(),
    });
    x += wide + (random.chance(0.3) ? Math.round(random.between(1, 5)) : 0);
  }
  const clouds = Array.from({ length: 5 }, () => ({
    x: random.next() * w,
    y: random.between(0.03, 0.3) * h,
    r: random.between(5, 11),
  }));
  const tones = ['#31237a', '#2c4fa8', '#5b2a86', '#1f6f8f'].map(hex);
  for (let y = 0, s = 0; y < h; y++) {
    for (let x = 0; x < w; x++, s += 3) {
      if (y < ground) {
        ramp(sky, Math.floor((y / ground) * 9) / 8, colour);
        for (const cloud of clouds) {
          const dx = Math.abs(x - cloud.x) / (cloud.r * 1.8);
          const dy = (y - cloud.y) / (cloud.r * 0.45);
          if (dy < 0.6 && dx * dx + dy * dy < 1)
            for (let c = 0; c < 3; c++) colour[c] = mix(colour[c] as number, 1, 0.85);
        }
        for (const tower of towers) {
          if (x < tower.left || x >= tower.right - 1 || y < tower.top) continue;
          const tone = tones[Math.floor(tower.tone * 3.99)] as Colour;
          const window = (x - tower.left) % 3 === 1 && (y - tower.top) % 4 === 2;
          const on = window && (x * 7 + y * 13 + Math.floor(tower.tone * 50)) % 5 < 3;
          const sunny = x === tower.left || y === tower.top ? 1.35 : 1;
          for (let c = 0; c < 3; c++)
            colour[c] = on ? (([1, 0.86, 0.35] as const)[c] as number) : (tone[c] as number) * sunny;
        }
      } else {
        const row = Math.floor(Math.log2(1 + (y - ground) / 3) * 3);
        const column = Math.floor((x - w / 2) / (4 + (y - ground) * 0.4) + 500);
        const light = (row + column) % 2 === 0;
        const tile = light ? hex('#ffd166') : hex('#ef6f4c');
        for (let c = 0; c < 3; c++) colour[c] = y === ground ? 0.95 : (tile[c] as number);
      }
      for (let c = 0; c < 3; c++) out.rgb[s + c] = colour[c] as number;
    }
  }
  if (stage.inScene) {
    for (let s = 0; s < out.rgb.length; s++)
      out.rgb[s] = mix(small.rgb[s] as number, out.rgb[s] as number, 0.3);
  }
  const near = blurPlane(mask, 1.2);
  for (let i = 0, s = 0; i < mask.values.length; i++, s += 3) {
    const inside = (mask.values[i] as number) > 0.5;
    if (!inside && (near.values[i] as number) > 0.16) cover(out, s, [0.1, 0.05, 0.14], 1);
    if (inside) for (let c = 0; c < 3; c++) out.rgb[s + c] = small.rgb[s + c] as number;
  }
  const palette = findPalette(out, mask, 30);
  for (let y = 0, s = 0; y < h; y++) {
    for (let x = 0; x < w; x++, s += 3) {
      const jitter = (bayer[(y & 3) * 4 + (x & 3)] as number) * 0.13;
      const best = nearest(
        palette,
        (out.rgb[s] as number) + jitter,
        (out.rgb[s + 1] as number) + jitter,
        (out.rgb[s + 2] as number) + jitter,
      );
      for (let c = 0; c < 3; c++) out.rgb[s + c] = best[c] as number;
    }
  }
  const big = raster(width, height);
  for (let y = 0, s = 0; y < height; y++) {
    const row = Math.floor(y / block) * w;
    // A thin shade at the lower edge of each block shows the grid without lines.
    const edgeY = y % block === block - 1 ? 0.94 : 1;
    for (let x = 0; x < width; x++) {
      const from = (row + Math.floor(x / block)) * 3;
      const edge = x % block === block - 1 ? edgeY * 0.96 : edgeY;
      for (let c = 0; c < 3; c++, s++) big.rgb[s] = (out.rgb[from + c] as number) * edge;
    }
  }
  return big;
}

/** The main colours of a picture, by k-means. The dish counts three times. */
function findPalette(picture: Raster, mask: Plane, count: number): Colour[] {
  const samples: { colour: Colour; weight: number }[] = [];
  for (let i = 0; i < mask.values.length; i += 3) {
    const s = i * 3;
    samples.push({
      colour: [picture.rgb[s] as number, picture.rgb[s + 1] as number, picture.rgb[s + 2] as number],
      weight: (mask.values[i] as number) > 0.5 ? 3 : 1,
    });
  }
  const lightness = (colour: Colour) => luma(...colour);
  samples.sort((a, b) => lightness(a.colour) - lightness(b.colour));
  let palette = Array.from({ length: count }, (_, k) => {
    return (samples[Math.floor(((k + 0.5) / count) * samples.length)] as { colour: Colour }).colour;
  });
  for (let round = 0; round < 7; round++) {
    const sums = palette.map(() => [0, 0, 0, 0]);
    for (const { colour, weight } of samples) {
      const sum = sums[palette.indexOf(nearest(palette, ...colour))] as number[];
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (colour[c] as number) * weight;
      sum[3] = (sum[3] as number) + weight;
    }
    palette = palette.map((old, k) => {
      const [r, g, b, n] = sums[k] as [number, number, number, number];
      return n > 0 ? [r / n, g / n, b / n] : old;
    });
  }
  return palette;
}

function nearest(palette: readonly Colour[], r: number, g: number, b: number): Colour {
  let best = palette[0] as Colour;
  let least = Number.POSITIVE_INFINITY;
  for (const colour of palette) {
    const distance = (colour[0] - r) ** 2 * 0.9 + (colour[1] - g) ** 2 * 1.4 + (colour[2] - b) ** 2 * 0.7;
    if (distance < least) {
      least = distance;
      best = colour;
    }
  }
  return best;
}
