/** A picture in interleaved RGB, one byte each. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A dish in a picture: pixels from its outline, outwards; negative in the dish. */
export interface Outline {
  readonly away: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** Kinds of blemishes, by the words that tell them. */
export type Blemish = 'light seam' | 'dark seam' | 'ghost' | 'lines';

/**
 * The most that a clean picture has of each: shares of the outline, a correlation, and levels of 255. The looks of
 * `clean-surroundings.test.ts` have at most 0.32 (their light on the dish's edge), 0.50 (the shadow under a dish), 0.04
 * and 0.61, where they draw none on purpose.
 */
const MOST: Readonly<Record<Blemish, number>> = {
  'light seam': 0.45,
  'dark seam': 0.65,
  ghost: 0.1,
  lines: 1,
};

/** The blemishes of a picture whose surroundings are new, each with its measure. */
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

/** @param dish The dish's share of each pixel, one byte each. */
export function outlineOf(dish: Uint8Array, width: number, height: number): Outline {
  const isDish = (i: number) => (dish[i] ?? 0) > 127;
  const outwards = distancesTo(isDish, width, height);
  const inwards = distancesTo((i) => !isDish(i), width, height);
  const away = outwards.map((out, i) => (out > 0 ? out - 0.5 : 0.5 - (inwards[i] ?? 0)));
  return { away, width, height };
}

/** Pixels from each place to the nearest one where `isThere`: steps to the eight neighbours are summed. */
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

/** Rings along the outline, by pixels from it. */
const RINGS = [
  // The dish.
  [-9, -5],
  [-4.5, -1],
  // Where a line is not the dish's own.
  [0, 2],
  [1, 3],
  // The surroundings: so near that a shadow under the dish, which is wide, is no line.
  [5, 8],
] as const;
/** Along this many pixels of the outline to both sides, a ring is averaged: textures are no lines. */
const RUN = 14;
/** Levels by which a line is lighter or darker than the rings on both sides. */
const CLEARLY = 8;
/** Every so many pixels of the outline are looked at. */
const STEP = 3;

/** Shares of an outline, 0 to 1. */
interface Seams {
  readonly light: number;
  readonly dark: number;
}

/**
 * The shares of the dish's outline along which there is a line just outside that is lighter, or darker, than both the
 * dish and the surroundings. Where the dish leaves the picture, it has no outline.
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

/** Pixels from the dish at which its surroundings begin: nearer lies the soft edge of a cut-out. */
const GROWN = 10;
/** Radius of the mean that is taken off a picture, so that its fine detail is left. */
const FINE = 5;

/**
 * How much of what surrounded the dish before can still be seen there, from -1 to 1: the correlation of the fine detail
 * of both pictures beyond the grown dish.
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

/** The light of a picture's surroundings less its mean near each place. */
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

/** The sum of the values in a square around each place. */
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

/** Lines repeat after this many pixels at most. */
const LONGEST_PERIOD = 8;
/** Multiple of the median step to which steps are clipped. */
const USUAL = 4;
/** Times by which a line's amplitude exceeds the usual one of neighbouring frequencies. */
const PEAK = 4;
/** Neighbouring frequencies on each side, from and to: the nearest ones hold the line's own skirt. */
const BESIDE = [3, 12] as const;

/**
 * The amplitude, in levels of 255, of the strongest regular lines that go from side to side or from top to bottom
 * beyond the dish; 0 where none stands out from neighbouring frequencies.
 */
function regularLines(picture: Pixels, { away, width, height }: Outline): number {
  const light = lightOf(picture);
  /** The mean light of each line that lies beyond the grown dish for a third of its length. */
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
 * Values less the mean of those beside them; 0 where there is none. What stands out much more than usual, such as the
 * edge of a plate or a table, is clipped: it is one step and no regular line.
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

/** The amplitude of the strongest of the high frequencies that stands out from its neighbours. */
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

/** The amplitude of a frequency, in waves over all values, where there are any. */
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
