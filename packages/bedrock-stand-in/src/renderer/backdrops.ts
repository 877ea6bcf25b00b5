import { bokeh } from './filters/draw.ts';
import {
  blurRaster,
  type Colour,
  clamp,
  hex,
  mix,
  paint,
  type Raster,
  ramp,
  resizeRaster,
  screen,
  smoothstep,
} from './pixels.ts';
import type { Setting } from './setting.ts';
import type { Stage } from './stage.ts';

/** Backdrops lie far behind the dish, out of focus: they are painted this much smaller, then blurred. */
const STEP = 4;

/** Paints what is behind the table, out of focus, as large as the stage. `edge` is where the table ends. */
export function paintBackdrop(stage: Stage, setting: Setting, edge: number): Raster {
  const { width, height, random, noise, side } = stage;
  const w = Math.ceil(width / STEP);
  const h = Math.ceil(height / STEP);
  const unit = Math.min(w, h);
  const phase = random.between(0, 150);
  const halfW = w / unit / 2;
  const top = -h / unit / 2;
  const gradient = (stops: readonly string[], grainy = 0.05): Raster => {
    const colours = stops.map(hex);
    return paint(w, h, 1, (x, y, out) => {
      const t = (y - top) / Math.max(0.05, edge - top);
      ramp(colours, t + (noise.layered(x * 3 + phase, y * 3, 3) - 0.5) * grainy * 2, out);
    });
  };
  const box = (picture: Raster, x0: number, y0: number, x1: number, y1: number, colour: Colour, a = 1) => {
    const px0 = Math.max(0, Math.round(x0 * unit + w / 2));
    const px1 = Math.min(w, Math.round(x1 * unit + w / 2));
    const py0 = Math.max(0, Math.round(y0 * unit + h / 2));
    const py1 = Math.min(h, Math.round(y1 * unit + h / 2));
    for (let y = py0; y < py1; y++) {
      for (let x = px0; x < px1; x++) {
        for (let c = 0; c < 3; c++) {
          const s = (y * w + x) * 3 + c;
          picture.rgb[s] = mix(picture.rgb[s] as number, colour[c] as number, a);
        }
      }
    }
  };
  const disc = (picture: Raster, cx: number, cy: number, rx: number, ry: number, colour: Colour, a = 1) => {
    const px0 = Math.max(0, Math.floor((cx - rx) * unit + w / 2));
    const px1 = Math.min(w, Math.ceil((cx + rx) * unit + w / 2));
    const py0 = Math.max(0, Math.floor((cy - ry) * unit + h / 2));
    const py1 = Math.min(h, Math.ceil((cy + ry) * unit + h / 2));
    for (let y = py0; y < py1; y++) {
      for (let x = px0; x < px1; x++) {
        const dx = ((x + 0.5 - w / 2) / unit - cx) / rx;
        const dy = ((y + 0.5 - h / 2) / unit - cy) / ry;
        const cover = smoothstep(1, 0.85, dx * dx + dy * dy) * a;
        for (let c = 0; c < 3; c++) {
          const s = (y * w + x) * 3 + c;
          picture.rgb[s] = mix(picture.rgb[s] as number, colour[c] as number, cover);
        }
      }
    }
  };
  const glow = (picture: Raster, cx: number, cy: number, r: number, colour: Colour, a: number) => {
    for (let y = 0, s = 0; y < h; y++) {
      const dy = (y + 0.5 - h / 2) / unit - cy;
      for (let x = 0; x < w; x++, s += 3) {
        const dx = (x + 0.5 - w / 2) / unit - cx;
        const light = a * Math.exp(-(dx * dx + dy * dy) / (r * r));
        if (light < 0.004) continue;
        for (let c = 0; c < 3; c++) {
          picture.rgb[s + c] = screen(picture.rgb[s + c] as number, (colour[c] as number) * light);
        }
      }
    }
  };
  const lights = (
    picture: Raster,
    count: number,
    colours: readonly string[],
    size: readonly [number, number],
    amount = 0.8,
    low = edge,
  ) => {
    bokeh(picture, random, {
      count,
      colours: colours.map(hex),
      size,
      amount,
      area: { left: -halfW - 0.05, right: halfW + 0.05, top: top - 0.03, bottom: low },
    });
  };
  const plants = (picture: Raster, x: number, y: number, size: number) => {
    for (let k = 0; k < 14; k++) {
      const tone = random.between(0.5, 1.2);
      disc(
        picture,
        x + random.between(-1, 1) * size,
        y + random.between(-1, 0.4) * size,
        size * random.between(0.15, 0.4),
        size * random.between(0.2, 0.5),
        [0.2 * tone, 0.42 * tone, 0.17 * tone],
        0.85,
      );
    }
  };

  let picture: Raster;
  let blur = 0.011;
  switch (setting.backdrop) {
    case 'window': {
      picture = gradient(['#cfc3b2', '#dccfbd', '#c2b09a']);
      const left = side < 0 ? -halfW : random.between(-0.15, 0.05);
      for (let pane = 0; pane < 2; pane++) {
        const x0 = left + pane * 0.3;
        box(picture, x0 - 0.012, top - 0.1, x0 + 0.29, edge - 0.1, hex('#8d7d68'));
        box(picture, x0, top - 0.1, x0 + 0.275, edge - 0.115, hex('#fbfdff'));
        for (let k = 0; k < 7; k++)
          plants(picture, x0 + random.between(0.02, 0.25), edge - random.between(0.14, 0.3), 0.035);
        box(picture, x0 + 0.13, top - 0.1, x0 + 0.142, edge - 0.115, hex('#a39480'));
      }
      plants(picture, -left * 0.8 + 0.1, edge - 0.08, 0.1);
      glow(picture, left + 0.3, top + 0.2, 0.5, [1, 0.98, 0.92], 0.55);
      break;
    }
    case 'dining-room': {
      picture = gradient(['#1d110a', '#3a2213', '#4a2b17', '#2b190f']);
      for (let k = 0; k < 5; k++) {
        const x = random.between(-halfW, halfW);
        box(
          picture,
          x,
          edge - random.between(0.16, 0.28),
          x + random.between(0.09, 0.16),
          edge + 0.02,
          hex('#1b0f08'),
          0.75,
        );
      }
      for (let k = 0; k < 3; k++) {
        const x = random.between(-halfW, halfW);
        box(picture, x, top + 0.1, x + 0.14, top + 0.28, hex('#6b4526'), 0.5);
      }
      for (let k = 0; k < 5; k++) {
        const x = (k / 4 - 0.5) * 2 * halfW * 0.95 + random.between(-0.06, 0.06);
        const y = top + random.between(0.05, 0.26);
        glow(picture, x, y + 0.02, 0.15, hex('#ffb057'), 0.8);
        disc(picture, x, y, 0.026, 0.03, hex('#fff0c9'));
      }
      lights(picture, 26, ['#ffc670', '#ff9d3c', '#ffe3ae'], [0.008, 0.03], 0.7);
      break;
    }
    case 'night-city': {
      picture = gradient(['#0b1433', '#1c2c5e', '#44467d', '#b0607a', '#e89a6b']);
      for (let x = -halfW; x < halfW; ) {
        const wide = random.between(0.05, 0.13);
        const roof = edge - random.between(0.06, 0.34);
        box(picture, x, roof, x + wide, edge + 0.05, [0.06, 0.07, 0.15], 0.9);
        for (let k = 0; k < 12; k++) {
          const wx = x + random.between(0.1, 0.85) * wide;
          const wy = mix(roof + 0.01, edge, random.next());
          box(
            picture,
            wx,
            wy,
            wx + 0.008,
            wy + 0.011,
            random.pick(['#ffd98a', '#ffb45c', '#bfe3ff'].map(hex)),
            0.9,
          );
        }
        x += wide * 0.92;
      }
      lights(picture, 60, ['#ffcf7a', '#ff9a5a', '#7ac6ff', '#ff7aa8', '#fff0cf'], [0.008, 0.034], 0.85);
      for (let k = 0; k < 9; k++) {
        const x = (k / 8 - 0.5) * 2 * halfW;
        const y = top + 0.09 + 0.07 * (1 - ((k / 8 - 0.5) * 2) ** 2);
        glow(picture, x, y, 0.04, hex('#ffc46b'), 0.8);
        disc(picture, x, y, 0.016, 0.018, hex('#fff1cf'));
      }
      break;
    }
    case 'sea': {
      const shore = edge - 0.03;
      const line = shore - random.between(0.13, 0.18);
      picture = paint(w, h, 1, (x, y, out) => {
        if (y < line) {
          ramp(['#3f9fe0', '#8fcdf0', '#d9f1f8', '#f6f3df'].map(hex), (y - top) / (line - top), out);
          const cloud = smoothstep(0.55, 0.75, noise.layered(x * 2 + phase, y * 6, 4)) * 0.7;
          for (let c = 0; c < 3; c++) out[c] = mix(out[c] as number, 1, cloud);
        } else if (y < shore) {
          const t = (y - line) / (shore - line);
          ramp(
            ['#137a9c', '#1fa6b8', '#4fd0cc', '#c9f2e6'].map(hex),
            t + (noise.layered(x * 5, y * 60 + phase, 3) - 0.5) * 0.4,
            out,
          );
        } else ramp(['#e9d3a4', '#f4e6c4'].map(hex), noise.layered(x * 8, y * 8, 2), out);
      });
      for (let k = 0; k < 3; k++) {
        const x = random.between(-halfW, halfW);
        disc(
          picture,
          x,
          shore - 0.1,
          0.09,
          0.035,
          random.pick(['#ff7f6b', '#fff4dd', '#f6c444'].map(hex)),
          0.95,
        );
        box(picture, x - 0.004, shore - 0.1, x + 0.004, shore, hex('#e6dcc8'));
      }
      lights(picture, 30, ['#ffffff', '#dffaff'], [0.004, 0.012], 0.6, shore);
      blur = 0.008;
      break;
    }
    case 'foliage': {
      picture = paint(w, h, 1, (x, y, out) => {
        const t = noise.layered(x * 3.4 + phase, y * 3.4, 4) * 1.5 - 0.28;
        ramp(
          ['#173d1c', '#2f6b2c', '#5f9a3c', '#a8cc62', '#eef3b4'].map(hex),
          clamp(t - (y - top) * 0.12),
          out,
        );
      });
      glow(picture, side * 0.35, top + 0.12, 0.42, hex('#fff2b8'), 0.75);
      lights(picture, 70, ['#f3ffc4', '#ffffff', '#cbe88a', '#fff0a8'], [0.01, 0.042], 0.6);
      break;
    }
    case 'open-sky':
    case 'mountains': {
      const snowy = setting.backdrop === 'mountains';
      picture = gradient(snowy ? ['#4f95d6', '#8dc2ea', '#d5ebf5'] : ['#6fa8d8', '#f0c98a', '#f6a45c'], 0.03);
      for (let layer = 0; layer < 3; layer++) {
        const base = edge - 0.22 + layer * 0.09;
        for (let px = 0; px < w; px++) {
          const x = (px + 0.5 - w / 2) / unit;
          const ridge =
            base -
            (noise.layered(x * (2.2 + layer) + phase + layer * 9, layer, 4) - 0.4) * (snowy ? 0.5 : 0.2);
          const rock = layer / 2.4;
          const colour: Colour = snowy
            ? [mix(0.9, 0.16, rock), mix(0.95, 0.3, rock), mix(1, 0.3, rock)]
            : [mix(0.75, 0.3, rock), mix(0.6, 0.32, rock), mix(0.4, 0.14, rock)];
          box(picture, x, ridge, x + 1.4 / unit, edge + 0.05, colour, 0.95);
        }
      }
      glow(picture, side * 0.4, top + 0.2, 0.3, hex('#fff3cf'), 0.7);
      blur = 0.008;
      break;
    }
    case 'kitchen': {
      picture = gradient(['#2b2724', '#4c453f', '#6b625a', '#3a342f']);
      for (const y of [edge - 0.32, edge - 0.14]) {
        box(picture, -halfW, y, halfW, y + 0.02, hex('#b7b3ac'), 0.9);
        for (let k = 0; k < 9; k++) {
          const x = random.between(-halfW, halfW);
          const r = random.between(0.025, 0.055);
          const colour = random.pick(['#c87941', '#a35a2a', '#d9d5cc', '#efe9dd', '#7d8287'].map(hex));
          disc(picture, x, y - r * 0.8, r, r * 0.9, colour, 0.95);
          disc(picture, x - r * 0.3, y - r * 1.1, r * 0.25, r * 0.3, [1, 0.95, 0.85], 0.6);
        }
      }
      for (let k = 0; k < 3; k++) {
        const x = random.between(-halfW, halfW);
        glow(picture, x, edge - 0.05, 0.07, hex('#ff8a2b'), 0.9);
        disc(picture, x, edge - 0.05, 0.013, 0.035, hex('#ffd27a'), 0.9);
      }
      for (let k = 0; k < 4; k++) {
        const x = (k / 3 - 0.5) * 2 * halfW * 0.85;
        glow(picture, x, top + 0.1, 0.14, hex('#ffd9a0'), 0.85);
        disc(picture, x, top + 0.08, 0.04, 0.02, hex('#fff6e2'));
      }
      break;
    }
    case 'wall': {
      picture = gradient(['#d9d3c9', '#e4dfd6', '#cfc7bb'], 0.03);
      glow(picture, side * 0.4, top + 0.15, 0.5, [1, 1, 0.98], 0.6);
      const slant = random.between(0.4, 0.7) * side;
      picture = shadeBy(picture, (x, y) => {
        const bar = Math.abs((((x + y * slant) * 2.6 + 20) % 1) - 0.5);
        return 1 - 0.13 * smoothstep(0.2, 0.27, bar);
      });
      break;
    }
    case 'fire': {
      picture = paint(w, h, 1, (x, y, out) => {
        const n = noise.layered(x * 4 + phase, y * 3, 4);
        const heat = clamp(n * 0.9 - (edge - y) * 1.35 + 0.15);
        ramp(['#07060b', '#160c10', '#5a1a06', '#d4520c', '#ffb23c'].map(hex), heat, out);
        const pines = smoothstep(0.5, 0.6, noise.layered(x * 9 + phase, 2, 3) - (edge - 0.25 - y) * 2.2);
        const night = ([0.05, 0.08, 0.17] as const).map((v) => v * (0.7 + (edge - y)));
        for (let c = 0; c < 3; c++)
          out[c] = screen(out[c] as number, (night[c] as number) * (1 - pines * 0.7));
      });
      glow(picture, -side * 0.3, edge - 0.02, 0.2, hex('#ff7a1a'), 0.9);
      lights(picture, 34, ['#ff9a3c', '#ffcf7a', '#ff6a1a'], [0.004, 0.024], 0.8);
      break;
    }
    case 'studio': {
      const colour = hex(setting.studio ?? '#d8d2c8');
      picture = paint(w, h, 1, (x, y, out) => {
        const light = 1.04 - 0.16 * Math.hypot(x - side * 0.25, y + 0.1) + 0.05 * (edge - y);
        for (let c = 0; c < 3; c++) out[c] = (colour[c] as number) * light;
      });
      break;
    }
    case 'neon': {
      picture = gradient(['#0a0616', '#1a0d2e', '#2a1038', '#120a1e']);
      const tubes = ['#ff2fa0', '#22d3ff', '#ff5a3c', '#8a5bff', '#2bffb0'].map(hex);
      for (let k = 0; k < 9; k++) {
        const colour = random.pick(tubes);
        const x = random.between(-halfW, halfW);
        const y = random.between(top + 0.03, edge - 0.12);
        const tall = random.chance(0.5);
        const long = random.between(0.08, 0.2);
        glow(picture, x, y + (tall ? long / 2 : 0), 0.13, colour, 0.55);
        if (tall) box(picture, x, y, x + 0.014, y + long, mixWhite(colour));
        else box(picture, x, y, x + long, y + 0.014, mixWhite(colour));
      }
      lights(picture, 40, ['#ff4fb0', '#3fdcff', '#ff9a5a', '#a88bff'], [0.008, 0.036], 0.7);
      break;
    }
    case 'shelves': {
      picture = gradient(['#2a1a10', '#4a2f1c', '#3b2415']);
      for (let y = top; y < edge - 0.05; y += 0.17) {
        box(picture, -halfW, y + 0.15, halfW, y + 0.165, hex('#7a5230'));
        for (let x = -halfW; x < halfW; ) {
          const wide = random.between(0.014, 0.034);
          const tone = random.pick(
            ['#8a2f25', '#2f4a5f', '#3f5a3a', '#b08a4a', '#d9cdb5', '#5a2f4a', '#20303f'].map(hex),
          );
          box(picture, x, y + random.between(0.02, 0.06), x + wide * 0.9, y + 0.15, tone, 0.95);
          x += wide;
        }
      }
      glow(picture, side * 0.3, top + 0.25, 0.28, hex('#ffc47a'), 0.6);
      break;
    }
    case 'snow': {
      picture = gradient(['#7f9cbc', '#a9c0d6', '#d3e0ea', '#e9eff3']);
      for (let k = 0; k < 6; k++) {
        const x = random.between(-halfW, halfW);
        for (let tier = 0; tier < 4; tier++)
          disc(picture, x, edge - 0.12 - tier * 0.05, 0.075 - tier * 0.016, 0.045, hex('#4a6a72'), 0.75);
      }
      lights(picture, 60, ['#ffffff'], [0.004, 0.012], 0.8);
      lights(picture, 10, ['#ffc470'], [0.012, 0.03], 0.8);
      for (const x of [-halfW * 0.98, 0.02, halfW * 0.9])
        box(picture, x, top - 0.1, x + 0.03, edge, hex('#5a3f2a'));
      box(picture, -halfW, edge - 0.05, halfW, edge, hex('#6b4a30'));
      break;
    }
    case 'market': {
      picture = gradient(['#f0d9b0', '#e0b986', '#a97a4f', '#6b4a30']);
      for (let k = 0; k < 46; k++) {
        const colour = random.pick(
          ['#d8402c', '#f29f1c', '#5f9a2f', '#e8c22e', '#8a2f5a', '#f0e0c0', '#3f7a3a'].map(hex),
        );
        disc(
          picture,
          random.between(-halfW, halfW),
          edge - random.between(0, 0.2),
          0.03,
          0.028,
          colour,
          0.95,
        );
      }
      for (let k = 0; k < 26; k++) {
        const x = -halfW + (k / 26) * 2 * halfW;
        box(
          picture,
          x,
          top - 0.1,
          x + (2 * halfW) / 26,
          top + 0.15 + (k % 2) * 0.012,
          k % 2 ? hex('#fff6e6') : hex('#d3402c'),
        );
      }
      for (let k = 0; k < 8; k++) {
        const x = (k / 7 - 0.5) * 2 * halfW;
        glow(picture, x, top + 0.2, 0.05, hex('#ffdc9a'), 0.85);
        disc(picture, x, top + 0.2, 0.015, 0.017, hex('#fff6dc'));
      }
      glow(picture, side * 0.5, top + 0.3, 0.36, hex('#ffe2a0'), 0.6);
      break;
    }
    case 'pool': {
      picture = paint(w, h, 1, (x, y, out) => {
        const t = (y - top) / (edge - top);
        if (t < 0.42) ramp(['#4aa8e6', '#a8dcf5'].map(hex), t / 0.42, out);
        else {
          const web = noise.cells(x * 11 + phase, y * 26);
          ramp(
            ['#0fa3c4', '#3fd0dc', '#d6fbfa'].map(hex),
            0.25 + smoothstep(0.3, 0.02, web.second - web.nearest) * 0.6,
            out,
          );
        }
      });
      for (let k = 0; k < 3; k++) plants(picture, random.between(-halfW, halfW), top + 0.32, 0.1);
      blur = 0.008;
      break;
    }
    case 'party': {
      picture = gradient(['#2b1440', '#4a1f5a', '#6b2a5a', '#3a1a3f']);
      for (let k = 0; k < 11; k++) {
        const colour = random.pick(
          ['#ff5a7a', '#ffd23f', '#3fc8e0', '#a86bff', '#ff9a3c', '#f7f0ff'].map(hex),
        );
        const x = random.between(-halfW, halfW);
        const y = random.between(top, edge - 0.15);
        const r = random.between(0.045, 0.08);
        disc(picture, x, y, r, r * 1.2, colour, 0.95);
        disc(picture, x - r * 0.35, y - r * 0.45, r * 0.22, r * 0.3, [1, 1, 1], 0.5);
      }
      lights(picture, 60, ['#ffd98a', '#fff2d0', '#ffb04a'], [0.006, 0.026], 0.85);
      break;
    }
    case 'gallery': {
      picture = gradient(['#f0efec', '#e9e7e3', '#d6d3cd'], 0.02);
      for (let k = 0; k < 3; k++) {
        const x = (k / 3 - 0.5) * 2 * halfW + random.between(0.02, 0.08);
        box(
          picture,
          x,
          top + 0.08,
          x + 0.24,
          edge - 0.1,
          random.pick(['#20242b', '#e05a3c', '#f2c23a', '#2f5fa8'].map(hex)),
        );
        for (let s = 0; s < 5; s++) {
          const bx = x + random.between(0.02, 0.16);
          const by = random.between(top + 0.1, edge - 0.2);
          box(
            picture,
            bx,
            by,
            bx + random.between(0.02, 0.08),
            by + random.between(0.02, 0.12),
            random.pick(['#f7f3ea', '#e05a3c', '#f2c23a', '#2f8a8a', '#d84a8c'].map(hex)),
            0.9,
          );
        }
      }
      break;
    }
    case 'street': {
      picture = gradient(['#bcd4e6', '#d9d2c4', '#b59a7f', '#8a7764']);
      for (let x = -halfW; x < halfW; ) {
        const wide = random.between(0.12, 0.24);
        const tone = random.pick(['#a86a4a', '#c9a27c', '#8a7f78', '#d6c5ab', '#7a5a48'].map(hex));
        box(picture, x, top + random.between(-0.05, 0.18), x + wide, edge, tone, 0.92);
        for (let k = 0; k < 6; k++) {
          const wx = x + random.between(0.08, 0.75) * wide;
          const wy = random.between(top + 0.15, edge - 0.16);
          box(
            picture,
            wx,
            wy,
            wx + 0.03,
            wy + 0.05,
            random.pick(['#3f4a55', '#ffdf9c', '#dfe9ef'].map(hex)),
            0.85,
          );
        }
        x += wide;
      }
      plants(picture, -side * 0.4, edge - 0.12, 0.12);
      glow(picture, side * 0.4, top + 0.1, 0.42, hex('#fff0c4'), 0.75);
      break;
    }
    case 'dark': {
      picture = paint(w, h, 1, (x, y, out) => {
        const light =
          0.035 +
          0.12 *
            Math.exp(-((x - side * 0.3) ** 2 * 3 + (y - edge + 0.15) ** 2 * 7)) *
            (0.7 + 0.6 * noise.layered(x * 2 + phase, y * 2, 3));
        out[0] = light * 1.02;
        out[1] = light;
        out[2] = light * 0.98;
      });
      break;
    }
  }
  const out = blurRaster(picture, blur * unit);
  if (setting.people === 0) return resizeRaster(out, width, height);
  picture = out;
  for (let k = 0; k < setting.people; k++) person(k);
  return resizeRaster(blurRaster(picture, 0.019 * unit), width, height);

  /** Somebody beyond the table, no more than a soft shape: hair, face, shoulders, light on one side. */
  function person(k: number): void {
    const place = [-side * 0.34, side * 0.42, -side * 0.02][k] as number;
    const x = place * Math.min(1.25, halfW * 2) + random.between(-0.03, 0.03);
    const size = random.between(0.118, 0.132) * (k === 2 ? 0.8 : 1);
    const y = Math.max(top + size * 0.95, edge - size * random.between(2.1, 2.5));
    const skin = skinOf(setting.person, random);
    const hair = random.pick(['#1c120c', '#2f1c10', '#5a3820', '#8a5f34', '#15110f'].map(hex));
    const cloth = random.pick(
      ['#e8e2d6', '#2f4a66', '#b5432e', '#3f5f46', '#d9a23a', '#27262b', '#8a5a78'].map(hex),
    );
    const words = setting.person ?? '';
    const long = /woman|female/i.test(words) || (!/\bman\b|\bmale\b/i.test(words) && random.chance(0.5));
    const shade = (colour: Colour, f: number): Colour => [colour[0] * f, colour[1] * f, colour[2] * f];
    if (long) disc(picture, x, y + size * 0.55, size * 1.02, size * 1.6, shade(hair, 0.9));
    disc(picture, x, y + size * 3.0, size * 2.1, size * 1.75, shade(cloth, 0.82));
    disc(picture, x + side * size * 0.6, y + size * 3.05, size * 1.4, size * 1.55, cloth, 0.6);
    box(picture, x - size * 0.33, y + size * 0.7, x + size * 0.33, y + size * 1.5, shade(skin, 0.76));
    disc(picture, x, y - size * 0.14, size * 0.86, size * 1.05, hair);
    disc(picture, x, y + size * 0.2, size * 0.7, size * 0.92, shade(skin, 0.84));
    disc(picture, x + side * size * 0.24, y + size * 0.18, size * 0.42, size * 0.72, shade(skin, 1.08), 0.7);
    glow(picture, x + side * size * 0.9, y - size * 0.4, size * 0.9, [1, 0.93, 0.82], 0.25);
  }
}

const skinTones: Readonly<Record<string, readonly string[]>> = {
  caucasian: ['#e8b998', '#f0c9a8'],
  african: ['#6b4229', '#8a5a38'],
  'east asian': ['#e6bd94', '#dcae84'],
  'south asian': ['#a8754c', '#bb8a5e'],
  hispanic: ['#c99468', '#b98258'],
  'middle eastern': ['#c79870', '#d6a880'],
};

function skinOf(person: string | undefined, random: Stage['random']): Colour {
  const words = (person ?? '').toLowerCase();
  const known = Object.entries(skinTones).find(([name]) => words.includes(name));
  return hex(random.pick(known ? known[1] : Object.values(skinTones).flat()));
}

function mixWhite(colour: Colour): Colour {
  return [mix(colour[0], 1, 0.55), mix(colour[1], 1, 0.55), mix(colour[2], 1, 0.55)];
}

function shadeBy(picture: Raster, factor: (x: number, y: number) => number): Raster {
  const { width, height, rgb } = picture;
  const unit = Math.min(width, height);
  for (let y = 0, s = 0; y < height; y++) {
    for (let x = 0; x < width; x++, s += 3) {
      const f = factor((x - width / 2) / unit, (y - height / 2) / unit);
      for (let c = 0; c < 3; c++) rgb[s + c] = (rgb[s + c] as number) * f;
    }
  }
  return picture;
}
