import { bloom, clarity, grade, grain, vignette } from '../grade.ts';
import {
  type Colour,
  clamp,
  eachPixel,
  hex,
  luma,
  mix,
  paint,
  paintPlane,
  type Raster,
  ramp,
  screen,
  smoothstep,
} from '../pixels.ts';
import { compose, contactShadow, reflect, rimLight, type Stage } from '../stage.ts';
import { addLight, bokeh, cover, sparks, withinCircle } from './draw.ts';
import { backGlow } from './glow.ts';

/** Flames and embers rise behind the dish out of charcoal darkness. */
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
  // A few tongues lick up in front of the foot of the dish.
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

/** Ice crystals grow from the frame, mist rolls low; the food keeps its colours. */
export function frostbite(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const phase = random.between(0, 90);
  const horizon = clamp(box.y + box.ry * 0.35, 0, 0.3);
  const ice = ['#1d5687', '#4f94c2', '#9fd0ea', '#6fadd2', '#2f6f9f'].map(hex);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const t = clamp((y + 0.55) / 1.1);
    ramp(ice, t, out);
    const sun = Math.exp(-((x - side * 0.35) ** 2 + (y + 0.35) ** 2) * 5) * 0.5;
    const frostedGlass = (noise.layered(x * 6 + phase, y * 6, 4) - 0.5) * 0.12;
    if (y > horizon) {
      const ice = noise.ridged(x * 2.2 + phase, (y - horizon) * 6, 4);
      const crack = smoothstep(0.82, 0.95, ice) * 0.3;
      for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * 0.97 + crack;
    }
    for (let c = 0; c < 3; c++) out[c] = screen(clamp((out[c] as number) + frostedGlass), sun);
  });
  bokeh(backdrop, random, {
    count: 30,
    colours: [[1, 1, 1], hex('#d9f0ff')],
    size: [0.006, 0.04],
    amount: 0.4,
    area: { left: -0.7, right: 0.7, top: -0.7, bottom: horizon },
  });
  contactShadow(stage, backdrop, 0.5, hex('#23506e'));
  const lit = grade(stage.photo, {
    exposure: 1.07,
    contrast: 1.1,
    saturation: 1.12,
    vibrance: 0.15,
    warmth: -0.045,
    shadows: hex('#12405f'),
    highlights: hex('#f2fbff'),
    split: 0.34,
  });
  reflect(stage, backdrop, lit, 0.35, 0.35);
  for (const angle of [60, 120, 0, 180])
    rimLight(stage, lit, { angle, colour: hex('#e8f8ff'), amount: 0.95, share: 0.012 });
  const out = compose(stage, lit, backdrop, 0.4);
  const mist = paintPlane(width, height, 4, (x, y) => {
    const low = smoothstep(box.y + box.ry * 0.35, box.bottom + 0.12, y);
    return smoothstep(0.35, 0.72, noise.layered(x * 1.7 + phase, y * 4.5, 4)) * low;
  });
  for (let i = 0, s = 0; i < mist.values.length; i++, s += 3) {
    cover(out, s, [0.94, 0.98, 1], (mist.values[i] as number) * 0.72);
  }
  const frost = growFrost(stage);
  for (let i = 0, s = 0; i < frost.values.length; i++, s += 3) {
    const f = frost.values[i] as number;
    if (f < 0.01) continue;
    cover(out, s, [0.88, 0.95, 1], f * 0.8 * (1 - clamp((stage.dish.values[i] as number) * 0.45)));
  }
  sparks(out, random, {
    count: 70,
    colours: [[1, 1, 1], hex('#cfeaff')],
    size: [0.0009, 0.0042],
    flare: 8,
    area: { left: -0.6, right: 0.6, top: -0.7, bottom: 0.6 },
  });
  return vignette(out, 0.2, hex('#e4f4fc'));
}

/** Feathery crystals: branching needles from many points along the frame. */
function growFrost(stage: Stage) {
  const { width, height, random, noise } = stage;
  const halfW = width / Math.min(width, height) / 2;
  const halfH = height / Math.min(width, height) / 2;
  const w = Math.ceil(width / 2);
  const h = Math.ceil(height / 2);
  const frost = paintPlane(w, h, 1, (x, y) => {
    const edge = Math.min(halfW - Math.abs(x), halfH - Math.abs(y));
    const ragged = edge + (noise.layered(x * 4, y * 4, 3) - 0.5) * 0.13;
    return smoothstep(0.07, -0.03, ragged) * (0.45 + 0.5 * noise.ridged(x * 14, y * 14, 3));
  });
  const plot = (x: number, y: number, amount: number) => {
    const px = Math.round((x + halfW) * Math.min(w, h));
    const py = Math.round((y + halfH) * Math.min(w, h));
    if (px < 0 || py < 0 || px >= w || py >= h) return;
    const i = py * w + px;
    frost.values[i] = Math.max(frost.values[i] as number, amount);
  };
  const step = 1 / Math.min(w, h);
  const needle = (x: number, y: number, angle: number, length: number, depth: number) => {
    const bend = random.between(-0.5, 0.5);
    const every = depth === 0 ? 0.017 : 0.011;
    let since = 0;
    let [px, py, a] = [x, y, angle];
    for (let gone = 0; gone < length; gone += step) {
      a += bend * step;
      px += Math.cos(a) * step;
      py += Math.sin(a) * step;
      const strength = (1 - (gone / length) * 0.65) * (depth === 0 ? 1 : 0.8 - depth * 0.14);
      plot(px, py, strength);
      if (depth === 0) plot(px + step, py, strength * 0.7);
      since += step;
      if (depth < 2 && since > every) {
        since = 0;
        const rest = (length - gone) * random.between(0.25, 0.5);
        needle(px, py, a + 1.05, rest, depth + 1);
        needle(px, py, a - 1.05, rest, depth + 1);
      }
    }
  };
  for (let k = 0; k < 40; k++) {
    const along = random.between(-1, 1);
    const onSide = random.chance(0.5);
    const sign = random.chance(0.5) ? -1 : 1;
    const x = onSide ? sign * halfW : along * halfW;
    const y = onSide ? along * halfH : sign * halfH;
    const inward = Math.atan2(-y * 0.8 + random.between(-0.2, 0.2), -x * 0.8 + random.between(-0.2, 0.2));
    // Corners grow further in than the middle of a side, where the dish is.
    const corner = smoothstep(0.3, 1, Math.abs(along));
    needle(x, y, inward, random.between(0.07, 0.13) + corner * 0.13, 0);
  }
  return paintBack(frost, width, height);
}

function paintBack(
  frost: { width: number; height: number; values: Float32Array },
  width: number,
  height: number,
) {
  return paintPlane(width, height, 1, (x, y) => {
    const unit = Math.min(width, height);
    const px = ((x * unit + width / 2) * frost.width) / width - 0.5;
    const py = ((y * unit + height / 2) * frost.height) / height - 0.5;
    const x0 = clamp(Math.floor(px), 0, frost.width - 2);
    const y0 = clamp(Math.floor(py), 0, frost.height - 2);
    const i = y0 * frost.width + x0;
    const fx = clamp(px - x0);
    const fy = clamp(py - y0);
    const top = mix(frost.values[i] as number, frost.values[i + 1] as number, fx);
    return mix(
      top,
      mix(frost.values[i + frost.width] as number, frost.values[i + frost.width + 1] as number, fx),
      fy,
    );
  });
}

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
    // Smooth union of a wavy sheet and the fingers: positive inside.
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
  // Its highlights turn into polished gold.
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
