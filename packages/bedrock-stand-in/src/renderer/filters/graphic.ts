import { clarity, grade, grain } from '../grade.ts';
import {
  blurPlane,
  blurRaster,
  type Colour,
  clamp,
  eachPixel,
  hex,
  luma,
  lumaPlane,
  mix,
  type Plane,
  paint,
  paintPlane,
  plane,
  type Raster,
  ramp,
  raster,
  resizePlane,
  resizeRaster,
  smoothstep,
} from '../pixels.ts';
import { compose, contactShadow, halo, rimLight, type Stage } from '../stage.ts';
import { cover, sparks, withinCircle } from './draw.ts';

/** Painted like a film still: cel shading, ink contours, gloss, steam, summer sky. */
export function anime(stage: Stage): Raster {
  const { width, height, box, random, noise } = stage;
  const phase = random.between(0, 80);
  const table = clamp(box.y + box.ry * 0.35, 0.02, 0.3);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const wash = noise.layered(x * 5 + phase, y * 5, 4) - 0.5;
    if (y < table + wash * 0.02) {
      const t = clamp((y + 0.6) / (table + 0.6));
      ramp([hex('#2f86e0'), hex('#6fb9f2'), hex('#bfe6f7'), hex('#fdf3da')], t + wash * 0.08, out);
      // Cumulus: billows with a lit upper side and a blue-grey lower side.
      const puff = noise.layered(x * 2.1 + phase, y * 3.1 - 0.4, 5);
      const above = noise.layered(x * 2.1 + phase, (y - 0.045) * 3.1 - 0.4, 5);
      const threshold = mix(0.66, 0.47, t);
      const body = smoothstep(threshold, threshold + 0.025, puff);
      const shade = smoothstep(-0.03, 0.05, puff - above);
      for (let c = 0; c < 3; c++) {
        const cloud = mix(
          ([0.72, 0.8, 0.93] as const)[c] as number,
          ([1, 0.99, 0.96] as const)[c] as number,
          shade,
        );
        out[c] = mix(out[c] as number, cloud, body);
      }
      return;
    }
    const near = clamp((y - table) / 0.6);
    const stroke = noise.layered(x * 2.2 + phase, y * 22, 3) - 0.5;
    ramp([hex('#e9b67c'), hex('#d99a5b'), hex('#b97440')], near + stroke * 0.35 + wash * 0.2, out);
    const plank = Math.abs(((x / (0.35 + near) + 10) % 0.24) - 0.12);
    const gap = smoothstep(0.006, 0, plank) * 0.4;
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * (1 - gap);
  });
  contactShadow(stage, backdrop, 0.6, hex('#5b2f3d'));
  const vivid = grade(stage.photo, { exposure: 1.1, saturation: 1.42, contrast: 1.08, vibrance: 0.2 });
  const cel = celShade(edgePreserving(vivid, width * 0.006));
  rimLight(stage, cel, { angle: 90 + stage.side * 45, colour: hex('#fff2c9'), amount: 0.9, share: 0.01 });
  const out = compose(stage, cel, backdrop, 0.1);
  inkLines(stage, out, vivid, { strength: 0.85, colour: hex('#3a1a22') });
  outline(stage, out, 0.0035, hex('#3a1a22'), 0.9);
  steam(stage, out);
  sparks(out, random, {
    count: 11,
    colours: [[1, 1, 0.96]],
    size: [0.004, 0.009],
    flare: 7,
    area: { left: box.left, right: box.right, top: box.top, bottom: box.y },
  });
  return out;
}

/** Smooths surfaces and keeps edges: a guided filter with the lightness as guide. */
function edgePreserving(picture: Raster, sigma: number): Raster {
  const light = lumaPlane(picture);
  const square: Plane = { ...light, values: light.values.map((v) => v * v) };
  const mean = blurPlane(light, sigma);
  const meanSquare = blurPlane(square, sigma);
  const soft = blurRaster(picture, sigma);
  const keep = plane(light.width, light.height);
  for (let i = 0; i < keep.values.length; i++) {
    const m = mean.values[i] as number;
    const variance = Math.max(0, (meanSquare.values[i] as number) - m * m);
    keep.values[i] = variance / (variance + 0.006);
  }
  const even = blurPlane(keep, sigma * 0.6);
  const out = raster(picture.width, picture.height);
  for (let i = 0, s = 0; i < even.values.length; i++) {
    const k = even.values[i] as number;
    for (let c = 0; c < 3; c++, s++) out.rgb[s] = mix(soft.rgb[s] as number, picture.rgb[s] as number, k);
  }
  return out;
}

/** A few flat tones with soft steps between them; colour is kept. */
function celShade(picture: Raster): Raster {
  const steps = 5;
  return eachPixel(picture, (p) => {
    const l = clamp(luma(p[0] as number, p[1] as number, p[2] as number), 0.001, 1);
    const place = l * steps;
    const tone = (Math.floor(place) + smoothstep(0.36, 0.64, place - Math.floor(place))) / steps;
    const factor = mix(1, (tone * 0.94 + 0.06) / l, 0.8);
    const gloss = smoothstep(0.86, 0.93, l) * 0.5;
    for (let c = 0; c < 3; c++) p[c] = mix((p[c] as number) * factor, 1, gloss);
  });
}

/** Contours where the smoothed lightness changes sharply: the difference of two blurs. */
function inkLines(
  stage: Stage,
  picture: Raster,
  source: Raster,
  ink: { strength: number; colour: Colour; width?: number },
): void {
  const unit = Math.min(stage.width, stage.height);
  const fine = unit * (ink.width ?? 0.0012);
  const light = lumaPlane(source);
  const near = blurPlane(light, fine);
  const far = blurPlane(light, fine * 2.2);
  for (let i = 0, s = 0; i < near.values.length; i++, s += 3) {
    const difference = (near.values[i] as number) - 0.985 * (far.values[i] as number);
    const line =
      smoothstep(-0.004, -0.035, difference) * ink.strength * clamp((stage.dish.values[i] as number) * 1.2);
    if (line > 0.01) cover(picture, s, ink.colour, line);
  }
}

/** A contour around the dish, half inside and half outside. */
function outline(stage: Stage, picture: Raster, share: number, colour: Colour, amount: number): void {
  const soft = halo(stage, share);
  for (let i = 0, s = 0; i < soft.values.length; i++, s += 3) {
    const v = soft.values[i] as number;
    if (v < 0.04 || v > 0.9) continue;
    cover(picture, s, colour, smoothstep(0.14, 0.32, v) * smoothstep(0.86, 0.68, v) * amount);
  }
}

function steam(stage: Stage, picture: Raster): void {
  const { width, height, box, noise, random } = stage;
  const phase = random.between(0, 90);
  const veil = paintPlane(width, height, 3, (x, y) => {
    const up = (box.y - y) / (box.ry * 2);
    if (up < 0 || up > 1.5) return 0;
    const bend = (noise.layered(x * 2 + phase, y * 3, 2) - 0.5) * 0.35 * (0.3 + up);
    const thread = noise.ridged((x + bend) * 5.5 + phase, y * 1.1, 2) ** 5;
    const inside = smoothstep(box.rx * 0.95, box.rx * 0.2, Math.abs(x + bend - box.x));
    return thread * inside * smoothstep(0, 0.4, up) * smoothstep(1.5, 0.6, up);
  });
  for (let i = 0, s = 0; i < veil.values.length; i++, s += 3) {
    const v = (veil.values[i] as number) * 0.75;
    if (v > 0.01) cover(picture, s, [1, 1, 1], v);
  }
}

/** Pop art: posterised colour, halftone in the shadows, black contours, sunburst. */
export function popcrush(stage: Stage): Raster {
  const { width, height, box, random } = stage;
  const colours = [hex('#ff2e88'), hex('#ffd91c'), hex('#13c4c9')];
  const start = Math.floor(random.next() * 3);
  const rays = 24;
  const turn = random.between(0, 1);
  const unit = Math.min(width, height);
  const backdrop = paint(width, height, 1, (x, y, out) => {
    const dx = x - box.x;
    const dy = y - (box.y + box.ry * 0.15);
    const d = Math.sqrt(dx * dx + dy * dy);
    const ray = ((Math.atan2(dy, dx) / (Math.PI * 2) + 1) * rays + turn) % rays;
    const index = Math.floor(ray);
    const a = colours[(index + start) % 3] as Colour;
    const b = colours[(index + start + 1) % 3] as Colour;
    const edge = smoothstep(1 - 0.0022 * (rays / (6.3 * Math.max(d, 0.05))), 1, ray - index);
    // Dots grow towards the frame.
    const gx = ((x + y) * 31 + 100) % 1;
    const gy = ((x - y) * 31 + 100) % 1;
    const size = smoothstep(0.25, 0.95, d) * 0.52;
    const dot = smoothstep(size, size - 0.07, Math.hypot(gx - 0.5, gy - 0.5)) * (size > 0.03 ? 1 : 0);
    for (let c = 0; c < 3; c++) {
      const base = mix(a[c] as number, b[c] as number, edge);
      out[c] = mix(base, base * 0.72, dot);
    }
  });
  const vivid = grade(edgePreserving(stage.photo, width * 0.004), {
    exposure: 1.16,
    contrast: 1.32,
    saturation: 1.75,
    vibrance: 0.2,
  });
  const dots = 58;
  eachPixel(vivid, (p, i) => {
    const x = (i % width) / unit;
    const y = Math.floor(i / width) / unit;
    const l = luma(p[0] as number, p[1] as number, p[2] as number);
    for (let c = 0; c < 3; c++) {
      const place = clamp(p[c] as number) * 3;
      const base = Math.floor(place);
      p[c] = (base + smoothstep(0.4, 0.6, place - base)) / 3;
    }
    const gx = ((x + y) * dots) % 1;
    const gy = (((x - y) * dots) % 1) + 1;
    const size = smoothstep(0.62, 0.12, l) * 0.62;
    const dot = smoothstep(size, size - 0.12, Math.hypot(gx - 0.5, (gy % 1) - 0.5)) * (size > 0.08 ? 1 : 0);
    p[0] = mix(p[0] as number, (p[0] as number) * 0.35 + 0.08, dot);
    p[1] = mix(p[1] as number, (p[1] as number) * 0.25, dot);
    p[2] = mix(p[2] as number, (p[2] as number) * 0.4 + 0.13, dot);
  });
  const soft = halo(stage, 0.012);
  const out = compose(stage, vivid, backdrop, 0);
  // A white sticker edge outside, a black contour on it.
  for (let i = 0, s = 0; i < soft.values.length; i++, s += 3) {
    const v = soft.values[i] as number;
    const m = stage.dish.values[i] as number;
    cover(out, s, [1, 1, 1], smoothstep(0.05, 0.09, v) * (1 - smoothstep(0.3, 0.6, m)));
  }
  inkLines(stage, out, stage.photo, { strength: 1, colour: [0.05, 0.03, 0.06], width: 0.0016 });
  outline(stage, out, 0.005, [0.05, 0.03, 0.06], 1);
  return out;
}

/** Spray paint on concrete in hard sun: coral, cobalt, lime, drips and flecks, gritty contrast. */
export function streetsplash(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const phase = random.between(0, 90);
  const ledge = clamp(box.y + box.ry * 0.62, 0.08, 0.36);
  const shadowEdge = random.between(0.05, 0.3);
  const concrete = (x: number, y: number, fine: number) =>
    0.56 +
    (noise.layered(x * 3 + phase, y * 3, 5) - 0.5) * 0.3 +
    (noise.value(x * fine, y * fine) - 0.5) * 0.12 -
    smoothstep(0.9, 0.99, noise.ridged(x * 1.8 + phase, y * 1.8, 5)) * 0.3;
  const backdrop = paint(width, height, 1, (x, y, out) => {
    let light = y < ledge ? concrete(x, y, 190) : concrete(x * 1.3, y * 4, 230) * 1.22 + 0.06;
    const joint = Math.min(Math.abs(((x + 5.13) % 0.55) - 0.275), Math.abs(((y + 5.2) % 0.62) - 0.31));
    if (y < ledge) light *= 1 - smoothstep(0.004, 0.001, joint) * 0.4;
    light *= 1 - smoothstep(0.012, 0, Math.abs(y - ledge)) * 0.45;
    out[0] = light * 1.02;
    out[1] = light * 0.99;
    out[2] = light * 0.94;
  });
  const paints = [hex('#ff5a4d'), hex('#1f4dff'), hex('#b6f01e'), hex('#ffd400'), hex('#ff3fa4')];
  const places = Array.from({ length: 7 }, (_, k) => {
    const angle = (k / 7) * Math.PI * 2 + random.between(-0.35, 0.35);
    const r = random.between(0.85, 1.25);
    return {
      x: box.x + Math.cos(angle) * box.rx * r,
      y: Math.min(ledge - 0.1, box.y - 0.06 + Math.sin(angle) * box.ry * r),
    };
  });
  for (const [k, place] of places.entries()) {
    const colour = paints[k % paints.length] as Colour;
    const radius = random.between(0.13, 0.26);
    withinCircle(backdrop, place.x, place.y, radius * 1.6, (s, dx, dy) => {
      const d = Math.sqrt(dx * dx + dy * dy) / radius;
      const ragged = d + (noise.layered(dx * 9 + k * 5 + phase, dy * 9, 3) - 0.5) * 0.9;
      const speckle = noise.value(dx * 260 + k, dy * 260) * noise.value(dx * 90, dy * 90 + k);
      const solid = smoothstep(0.95, 0.7, ragged);
      const mist = smoothstep(1.55, 0.75, d) * smoothstep(0.28, 0.5, speckle + (1.2 - d) * 0.16);
      const a = Math.max(solid * 0.94, mist * 0.8);
      if (a < 0.01) return;
      const wall = backdrop.rgb[s] as number;
      for (let c = 0; c < 3; c++) {
        backdrop.rgb[s + c] = mix(
          backdrop.rgb[s + c] as number,
          (colour[c] as number) * (0.62 + wall * 0.62),
          a,
        );
      }
    });
    for (let drip = 0; drip < 4; drip++) {
      drawDrip(backdrop, place.x + random.between(-0.7, 0.7) * radius, place.y + radius * 0.3, {
        length: random.between(0.08, 0.3),
        radius: random.between(0.003, 0.0065),
        colour,
        end: ledge,
      });
    }
  }
  for (let k = 0; k < 190; k++) {
    const colour = random.pick(paints);
    const size = random.between(0.001, 0.007) * random.between(0.4, 1);
    const y = random.between(-0.9, ledge);
    withinCircle(backdrop, random.between(-0.9, 0.9), y, size, (s, dx, dy) => {
      cover(backdrop, s, colour, smoothstep(size, size * 0.7, Math.sqrt(dx * dx + dy * dy)) * 0.9);
    });
  }
  // Hard afternoon sun: a diagonal shadow falls over the wall.
  const sun = paintPlane(width, height, 2, (x, y) =>
    smoothstep(-0.012, 0.012, x * side * 0.8 + y * 0.6 + shadowEdge + 0.12),
  );
  for (let i = 0, s = 0; i < sun.values.length; i++, s += 3) {
    const lit = sun.values[i] as number;
    backdrop.rgb[s] = (backdrop.rgb[s] as number) * mix(0.52, 1.12, lit);
    backdrop.rgb[s + 1] = (backdrop.rgb[s + 1] as number) * mix(0.55, 1.07, lit);
    backdrop.rgb[s + 2] = (backdrop.rgb[s + 2] as number) * mix(0.66, 0.98, lit);
  }
  contactShadow(stage, backdrop, 1, hex('#1c1714'));
  const lit = grade(clarity(clarity(stage.photo, width * 0.02, 0.8), width * 0.003, 0.8), {
    contrast: 1.24,
    saturation: 1.16,
    exposure: 1.05,
    warmth: 0.04,
  });
  rimLight(stage, lit, { angle: side > 0 ? 35 : 145, colour: hex('#fff0cf'), amount: 1 });
  return grain(compose(stage, lit, backdrop, 0.15), 0.05, random);
}

function drawDrip(
  picture: Raster,
  x: number,
  y: number,
  drip: { length: number; radius: number; colour: Colour; end: number },
): void {
  const steps = 60;
  for (let k = 0; k < steps; k++) {
    const py = y + (k / steps) * drip.length;
    if (py > drip.end) return;
    const radius = drip.radius * (k > steps - 8 ? 1.35 : 1 - (k / steps) * 0.25);
    withinCircle(picture, x, py, radius, (s, dx, dy) => {
      const d = Math.sqrt(dx * dx + dy * dy) / radius;
      const shine = smoothstep(0.5, 0.1, Math.hypot(dx + radius * 0.35, dy) / radius) * 0.3;
      const colour: Colour = [drip.colour[0] + shine, drip.colour[1] + shine, drip.colour[2] + shine];
      cover(picture, s, colour, smoothstep(1, 0.75, d) * 0.85);
    });
  }
}

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
    // A hair of shade at each pixel's lower edge keeps the grid legible without a drawn line.
    const edgeY = y % block === block - 1 ? 0.94 : 1;
    for (let x = 0; x < width; x++) {
      const from = (row + Math.floor(x / block)) * 3;
      const edge = x % block === block - 1 ? edgeY * 0.96 : edgeY;
      for (let c = 0; c < 3; c++, s++) big.rgb[s] = (out.rgb[from + c] as number) * edge;
    }
  }
  return big;
}

/** The most useful colours of a picture: k-means, the dish counting threefold. */
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
