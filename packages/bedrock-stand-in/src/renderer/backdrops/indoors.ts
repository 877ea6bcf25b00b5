import { type Colour, hex, mix, smoothstep } from '../pixels.ts';
import type { Canvas } from './canvas.ts';

/** Two panes with plants outside, and a plant on the other side of the room. */
export function paintWindow(canvas: Canvas): void {
  const { random, side, halfWidth, top, edge } = canvas;
  canvas.gradient(['#cfc3b2', '#dccfbd', '#c2b09a']);
  const left = side < 0 ? -halfWidth : random.between(-0.15, 0.05);
  for (let pane = 0; pane < 2; pane++) {
    const x = left + pane * 0.3;
    canvas.box(x - 0.012, top - 0.1, x + 0.29, edge - 0.1, hex('#8d7d68'));
    canvas.box(x, top - 0.1, x + 0.275, edge - 0.115, hex('#fbfdff'));
    for (let k = 0; k < 7; k++)
      canvas.plants(x + random.between(0.02, 0.25), edge - random.between(0.14, 0.3), 0.035);
    canvas.box(x + 0.13, top - 0.1, x + 0.142, edge - 0.115, hex('#a39480'));
  }
  canvas.plants(-left * 0.8 + 0.1, edge - 0.08, 0.1);
  canvas.glow(left + 0.3, top + 0.2, 0.5, [1, 0.98, 0.92], 0.55);
}

/** Dark chairs, pictures on the wall and a row of lamps. */
export function paintDiningRoom(canvas: Canvas): void {
  const { random, halfWidth, top, edge } = canvas;
  canvas.gradient(['#1d110a', '#3a2213', '#4a2b17', '#2b190f']);
  for (let chair = 0; chair < 5; chair++) {
    const x = canvas.randomX();
    const back = edge - random.between(0.16, 0.28);
    canvas.box(x, back, x + random.between(0.09, 0.16), edge + 0.02, hex('#1b0f08'), 0.75);
  }
  for (let frame = 0; frame < 3; frame++) {
    const x = canvas.randomX();
    canvas.box(x, top + 0.1, x + 0.14, top + 0.28, hex('#6b4526'), 0.5);
  }
  for (let lamp = 0; lamp < 5; lamp++) {
    const x = (lamp / 4 - 0.5) * 2 * halfWidth * 0.95 + random.between(-0.06, 0.06);
    const y = top + random.between(0.05, 0.26);
    canvas.glow(x, y + 0.02, 0.15, hex('#ffb057'), 0.8);
    canvas.disc(x, y, 0.026, 0.03, hex('#fff0c9'));
  }
  canvas.lights(26, ['#ffc670', '#ff9d3c', '#ffe3ae'], [0.008, 0.03], 0.7);
}

/** Shelves with pots, flames on the stove and lamps above. */
export function paintKitchen(canvas: Canvas): void {
  const { random, halfWidth, top, edge } = canvas;
  canvas.gradient(['#2b2724', '#4c453f', '#6b625a', '#3a342f']);
  for (const y of [edge - 0.32, edge - 0.14]) {
    canvas.box(-halfWidth, y, halfWidth, y + 0.02, hex('#b7b3ac'), 0.9);
    for (let pot = 0; pot < 9; pot++) {
      const x = canvas.randomX();
      const r = random.between(0.025, 0.055);
      const colour = canvas.randomColour('#c87941', '#a35a2a', '#d9d5cc', '#efe9dd', '#7d8287');
      canvas.disc(x, y - r * 0.8, r, r * 0.9, colour, 0.95);
      canvas.disc(x - r * 0.3, y - r * 1.1, r * 0.25, r * 0.3, [1, 0.95, 0.85], 0.6);
    }
  }
  for (let flame = 0; flame < 3; flame++) {
    const x = canvas.randomX();
    canvas.glow(x, edge - 0.05, 0.07, hex('#ff8a2b'), 0.9);
    canvas.disc(x, edge - 0.05, 0.013, 0.035, hex('#ffd27a'), 0.9);
  }
  for (let lamp = 0; lamp < 4; lamp++) {
    const x = (lamp / 3 - 0.5) * 2 * halfWidth * 0.85;
    canvas.glow(x, top + 0.1, 0.14, hex('#ffd9a0'), 0.85);
    canvas.disc(x, top + 0.08, 0.04, 0.02, hex('#fff6e2'));
  }
}

/** A plain wall with the slanting shadows of a window's bars. */
export function paintWall(canvas: Canvas): void {
  const { random, side, top } = canvas;
  canvas.gradient(['#d9d3c9', '#e4dfd6', '#cfc7bb'], 0.03);
  canvas.glow(side * 0.4, top + 0.15, 0.5, [1, 1, 0.98], 0.6);
  const slant = random.between(0.4, 0.7) * side;
  canvas.shade((x, y) => {
    const bar = Math.abs((((x + y * slant) * 2.6 + 20) % 1) - 0.5);
    return 1 - 0.13 * smoothstep(0.2, 0.27, bar);
  });
}

/** A seamless backdrop in one colour. */
export function paintStudio(canvas: Canvas, colourName = '#d8d2c8'): void {
  const { side, edge } = canvas;
  const colour = hex(colourName);
  canvas.fill((x, y, out) => {
    const light = 1.04 - 0.16 * Math.hypot(x - side * 0.25, y + 0.1) + 0.05 * (edge - y);
    for (let c = 0; c < 3; c++) out[c] = (colour[c] as number) * light;
  });
}

/** Tubes of coloured light in a dark room. */
export function paintNeon(canvas: Canvas): void {
  const { random, top, edge } = canvas;
  canvas.gradient(['#0a0616', '#1a0d2e', '#2a1038', '#120a1e']);
  for (let tube = 0; tube < 9; tube++) {
    const colour = canvas.randomColour('#ff2fa0', '#22d3ff', '#ff5a3c', '#8a5bff', '#2bffb0');
    const x = canvas.randomX();
    const y = random.between(top + 0.03, edge - 0.12);
    const upright = random.chance(0.5);
    const long = random.between(0.08, 0.2);
    canvas.glow(x, y + (upright ? long / 2 : 0), 0.13, colour, 0.55);
    if (upright) canvas.box(x, y, x + 0.014, y + long, whitened(colour));
    else canvas.box(x, y, x + long, y + 0.014, whitened(colour));
  }
  canvas.lights(40, ['#ff4fb0', '#3fdcff', '#ff9a5a', '#a88bff'], [0.008, 0.036], 0.7);
}

function whitened(colour: Colour): Colour {
  return [mix(colour[0], 1, 0.55), mix(colour[1], 1, 0.55), mix(colour[2], 1, 0.55)];
}

/** Rows of books and one warm lamp. */
export function paintShelves(canvas: Canvas): void {
  const { random, side, halfWidth, top, edge } = canvas;
  canvas.gradient(['#2a1a10', '#4a2f1c', '#3b2415']);
  for (let y = top; y < edge - 0.05; y += 0.17) {
    canvas.box(-halfWidth, y + 0.15, halfWidth, y + 0.165, hex('#7a5230'));
    for (let x = -halfWidth; x < halfWidth; ) {
      const wide = random.between(0.014, 0.034);
      const book = canvas.randomColour(
        '#8a2f25',
        '#2f4a5f',
        '#3f5a3a',
        '#b08a4a',
        '#d9cdb5',
        '#5a2f4a',
        '#20303f',
      );
      canvas.box(x, y + random.between(0.02, 0.06), x + wide * 0.9, y + 0.15, book, 0.95);
      x += wide;
    }
  }
  canvas.glow(side * 0.3, top + 0.25, 0.28, hex('#ffc47a'), 0.6);
}

/** Balloons and many small lights. */
export function paintParty(canvas: Canvas): void {
  const { random, top, edge } = canvas;
  canvas.gradient(['#2b1440', '#4a1f5a', '#6b2a5a', '#3a1a3f']);
  for (let balloon = 0; balloon < 11; balloon++) {
    const colour = canvas.randomColour('#ff5a7a', '#ffd23f', '#3fc8e0', '#a86bff', '#ff9a3c', '#f7f0ff');
    const x = canvas.randomX();
    const y = random.between(top, edge - 0.15);
    const r = random.between(0.045, 0.08);
    canvas.disc(x, y, r, r * 1.2, colour, 0.95);
    canvas.disc(x - r * 0.35, y - r * 0.45, r * 0.22, r * 0.3, [1, 1, 1], 0.5);
  }
  canvas.lights(60, ['#ffd98a', '#fff2d0', '#ffb04a'], [0.006, 0.026], 0.85);
}

/** Three abstract paintings on a white wall. */
export function paintGallery(canvas: Canvas): void {
  const { random, halfWidth, top, edge } = canvas;
  canvas.gradient(['#f0efec', '#e9e7e3', '#d6d3cd'], 0.02);
  for (let painting = 0; painting < 3; painting++) {
    const x = (painting / 3 - 0.5) * 2 * halfWidth + random.between(0.02, 0.08);
    const ground = canvas.randomColour('#20242b', '#e05a3c', '#f2c23a', '#2f5fa8');
    canvas.box(x, top + 0.08, x + 0.24, edge - 0.1, ground);
    for (let stroke = 0; stroke < 5; stroke++) {
      const left = x + random.between(0.02, 0.16);
      const high = random.between(top + 0.1, edge - 0.2);
      const right = left + random.between(0.02, 0.08);
      const low = high + random.between(0.02, 0.12);
      const colour = canvas.randomColour('#f7f3ea', '#e05a3c', '#f2c23a', '#2f8a8a', '#d84a8c');
      canvas.box(left, high, right, low, colour, 0.9);
    }
  }
}

/** Darkness with a faint light behind the dish. */
export function paintDark(canvas: Canvas): void {
  const { noise, side, edge, phase } = canvas;
  canvas.fill((x, y, out) => {
    const light =
      0.035 +
      0.12 *
        Math.exp(-((x - side * 0.3) ** 2 * 3 + (y - edge + 0.15) ** 2 * 7)) *
        (0.7 + 0.6 * noise.layered(x * 2 + phase, y * 2, 3));
    out[0] = light * 1.02;
    out[1] = light;
    out[2] = light * 0.98;
  });
}
