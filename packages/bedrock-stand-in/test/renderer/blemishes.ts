/** A picture in interleaved RGB, one byte each. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The signed distance of each pixel from the dish's outline, in pixels: negative inside the dish. */
export interface Outline {
  readonly away: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** Kinds of blemishes, with the names that failures print. */
export type Blemish = 'light seam' | 'dark seam' | 'ghost' | 'lines';

/**
 * Greatest measure of each kind in a clean picture: shares of the outline, a correlation, and levels of 255. The looks
 * of `clean-surroundings.test.ts` have at most 0.32 (light on the dish's edge), 0.50 (the shadow under a dish), 0.04
 * and 0.61, except for blemishes that a look draws on purpose.
 */
const MOST: Readonly<Record<Blemish, number>> = {
  'light seam': 0.45,
  'dark seam': 0.65,
  ghost: 0.1,
  lines: 1,
};

/** The blemishes of a picture with new surroundings, each with its measure. */
export function blemishesOf(before: Pixels, after: Pixels, outline: Outline): Map<Blemish, number> {
  const { light, dark } = seams(after, outline);
  const measured: readonly (readonly [Blemish, number])[] = [
    ['light seam', light],
    ['dark seam', dark],
    ['ghost', Math.abs(ghost(before, after, outline))],
    ['lines', regularLines(after, outline)],
  ];
  return new Map(measured.filter(([kind, amount]) => amount > MOST[kind]));
}

/**
 * Signed distances from the outline of a dish.
 * @param dish Mask, one byte each pixel.
 */
export function outlineOf(dish: Uint8Array, width: number, height: number): Outline {
  const isDish = (i: number) => (dish[i] ?? 0) > 127;
  const outwards = distancesTo(isDish, width, height);
  const inwards = distancesTo((i) => !isDish(i), width, height);
  const away = outwards.map((out, i) => (out > 0 ? out - 0.5 : 0.5 - (inwards[i] ?? 0)));
  return { away, width, height };
}

/** For each pixel, the distance to the nearest pixel where `isThere`, as a sum of steps to the eight neighbours. */
function distancesTo(isThere: (index: number) => boolean, width: number, height: number): Float64Array {
  const far = width + height;
  const distances = new Float64Array(width * height).map((_, i) => (isThere(i) ? 0 : far));
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? far : (distances[y * width + x] ?? far);
  const visit = (i: number, by: number) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const straight = Math.min(at(x + by, y), at(x, y + by)) + 1;
    const oblique = Math.min(at(x + by, y + by), at(x - by, y + by)) + Math.SQRT2;
    distances[i] = Math.min(at(x, y), straight, oblique);
  };
  for (let i = 0; i < distances.length; i += 1) visit(i, -1);
  for (let i = distances.length - 1; i >= 0; i -= 1) visit(i, 1);
  return distances;
}

/** Luminance in levels of 255. */
function lightOf({ data }: Pixels): Float64Array {
  const light = new Float64Array(data.length / 3);
  for (let i = 0, s = 0; i < light.length; i += 1, s += 3)
    light[i] = 0.299 * (data[s] ?? 0) + 0.587 * (data[s + 1] ?? 0) + 0.114 * (data[s + 2] ?? 0);
  return light;
}

/** Rings along the outline, by their signed distances from it in pixels. */
const RINGS = [
  // Inside the dish.
  [-9, -5],
  [-4.5, -1],
  // Just outside: a line here does not belong to the dish.
  [0, 2],
  [1, 3],
  // The surroundings. Near enough that a shadow under the dish, which is wide, does not count as a line.
  [5, 8],
] as const;
/** Pixels along the outline on both sides over which a ring is averaged, so that textures do not count as lines. */
const RUN = 14;
/** Least difference in levels of 255 between a line and the rings on both of its sides. */
const CLEARLY = 8;
/** One of this many pixels of the outline is examined. */
const STEP = 3;

/** Shares of an outline, 0 to 1. */
interface Seams {
  readonly light: number;
  readonly dark: number;
}

/**
 * The shares of the dish's outline along which a line just outside is lighter, or darker, than both the dish and the
 * surroundings. The outline does not include the picture's edges.
 */
function seams(picture: Pixels, { away, width, height }: Outline): Seams {
  const light = lightOf(picture);
  let [all, lighter, darker, seen] = [0, 0, 0, 0];
  for (let y = RUN; y < height - RUN; y += 1) {
    for (let x = RUN; x < width - RUN; x += 1) {
      if (Math.abs(away[y * width + x] ?? 0) > 0.6 || seen++ % STEP > 0) continue;
      const [core = 0, rim = 0, line = 0, next = 0, beyond = 0] = ringsAround(
        light,
        away,
        y * width + x,
        width,
      );
      all += 1;
      if (Math.max(line, next) > Math.max(core, rim, beyond) + CLEARLY) lighter += 1;
      if (Math.min(line, next) < Math.min(core, rim, beyond) - CLEARLY) darker += 1;
    }
  }
  return { light: lighter / Math.max(all, 1), dark: darker / Math.max(all, 1) };
}

/** The mean of each ring near a place on the outline. */
function ringsAround(light: Float64Array, away: Float64Array, place: number, width: number): number[] {
  const sums = RINGS.map(() => 0);
  const counts = RINGS.map(() => 0);
  for (let down = -RUN; down <= RUN; down += 1) {
    for (let i = place + down * width - RUN; i <= place + down * width + RUN; i += 1) {
      const distance = away[i] ?? 0;
      if (distance < RINGS[0][0] || distance > RINGS[4][1]) continue;
      for (const [r, [from, to]] of RINGS.entries()) {
        if (distance < from || distance > to) continue;
        sums[r] = (sums[r] ?? 0) + (light[i] ?? 0);
        counts[r] = (counts[r] ?? 0) + 1;
      }
    }
  }
  return sums.map((sum, r) => sum / Math.max(counts[r] ?? 0, 1));
}

/** Distance from the dish in pixels at which the surroundings begin. The soft edge of a cut-out lies nearer. */
const GROWN = 10;
/** Radius of the mean that is subtracted from a picture to leave its fine detail (high-pass filter), in pixels. */
const FINE = 5;

/**
 * How much of the old surroundings remains visible, -1 to 1: the correlation of the fine detail of both pictures
 * outside of the dilated dish.
 */
function ghost(before: Pixels, after: Pixels, outline: Outline): number {
  const [old, now] = [before, after].map((picture) => detailOf(picture, outline));
  let [both, ofOld, ofNow] = [0, 0, 0];
  for (const [i, distance] of outline.away.entries()) {
    if (distance < GROWN) continue;
    const [x, y] = [old?.[i] ?? 0, now?.[i] ?? 0];
    both += x * y;
    ofOld += x * x;
    ofNow += y * y;
  }
  return both / Math.max(Math.sqrt(ofOld * ofNow), 1);
}

/** The luminance of a picture's surroundings minus its local mean. */
function detailOf(picture: Pixels, { away, width, height }: Outline): Float64Array {
  const light = lightOf(picture);
  const seen = away.map((distance) => (distance < GROWN ? 0 : 1));
  const sums = sumsNear(
    light.map((value, i) => value * (seen[i] ?? 0)),
    width,
    height,
  );
  const counts = sumsNear(seen, width, height);
  return light.map((value, i) => (seen[i] ? value - (sums[i] ?? 0) / (counts[i] ?? 1) : 0));
}

/** Box filter: the sum of the values in a square around each pixel. */
function sumsNear(values: Float64Array, width: number, height: number): Float64Array {
  const across = values.map((_, i) => {
    const [x, row] = [i % width, i - (i % width)];
    let sum = 0;
    for (let k = Math.max(0, x - FINE); k <= Math.min(width - 1, x + FINE); k += 1)
      sum += values[row + k] ?? 0;
    return sum;
  });
  return across.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    for (let k = Math.max(0, y - FINE); k <= Math.min(height - 1, y + FINE); k += 1)
      sum += across[k * width + x] ?? 0;
    return sum;
  });
}

/** Longest period of regular lines, in pixels. */
const LONGEST_PERIOD = 8;
/** Steps are clipped to this multiple of the median step. */
const USUAL = 4;
/** Least ratio of a line's amplitude to the usual amplitude of neighbouring frequencies. */
const PEAK = 4;
/**
 * Neighbouring frequencies on each side, from and to. The nearest ones are left out, because spectral leakage of the
 * line itself reaches them.
 */
const BESIDE = [3, 12] as const;

/**
 * The amplitude, in levels of 255, of the strongest regular horizontal or vertical lines outside of the dish; 0 if none
 * stands out from neighbouring frequencies.
 */
function regularLines(picture: Pixels, { away, width, height }: Outline): number {
  const light = lightOf(picture);
  /** The mean luminance of each line of which at least a third lies outside of the dilated dish. */
  const means = (count: number, length: number, indexOf: (line: number, along: number) => number) =>
    Array.from({ length: count }, (_, line) => {
      let [sum, seen] = [0, 0];
      for (let along = 0; along < length; along += 1) {
        const i = indexOf(line, along);
        if ((away[i] ?? 0) < GROWN) continue;
        sum += light[i] ?? 0;
        seen += 1;
      }
      return seen > length / 3 ? sum / seen : undefined;
    });
  const rows = means(height, width, (y, x) => y * width + x);
  const columns = means(width, height, (x, y) => y * width + x);
  return Math.max(strongestPeak(withoutTrend(rows)), strongestPeak(withoutTrend(columns)));
}

/**
 * Values minus the mean of their neighbours; 0 for undefined ones. Steps that are much larger than usual, such as the
 * edge of a plate or a table, are clipped, because they are single steps and not regular lines.
 */
function withoutTrend(values: readonly (number | undefined)[]): number[] {
  const rest = values.map((value, k) => {
    if (value === undefined) return 0;
    const near = values
      .slice(Math.max(0, k - LONGEST_PERIOD), k + LONGEST_PERIOD + 1)
      .filter((other) => other !== undefined);
    return value - near.reduce((sum, other) => sum + other, 0) / near.length;
  });
  const sizes = rest.filter((value) => value !== 0).map(Math.abs);
  const most = USUAL * (sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)] ?? 0);
  return rest.map((value) => Math.max(-most, Math.min(most, value)));
}

/** The amplitude of the strongest high frequency that stands out from its neighbours. */
function strongestPeak(values: readonly number[]): number {
  const n = values.length;
  const first = Math.ceil(n / LONGEST_PERIOD);
  const amplitudes = Array.from({ length: Math.floor(n / 2) - first + 1 }, (_, k) =>
    amplitudeOf(values, first + k),
  );
  const [nearest, farthest] = BESIDE;
  return Math.max(
    ...amplitudes.map((amplitude, k) => {
      const beside = [
        ...amplitudes.slice(Math.max(0, k - farthest), Math.max(0, k - nearest + 1)),
        ...amplitudes.slice(k + nearest, k + farthest + 1),
      ].toSorted((one, other) => one - other);
      return amplitude > PEAK * (beside[Math.floor(beside.length / 2)] ?? 0) ? amplitude : 0;
    }),
  );
}

/** The amplitude of a frequency, in periods over all values; zeros, which stand for undefined values, are ignored. */
function amplitudeOf(values: readonly number[], frequency: number): number {
  const n = values.length;
  let [across, along, seen] = [0, 0, 0];
  for (const [i, value] of values.entries()) {
    if (value === 0) continue;
    across += value * Math.cos((2 * Math.PI * frequency * i) / n);
    along += value * Math.sin((2 * Math.PI * frequency * i) / n);
    seen += 1;
  }
  return (Math.hypot(across, along) * (frequency * 2 === n ? 1 : 2)) / Math.max(seen, 1);
}
