import type { Random } from './random.ts';

const SIZE = 256;

/** Smooth noise fields over the plane, repeating every 256 units. */
export interface Noise {
  /** 0 to 1, one bump a unit. */
  value(x: number, y: number): number;
  /** 0 to 1, layered: each octave twice as fine and half as strong. */
  layered(x: number, y: number, octaves: number): number;
  /** 0 to 1, sharp crests as in flames, marble veins and liquid. */
  ridged(x: number, y: number, octaves: number): number;
  /** Distance to the nearest and second nearest of scattered points, one point a unit cell. */
  cells(x: number, y: number): { nearest: number; second: number; id: number };
}

export function createNoise(random: Random): Noise {
  const lattice = new Float32Array(SIZE * SIZE);
  for (let i = 0; i < lattice.length; i++) lattice[i] = random.next();
  const found = { nearest: 0, second: 0, id: 0 };

  function value(x: number, y: number): number {
    const fx0 = Math.floor(x);
    const fy0 = Math.floor(y);
    let fx = x - fx0;
    let fy = y - fy0;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    const x0 = fx0 & 255;
    const y0 = (fy0 & 255) << 8;
    const x1 = (x0 + 1) & 255;
    const y1 = (y0 + SIZE) & 65535;
    const a = lattice[y0 + x0] as number;
    const b = lattice[y0 + x1] as number;
    const c = lattice[y1 + x0] as number;
    const d = lattice[y1 + x1] as number;
    const top = a + (b - a) * fx;
    return top + (c + (d - c) * fx - top) * fy;
  }

  function layered(x: number, y: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    let total = 0;
    let px = x;
    let py = y;
    for (let octave = 0; octave < octaves; octave++) {
      sum += weight * value(px, py);
      total += weight;
      weight *= 0.5;
      // Each octave is rotated, which hides the grid of the lattice.
      const turned = px * 1.6 - py * 1.2 + 17.3;
      py = px * 1.2 + py * 1.6 + 9.1;
      px = turned;
    }
    return sum / total;
  }

  function ridged(x: number, y: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    let total = 0;
    let px = x;
    let py = y;
    for (let octave = 0; octave < octaves; octave++) {
      const crest = 1 - Math.abs(value(px, py) * 2 - 1);
      sum += weight * crest * crest;
      total += weight;
      weight *= 0.5;
      const turned = px * 1.6 - py * 1.2 + 5.7;
      py = px * 1.2 + py * 1.6 + 3.3;
      px = turned;
    }
    return sum / total;
  }

  function cells(x: number, y: number) {
    const cx = Math.floor(x);
    const cy = Math.floor(y);
    found.nearest = 9;
    found.second = 9;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const slot = (((cy + dy) & 255) << 8) + ((cx + dx) & 255);
        const px = cx + dx + (lattice[slot] as number) - x;
        const py = cy + dy + (lattice[(slot + 7919) & 65535] as number) - y;
        const distance = Math.sqrt(px * px + py * py);
        if (distance < found.nearest) {
          found.second = found.nearest;
          found.nearest = distance;
          found.id = slot;
        } else if (distance < found.second) found.second = distance;
      }
    }
    return found;
  }

  return { value, layered, ridged, cells };
}
