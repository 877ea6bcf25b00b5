import { type Colour, hex } from '../pixels.ts';
import type { Random } from '../random.ts';
import type { Canvas } from './canvas.ts';

/**
 * Paints a person behind the table, far out of focus: hair, face, shoulders, and light on one side. `index` decides the
 * place (0 to 2), `description` hair and skin.
 */
export function paintPerson(canvas: Canvas, index: number, description = ''): void {
  const { random, side, halfWidth, top, edge } = canvas;
  const place = [-side * 0.34, side * 0.42, -side * 0.02][index] as number;
  const x = place * Math.min(1.25, halfWidth * 2) + random.between(-0.03, 0.03);
  const size = random.between(0.118, 0.132) * (index === 2 ? 0.8 : 1);
  const tall = random.between(2.1, 2.5);
  // In a picture from above, only the shoulders of a person at the table are seen.
  const y = edge - top < 0.15 ? edge - size * (tall + 0.5) : Math.max(top + size * 0.95, edge - size * tall);
  const skin = skinOf(description, random);
  const hair = canvas.randomColour('#1c120c', '#2f1c10', '#5a3820', '#8a5f34', '#15110f');
  const cloth = canvas.randomColour(
    '#e8e2d6',
    '#2f4a66',
    '#b5432e',
    '#3f5f46',
    '#d9a23a',
    '#27262b',
    '#8a5a78',
  );
  const isWoman = /woman|female/i.test(description);
  const isMan = /\bman\b|\bmale\b/i.test(description);
  const hasLongHair = isWoman || (!isMan && random.chance(0.5));
  const disc = (dx: number, dy: number, rx: number, ry: number, colour: Colour, amount = 1) =>
    canvas.disc(x + dx * size, y + dy * size, size * rx, size * ry, colour, amount);
  if (hasLongHair) disc(0, 0.55, 1.02, 1.6, shaded(hair, 0.9));
  // Shoulders, neck, hair and face.
  disc(0, 3.0, 2.1, 1.75, shaded(cloth, 0.82));
  disc(side * 0.6, 3.05, 1.4, 1.55, cloth, 0.6);
  canvas.box(x - size * 0.33, y + size * 0.7, x + size * 0.33, y + size * 1.5, shaded(skin, 0.76));
  disc(0, -0.14, 0.86, 1.05, hair);
  disc(0, 0.2, 0.7, 0.92, shaded(skin, 0.84));
  disc(side * 0.24, 0.18, 0.42, 0.72, shaded(skin, 1.08), 0.7);
  canvas.glow(x + side * size * 0.9, y - size * 0.4, size * 0.9, [1, 0.93, 0.82], 0.25);
}

function shaded(colour: Colour, factor: number): Colour {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}

const skinTones: Readonly<Record<string, readonly string[]>> = {
  caucasian: ['#e8b998', '#f0c9a8'],
  african: ['#6b4229', '#8a5a38'],
  'east asian': ['#e6bd94', '#dcae84'],
  'south asian': ['#a8754c', '#bb8a5e'],
  hispanic: ['#c99468', '#b98258'],
  'middle eastern': ['#c79870', '#d6a880'],
};

function skinOf(description: string, random: Random): Colour {
  const words = description.toLowerCase();
  const known = Object.entries(skinTones).find(([name]) => words.includes(name));
  return hex(random.pick(known ? known[1] : Object.values(skinTones).flat()));
}
