import type { Oval } from './oval.ts';
import type { Plane } from './pixels.ts';

/** An ellipse in pixels of the picture, origin in its upper left corner. */
export type Ellipse = Required<Oval>;

/**
 * The angles at which an outline is sampled, and the distance in pixels on both sides of it across which a step is
 * measured.
 */
export interface Search {
  angles: readonly (readonly [cos: number, sin: number])[];
  reach: number;
}

export const around = (count: number) =>
  Array.from({ length: count }, (_, k) => {
    const angle = (k * 2 * Math.PI) / count;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });

/** Measurements of an ellipse's outline where it lies inside the picture and is free of food. */
export interface Outline {
  /** Share of the outline that is visible, 0 to 1. */
  visible: number;
  /** Share of the visible outline that has a colour step across it, 0 to 1. */
  stepped: number;
  /** Mean height of these steps (CIE Lab). Steps in the same direction count more. */
  height: number;
  /** Evenness of the colour along the inner side, 1 for one colour. A rim has one colour, lit from one side. */
  even: number;
  /** Unit vectors from the middle to the visible points of the outline. */
  directions: (readonly [x: number, y: number])[];
}

/** Colour difference (CIE Lab) from which it counts as a step, and above which a greater one has no more weight. */
const LEAST_HEIGHT = 2.5;
const MOST_HEIGHT = 30;

/**
 * Functions that measure outlines in one picture. The picture, given as CIE Lab, and the food mask have the same size.
 */
export function outlinesIn(lab: Float32Array, food: Plane) {
  const { width, height, values } = food;
  const texture = stepsOf(lab, width, height);
  return { look, held };

  /** Undefined if less than `leastVisible` of the outline is visible. */
  function look(
    { x, y, rx, ry, turn }: Ellipse,
    { angles, reach }: Search,
    leastVisible: number,
  ): Outline | undefined {
    let [steps, rises] = [0, 0];
    const directions: Outline['directions'] = [];
    const mean = [0, 0, 0];
    const rim = [0, 0, 0, 0, 0, 0];
    const [ct, st] = [Math.cos(turn), Math.sin(turn)];
    for (const [cos, sin] of angles) {
      const dx = cos * rx * ct - sin * ry * st;
      const dy = cos * rx * st + sin * ry * ct;
      const away = Math.hypot(dx, dy);
      const [ux, uy] = [dx / away, dy / away];
      const i = pixelAt(x + dx - ux * reach, y + dy - uy * reach);
      const o = pixelAt(x + dx + ux * reach, y + dy + uy * reach);
      if (i < 0 || o < 0 || isFood(i) || isFood(o)) continue;
      directions.push([ux, uy]);
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const inside = lab[i * 3 + c] as number;
        const step = inside - (lab[o * 3 + c] as number);
        square += step * step;
        mean[c] = (mean[c] as number) + step;
        rim[c] = (rim[c] as number) + inside;
        rim[c + 3] = (rim[c + 3] as number) + inside * inside;
      }
      // In a texture, steps beside the outline are as high as those on it.
      const flank =
        (textureAt(x + dx - ux * reach * 3.5, y + dy - uy * reach * 3.5) +
          textureAt(x + dx + ux * reach * 3.5, y + dy + uy * reach * 3.5)) /
        2;
      const rise = Math.sqrt(square) - 0.6 * flank;
      rises += Math.max(0, Math.min(rise, MOST_HEIGHT));
      if (rise > LEAST_HEIGHT) steps += 1;
    }
    const visible = directions.length;
    if (visible === 0 || visible < angles.length * leastVisible) return undefined;
    let variance = 0;
    for (let c = 0; c < 3; c++)
      variance += (rim[c + 3] as number) / visible - ((rim[c] as number) / visible) ** 2;
    return {
      visible: visible / angles.length,
      stepped: steps / visible,
      height: 0.5 * Math.min(Math.hypot(...mean) / visible, MOST_HEIGHT) + rises / visible,
      even: 1 / (1 + Math.max(0, variance) / 500),
      directions,
    };
  }

  /** Share of the food that is inside. */
  function held({ x, y, rx, ry, turn }: Ellipse): number {
    const [ct, st] = [Math.cos(turn), Math.sin(turn)];
    let inside = 0;
    let all = 1e-6;
    for (let py = 0; py < height; py += 4) {
      for (let px = 0; px < width; px += 4) {
        const m = values[py * width + px] as number;
        all += m;
        const [dx, dy] = [px - x, py - y];
        if (((dx * ct + dy * st) / rx) ** 2 + ((dy * ct - dx * st) / ry) ** 2 < 1) inside += m;
      }
    }
    return inside / all;
  }

  function pixelAt(x: number, y: number): number {
    const px = Math.round(x);
    const py = Math.round(y);
    return px < 0 || py < 0 || px >= width || py >= height ? -1 : py * width + px;
  }

  function textureAt(x: number, y: number): number {
    const i = pixelAt(x, y);
    return i < 0 ? 0 : (texture[i] as number);
  }

  function isFood(i: number): boolean {
    return (values[i] as number) > 0.4;
  }
}

export interface Scored {
  ellipse: Ellipse;
  score: number;
}

/** Hill climbing: moves, stretches and turns an ellipse in ever smaller steps as long as its score grows. */
export function settle(start: Ellipse, judge: (ellipse: Ellipse) => number): Scored {
  let found = start;
  let highest = judge(start);
  for (let step = 3; step > 0.4; step /= 2) {
    for (let grown = true; grown; ) {
      grown = false;
      for (const by of [-step, step]) {
        for (const next of [
          { ...found, x: found.x + by },
          { ...found, y: found.y + by },
          { ...found, rx: found.rx + by },
          { ...found, ry: found.ry + by },
          { ...found, rx: found.rx + by, ry: found.ry + by },
          { ...found, y: found.y + by, ry: found.ry + by },
          { ...found, x: found.x + by, rx: found.rx + by },
          { ...found, y: found.y - by, ry: found.ry + by },
          { ...found, x: found.x - by, rx: found.rx + by },
          { ...found, turn: found.turn + by / found.rx },
        ]) {
          const score = judge(next);
          if (score <= highest * 1.002) continue;
          highest = score;
          found = next;
          grown = true;
        }
      }
    }
  }
  return { ellipse: found, score: highest };
}

/**
 * Converts an ellipse from pixels to shares of the shorter side of a picture of this size, with the origin in the
 * middle.
 */
export function asOval(
  { x, y, rx, ry, turn }: Ellipse,
  { width, height }: { readonly width: number; readonly height: number },
): Ellipse {
  const unit = 1 / Math.min(width, height);
  return {
    turn,
    x: (x - width / 2) * unit,
    y: (y - height / 2) * unit,
    rx: rx * unit,
    ry: ry * unit,
  };
}

/** For each pixel, the greater of the colour differences across four pixels, horizontally and vertically. */
function stepsOf(lab: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height);
  const step = (i: number, j: number) =>
    Math.hypot(
      (lab[i * 3] as number) - (lab[j * 3] as number),
      (lab[i * 3 + 1] as number) - (lab[j * 3 + 1] as number),
      (lab[i * 3 + 2] as number) - (lab[j * 3 + 2] as number),
    );
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      out[i] = Math.max(step(i - 2, i + 2), step(i - 2 * width, i + 2 * width));
    }
  }
  return out;
}
