/** Sizes, aspect ratios and numbers of bytes as text. */
import type { Size } from './formats.ts';
import type { PhotoRequirement } from './platforms.ts';

export function pixels({ width, height }: Size): string {
  return `${width}×${height} px`;
}

/** The limits of a size: `at least 1000×800 px, at most 2000×1600 px`; empty if there are none. */
export function sizeRange(minimum: Size | null, maximum: Size | null): string {
  return [minimum && `at least ${pixels(minimum)}`, maximum && `at most ${pixels(maximum)}`]
    .filter((part) => part !== null)
    .join(', ');
}

/** Bytes in the usual units: `830 kB`, `2.4 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`;
}

const namedRatios = [
  ['1:1', 1],
  ['5:4', 5 / 4],
  ['4:3', 4 / 3],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
  ['2:1', 2],
  ['3:4', 3 / 4],
  ['2:3', 2 / 3],
  ['9:16', 9 / 16],
] as const;

/** An aspect ratio by its usual name, or as `1.85:1`. */
export function ratioName(ratio: number): string {
  const named = namedRatios.find(([, value]) => Math.abs(value / ratio - 1) < 0.004);
  return named ? named[0] : `${ratio.toFixed(2)}:1`;
}

/** A range of aspect ratios: `16:9`, `5:4 to 3:2`. */
export function rangeName({ from, to }: NonNullable<PhotoRequirement['ratio']>): string {
  if (ratioName(from) === ratioName(to)) return ratioName(from);
  // Platforms publish 16:9 together with 1400×800, which is slightly narrower.
  const named = namedRatios.find(([, value]) => value >= from - 1e-9 && value <= to + 1e-9);
  return named && to / from < 1.03 ? named[0] : `${ratioName(from)} to ${ratioName(to)}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
