import { type Colour, clamp, hex, mix, ramp, screen, smoothstep } from '../pixels.ts';
import type { Canvas } from './canvas.ts';

/** A skyline with lit windows at dusk, and a chain of lamps in front. */
export function paintNightCity(canvas: Canvas): void {
  const { random, halfWidth, top, edge } = canvas;
  canvas.gradient(['#0b1433', '#1c2c5e', '#44467d', '#b0607a', '#e89a6b']);
  for (let x = -halfWidth; x < halfWidth; ) {
    const wide = random.between(0.05, 0.13);
    const roof = edge - random.between(0.06, 0.34);
    canvas.box(x, roof, x + wide, edge + 0.05, [0.06, 0.07, 0.15], 0.9);
    for (let k = 0; k < 12; k++) {
      const wx = x + random.between(0.1, 0.85) * wide;
      const wy = mix(roof + 0.01, edge, random.next());
      const light = canvas.randomColour('#ffd98a', '#ffb45c', '#bfe3ff');
      canvas.box(wx, wy, wx + 0.008, wy + 0.011, light, 0.9);
    }
    x += wide * 0.92;
  }
  canvas.lights(60, ['#ffcf7a', '#ff9a5a', '#7ac6ff', '#ff7aa8', '#fff0cf'], [0.008, 0.034], 0.85);
  for (let lamp = 0; lamp < 9; lamp++) {
    const x = (lamp / 8 - 0.5) * 2 * halfWidth;
    const y = top + 0.09 + 0.07 * (1 - ((lamp / 8 - 0.5) * 2) ** 2);
    canvas.glow(x, y, 0.04, hex('#ffc46b'), 0.8);
    canvas.disc(x, y, 0.016, 0.018, hex('#fff1cf'));
  }
}

/** Sky with clouds, the sea, a strip of sand and parasols. */
export function paintSea(canvas: Canvas): void {
  const { random, edge } = canvas;
  const shore = edge - 0.03;
  const horizon = shore - random.between(0.13, 0.18);
  paintCoast(canvas, horizon, shore);
  for (let parasol = 0; parasol < 3; parasol++) {
    const x = canvas.randomX();
    const colour = canvas.randomColour('#ff7f6b', '#fff4dd', '#f6c444');
    canvas.disc(x, shore - 0.1, 0.09, 0.035, colour, 0.95);
    canvas.box(x - 0.004, shore - 0.1, x + 0.004, shore, hex('#e6dcc8'));
  }
  canvas.lights(30, ['#ffffff', '#dffaff'], [0.004, 0.012], 0.6, shore);
}

function paintCoast(canvas: Canvas, horizon: number, shore: number): void {
  const { noise, top, phase } = canvas;
  const sky = ['#3f9fe0', '#8fcdf0', '#d9f1f8', '#f6f3df'].map(hex);
  const sea = ['#137a9c', '#1fa6b8', '#4fd0cc', '#c9f2e6'].map(hex);
  const sand = ['#e9d3a4', '#f4e6c4'].map(hex);
  canvas.fill((x, y, out) => {
    if (y < horizon) {
      ramp(sky, (y - top) / (horizon - top), out);
      const cloud = smoothstep(0.55, 0.75, noise.layered(x * 2 + phase, y * 6, 4)) * 0.7;
      for (let c = 0; c < 3; c++) out[c] = mix(out[c] as number, 1, cloud);
    } else if (y < shore) {
      const t = (y - horizon) / (shore - horizon);
      ramp(sea, t + (noise.layered(x * 5, y * 60 + phase, 3) - 0.5) * 0.4, out);
    } else ramp(sand, noise.layered(x * 8, y * 8, 2), out);
  });
}

/** Green leaves far out of focus, with the sun behind them. */
export function paintFoliage(canvas: Canvas): void {
  const { noise, side, top, phase } = canvas;
  const greens = ['#173d1c', '#2f6b2c', '#5f9a3c', '#a8cc62', '#eef3b4'].map(hex);
  canvas.fill((x, y, out) => {
    const t = noise.layered(x * 3.4 + phase, y * 3.4, 4) * 1.5 - 0.28;
    ramp(greens, clamp(t - (y - top) * 0.12), out);
  });
  canvas.glow(side * 0.35, top + 0.12, 0.42, hex('#fff2b8'), 0.75);
  canvas.lights(70, ['#f3ffc4', '#ffffff', '#cbe88a', '#fff0a8'], [0.01, 0.042], 0.6);
}

export function paintMountains(canvas: Canvas): void {
  canvas.gradient(['#4f95d6', '#8dc2ea', '#d5ebf5'], 0.03);
  paintRidges(canvas, 0.5, (rock) => [mix(0.9, 0.16, rock), mix(0.95, 0.3, rock), mix(1, 0.3, rock)]);
}

/** Low hills under an evening sky. */
export function paintOpenSky(canvas: Canvas): void {
  canvas.gradient(['#6fa8d8', '#f0c98a', '#f6a45c'], 0.03);
  paintRidges(canvas, 0.2, (rock) => [mix(0.75, 0.3, rock), mix(0.6, 0.32, rock), mix(0.4, 0.14, rock)]);
}

/** Three ridges, one behind another, `tall` high; `rock` is 0 for the farthest. */
function paintRidges(canvas: Canvas, tall: number, colourOf: (rock: number) => Colour): void {
  const { noise, side, width, unit, top, edge, phase } = canvas;
  for (let layer = 0; layer < 3; layer++) {
    const base = edge - 0.22 + layer * 0.09;
    const colour = colourOf(layer / 2.4);
    for (let px = 0; px < width; px++) {
      const x = (px + 0.5 - width / 2) / unit;
      const ridge = base - (noise.layered(x * (2.2 + layer) + phase + layer * 9, layer, 4) - 0.4) * tall;
      canvas.box(x, ridge, x + 1.4 / unit, edge + 0.05, colour, 0.95);
    }
  }
  canvas.glow(side * 0.4, top + 0.2, 0.3, hex('#fff3cf'), 0.7);
}

/** Flames before pines at night. */
export function paintFire(canvas: Canvas): void {
  const { noise, side, edge, phase } = canvas;
  const flame = ['#07060b', '#160c10', '#5a1a06', '#d4520c', '#ffb23c'].map(hex);
  canvas.fill((x, y, out) => {
    const n = noise.layered(x * 4 + phase, y * 3, 4);
    ramp(flame, clamp(n * 0.9 - (edge - y) * 1.35 + 0.15), out);
    const pines = smoothstep(0.5, 0.6, noise.layered(x * 9 + phase, 2, 3) - (edge - 0.25 - y) * 2.2);
    const night = ([0.05, 0.08, 0.17] as const).map((v) => v * (0.7 + (edge - y)));
    for (let c = 0; c < 3; c++) out[c] = screen(out[c] as number, (night[c] as number) * (1 - pines * 0.7));
  });
  canvas.glow(-side * 0.3, edge - 0.02, 0.2, hex('#ff7a1a'), 0.9);
  canvas.lights(34, ['#ff9a3c', '#ffcf7a', '#ff6a1a'], [0.004, 0.024], 0.8);
}

/** Firs in falling snow, seen through a window. */
export function paintSnow(canvas: Canvas): void {
  const { halfWidth, top, edge } = canvas;
  canvas.gradient(['#7f9cbc', '#a9c0d6', '#d3e0ea', '#e9eff3']);
  for (let fir = 0; fir < 6; fir++) {
    const x = canvas.randomX();
    for (let tier = 0; tier < 4; tier++)
      canvas.disc(x, edge - 0.12 - tier * 0.05, 0.075 - tier * 0.016, 0.045, hex('#4a6a72'), 0.75);
  }
  canvas.lights(60, ['#ffffff'], [0.004, 0.012], 0.8);
  canvas.lights(10, ['#ffc470'], [0.012, 0.03], 0.8);
  for (const x of [-halfWidth * 0.98, 0.02, halfWidth * 0.9])
    canvas.box(x, top - 0.1, x + 0.03, edge, hex('#5a3f2a'));
  canvas.box(-halfWidth, edge - 0.05, halfWidth, edge, hex('#6b4a30'));
}

/** Fruit on a stall under a striped awning with lamps. */
export function paintMarket(canvas: Canvas): void {
  const { random, side, halfWidth, top, edge } = canvas;
  canvas.gradient(['#f0d9b0', '#e0b986', '#a97a4f', '#6b4a30']);
  for (let fruit = 0; fruit < 46; fruit++) {
    const colour = canvas.randomColour(
      '#d8402c',
      '#f29f1c',
      '#5f9a2f',
      '#e8c22e',
      '#8a2f5a',
      '#f0e0c0',
      '#3f7a3a',
    );
    canvas.disc(canvas.randomX(), edge - random.between(0, 0.2), 0.03, 0.028, colour, 0.95);
  }
  for (let stripe = 0; stripe < 26; stripe++) {
    const x = -halfWidth + (stripe / 26) * 2 * halfWidth;
    const hem = top + 0.15 + (stripe % 2) * 0.012;
    const colour = stripe % 2 ? hex('#fff6e6') : hex('#d3402c');
    canvas.box(x, top - 0.1, x + (2 * halfWidth) / 26, hem, colour);
  }
  for (let lamp = 0; lamp < 8; lamp++) {
    const x = (lamp / 7 - 0.5) * 2 * halfWidth;
    canvas.glow(x, top + 0.2, 0.05, hex('#ffdc9a'), 0.85);
    canvas.disc(x, top + 0.2, 0.015, 0.017, hex('#fff6dc'));
  }
  canvas.glow(side * 0.5, top + 0.3, 0.36, hex('#ffe2a0'), 0.6);
}

/** Sky over water with the light of waves, and plants. */
export function paintPool(canvas: Canvas): void {
  const { noise, top, edge, phase } = canvas;
  const sky = ['#4aa8e6', '#a8dcf5'].map(hex);
  const water = ['#0fa3c4', '#3fd0dc', '#d6fbfa'].map(hex);
  canvas.fill((x, y, out) => {
    const t = (y - top) / (edge - top);
    if (t < 0.42) ramp(sky, t / 0.42, out);
    else {
      const web = noise.cells(x * 11 + phase, y * 26);
      ramp(water, 0.25 + smoothstep(0.3, 0.02, web.second - web.nearest) * 0.6, out);
    }
  });
  for (let k = 0; k < 3; k++) canvas.plants(canvas.randomX(), top + 0.32, 0.1);
}

/** House fronts with windows, a plant and low sun. */
export function paintStreet(canvas: Canvas): void {
  const { random, side, halfWidth, top, edge } = canvas;
  canvas.gradient(['#bcd4e6', '#d9d2c4', '#b59a7f', '#8a7764']);
  for (let x = -halfWidth; x < halfWidth; ) {
    const wide = random.between(0.12, 0.24);
    const front = canvas.randomColour('#a86a4a', '#c9a27c', '#8a7f78', '#d6c5ab', '#7a5a48');
    canvas.box(x, top + random.between(-0.05, 0.18), x + wide, edge, front, 0.92);
    for (let k = 0; k < 6; k++) {
      const wx = x + random.between(0.08, 0.75) * wide;
      const wy = random.between(top + 0.15, edge - 0.16);
      const pane = canvas.randomColour('#3f4a55', '#ffdf9c', '#dfe9ef');
      canvas.box(wx, wy, wx + 0.03, wy + 0.05, pane, 0.85);
    }
    x += wide;
  }
  canvas.plants(-side * 0.4, edge - 0.12, 0.12);
  canvas.glow(side * 0.4, top + 0.1, 0.42, hex('#fff0c4'), 0.75);
}
