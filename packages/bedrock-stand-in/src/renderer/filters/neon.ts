import { bloom, clarity, grade, grain, vignette } from '../grade.ts';
import {
  clamp,
  hex,
  luma,
  mix,
  paint,
  type Raster,
  ramp,
  raster,
  sampleChannel,
  screen,
  smoothstep,
} from '../pixels.ts';
import { compose, contactShadow, halo, reflect, rimLight, type Stage } from '../stage.ts';
import { addLight, bokeh, sparks, withinCircle } from './draw.ts';

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

/** Channels slip apart towards the frame, bands jump, scan lines; the dish stays whole. */
export function glitch(stage: Stage): Raster {
  const { width, height, random } = stage;
  const unit = Math.min(width, height);
  const guard = halo(stage, 0.02);
  const base = grade(stage.photo, { contrast: 1.2, saturation: 1.12 });
  const outside = grade(stage.photo, {
    contrast: 1.25,
    exposure: 0.72,
    saturation: 0.5,
    warmth: -0.08,
    shadows: hex('#06103a'),
    highlights: hex('#c9fff4'),
    split: 0.75,
  });
  const bands = new Float32Array(height);
  for (let k = 0; k < 17; k++) {
    const top = Math.floor(random.next() * height);
    const thick = Math.floor(random.between(0.004, 0.055) * unit);
    const shift = random.between(-0.13, 0.13) * unit;
    for (let y = top; y < Math.min(height, top + thick); y++) bands[y] = shift;
  }
  const split = random.between(0.018, 0.03) * unit * stage.side;
  const out = raster(width, height);
  const shifts = [split, 0, -split];
  for (let y = 0, i = 0; y < height; y++) {
    const band = bands[y] as number;
    const scan = y % 4 < 2 ? 1 : 0.84;
    for (let x = 0; x < width; x++, i++) {
      const protect = clamp(guard.values[i] as number);
      const free = 1 - protect * 0.93;
      const dx = (x / width - 0.5) * 2;
      const dy = (y / height - 0.5) * 2;
      const far = smoothstep(0.1, 1.3, dx * dx + dy * dy);
      for (let c = 0; c < 3; c++) {
        const shift = ((shifts[c] as number) * (0.35 + far) + band) * free;
        const sx = Math.min(width - 1, Math.max(0, Math.round(x + shift)));
        const s = (y * width + sx) * 3 + c;
        const m = clamp(stage.dish.values[y * width + sx] as number);
        const value = mix(outside.rgb[s] as number, base.rgb[s] as number, m);
        out.rgb[i * 3 + c] = value * mix(scan, 1, protect * 0.75);
      }
    }
  }
  // Bursts of digital noise: blocks in pure colours, in clusters off the dish.
  const pure = [hex('#ff0057'), hex('#00ffd0'), hex('#2b4bff'), hex('#f6ff00'), hex('#ffffff')];
  for (let cluster = 0; cluster < 9; cluster++) {
    const cx = random.next() * width;
    const cy = random.next() * height;
    for (let k = 0; k < 16; k++) {
      const w = Math.ceil(random.between(0.01, 0.11) * unit);
      const h = Math.ceil(random.between(0.002, 0.011) * unit);
      const x0 = Math.floor(cx + random.between(-0.14, 0.14) * unit);
      const y0 = Math.floor(cy + random.between(-0.06, 0.06) * unit);
      const colour = random.pick(pure);
      const strength = random.between(0.3, 0.85);
      for (let y = Math.max(0, y0); y < Math.min(height, y0 + h); y++) {
        for (let x = Math.max(0, x0); x < Math.min(width, x0 + w); x++) {
          const i = y * width + x;
          const keep = strength * (1 - clamp((guard.values[i] as number) * 1.6));
          if (keep <= 0) continue;
          for (let c = 0; c < 3; c++) {
            out.rgb[i * 3 + c] = mix(out.rgb[i * 3 + c] as number, colour[c] as number, keep);
          }
        }
      }
    }
  }
  rimLight(stage, out, { angle: 180, colour: hex('#ff1f5a'), amount: 0.9, share: 0.008 });
  rimLight(stage, out, { angle: 0, colour: hex('#18f2ff'), amount: 0.9, share: 0.008 });
  return grain(out, 0.05, random);
}

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
    // Noise along the angle must meet itself after a full turn.
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
      // A spectrum from red over green to violet across the beam; what is not let through is missing.
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

/** Red and blue are magnified differently, as by thick glass: nothing in the middle, much at the frame. */
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
