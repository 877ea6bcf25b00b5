import { bokeh } from '#src/renderer/filters/draw.ts';
import type { Noise } from '../noise.ts';
import { paint } from '../paint.ts';
import { type Colour, hex, mix, type Raster, ramp, raster, screen, smoothstep } from '../pixels.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';

/** Backdrops are out of focus, so they are painted this many times smaller than the stage and then enlarged. */
const REDUCTION = 4;

/**
 * A small picture on which a backdrop is painted. Coordinates are in units of the shorter side, with the origin in the
 * middle and y downwards, as in `paint`.
 */
export class Canvas {
  picture: Raster;
  readonly width: number;
  readonly height: number;
  /** Pixels of the shorter side. */
  readonly unit: number;
  /** The picture reaches from `-halfWidth` to `halfWidth`. */
  readonly halfWidth: number;
  /** The upper border of the picture. */
  readonly top: number;
  /** Where the table begins. */
  readonly edge: number;
  /** 1 if the main light comes from the right, else -1. */
  readonly side: number;
  /** An offset into the noise, so that pictures of two seeds differ. */
  readonly phase: number;
  readonly random: Random;
  readonly noise: Noise;

  constructor({ width, height, random, noise, side }: Stage, edge: number) {
    this.width = Math.ceil(width / REDUCTION);
    this.height = Math.ceil(height / REDUCTION);
    this.unit = Math.min(this.width, this.height);
    this.halfWidth = this.width / this.unit / 2;
    this.top = -this.height / this.unit / 2;
    this.edge = edge;
    this.side = side;
    this.random = random;
    this.noise = noise;
    this.phase = random.between(0, 150);
    this.picture = raster(this.width, this.height);
  }

  randomX(): number {
    return this.random.between(-this.halfWidth, this.halfWidth);
  }

  randomColour(...colours: readonly string[]): Colour {
    return this.random.pick(colours.map(hex));
  }

  /** Paints every pixel; `shade` writes its colour to `out`. */
  fill(shade: (x: number, y: number, out: Float32Array) => void): void {
    this.picture = paint(this.width, this.height, 1, shade);
  }

  /** Fills the picture with colours from top to edge. */
  gradient(stops: readonly string[], grain = 0.05): void {
    const { top, edge, phase, noise } = this;
    const colours = stops.map(hex);
    this.fill((x, y, out) => {
      const t = (y - top) / Math.max(0.05, edge - top);
      ramp(colours, t + (noise.layered(x * 3 + phase, y * 3, 3) - 0.5) * grain * 2, out);
    });
  }

  box(x0: number, y0: number, x1: number, y1: number, colour: Colour, amount = 1): void {
    const { width, height, unit } = this;
    const { rgb } = this.picture;
    const px0 = Math.max(0, Math.round(x0 * unit + width / 2));
    const px1 = Math.min(width, Math.round(x1 * unit + width / 2));
    const py0 = Math.max(0, Math.round(y0 * unit + height / 2));
    const py1 = Math.min(height, Math.round(y1 * unit + height / 2));
    for (let y = py0; y < py1; y++) {
      for (let x = px0; x < px1; x++) {
        for (let c = 0; c < 3; c++) {
          const s = (y * width + x) * 3 + c;
          rgb[s] = mix(rgb[s] as number, colour[c] as number, amount);
        }
      }
    }
  }

  /** An ellipse with a soft border. */
  disc(cx: number, cy: number, rx: number, ry: number, colour: Colour, amount = 1): void {
    const { width, height, unit } = this;
    const { rgb } = this.picture;
    const px0 = Math.max(0, Math.floor((cx - rx) * unit + width / 2));
    const px1 = Math.min(width, Math.ceil((cx + rx) * unit + width / 2));
    const py0 = Math.max(0, Math.floor((cy - ry) * unit + height / 2));
    const py1 = Math.min(height, Math.ceil((cy + ry) * unit + height / 2));
    for (let y = py0; y < py1; y++) {
      for (let x = px0; x < px1; x++) {
        const dx = ((x + 0.5 - width / 2) / unit - cx) / rx;
        const dy = ((y + 0.5 - height / 2) / unit - cy) / ry;
        const cover = smoothstep(1, 0.85, dx * dx + dy * dy) * amount;
        for (let c = 0; c < 3; c++) {
          const s = (y * width + x) * 3 + c;
          rgb[s] = mix(rgb[s] as number, colour[c] as number, cover);
        }
      }
    }
  }

  /** Adds light that fades with the distance from a point. */
  glow(cx: number, cy: number, radius: number, colour: Colour, amount: number): void {
    const { width, height, unit } = this;
    const { rgb } = this.picture;
    for (let y = 0, s = 0; y < height; y++) {
      const dy = (y + 0.5 - height / 2) / unit - cy;
      for (let x = 0; x < width; x++, s += 3) {
        const dx = (x + 0.5 - width / 2) / unit - cx;
        const light = amount * Math.exp(-(dx * dx + dy * dy) / (radius * radius));
        if (light < 0.004) continue;
        for (let c = 0; c < 3; c++) {
          rgb[s + c] = screen(rgb[s + c] as number, (colour[c] as number) * light);
        }
      }
    }
  }

  /** Points of light out of focus, between the top and `low`. */
  lights(
    count: number,
    colours: readonly string[],
    size: readonly [number, number],
    amount = 0.8,
    low = this.edge,
  ): void {
    bokeh(this.picture, this.random, {
      count,
      colours: colours.map(hex),
      size,
      amount,
      area: {
        left: -this.halfWidth - 0.05,
        right: this.halfWidth + 0.05,
        top: this.top - 0.03,
        bottom: low,
      },
    });
  }

  /** A bunch of leaves. */
  plants(x: number, y: number, size: number): void {
    const { random } = this;
    for (let k = 0; k < 14; k++) {
      const tone = random.between(0.5, 1.2);
      this.disc(
        x + random.between(-1, 1) * size,
        y + random.between(-1, 0.4) * size,
        size * random.between(0.15, 0.4),
        size * random.between(0.2, 0.5),
        [0.2 * tone, 0.42 * tone, 0.17 * tone],
        0.85,
      );
    }
  }

  /** Multiplies every pixel by a factor, in place. */
  shade(factor: (x: number, y: number) => number): void {
    const { width, height, unit } = this;
    const { rgb } = this.picture;
    for (let y = 0, s = 0; y < height; y++) {
      for (let x = 0; x < width; x++, s += 3) {
        const f = factor((x - width / 2) / unit, (y - height / 2) / unit);
        for (let c = 0; c < 3; c++) rgb[s + c] = (rgb[s + c] as number) * f;
      }
    }
  }
}
