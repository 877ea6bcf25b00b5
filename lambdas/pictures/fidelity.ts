import { converter, differenceCiede2000, modeLab65, modeRgb, useMode as registerMode } from 'culori/fn';
import { ssim } from 'ssim.js';
import type { Fidelity } from '#shared/api/generations.ts';
import type { Picture } from './picture.ts';

registerMode(modeRgb);
registerMode(modeLab65);
const toLab = converter('lab65');
const differenceOf = differenceCiede2000();

/** Width and height of a window in pixels: 8, as in the block-wise SSIM of Wang et al. 2004. */
const side = 8;
/** Approximate greatest number of windows that are compared. */
const maxWindows = 1000;
/** With fewer windows the figures are not reliable. */
const minWindows = 20;
/** Mask value, 0 to 255, from which a pixel shows only the dish. */
const opaque = 250;

/**
 * Limits near the greatest differences that encoding as JPEG at the delivered quality (92) caused in 95 photographs of
 * three sizes (docs/proof.md). Pictures are compared before they are encoded.
 */
export const jpegLimits = { ssim: 0.96, deltaE95: 4.5, worstDeltaE: 5 } as const;

/** The figures that can be measured from the pictures alone. */
type Measured = Omit<Fidelity, 'maskCorrected' | 'foodOnly'>;
type Figures = Omit<Measured, 'verdict'>;

/**
 * Measures how far the dish of a picture differs from the photo, in 8 × 8 windows on a fixed grid over the eroded mask:
 * mean SSIM of brightness (Wang et al. 2004), 95th percentile of ΔE2000 (CIE 142-2001), and the largest mean ΔE2000 of
 * one window, because an added leaf hardly changes the other two.
 *
 * @param photo The photo as it was developed, at the picture's size.
 * @param mask One byte a pixel, 255 where the dish is.
 * @returns Undefined if there is too little dish to compare.
 */
export function measureFidelity(picture: Picture, photo: Picture, mask: Buffer): Measured | undefined {
  const figures = compareDish(picture, photo, mask);
  return figures && { ...figures, verdict: verdictOf(figures) };
}

/** The figures without the verdict. */
export function compareDish(picture: Picture, photo: Picture, mask: Buffer): Figures | undefined {
  const windows = windowsOf(mask, picture);
  if (windows.length < minWindows) return undefined;
  const structure = ssim(mosaicOf(picture, windows), mosaicOf(photo, windows), {
    ssim: 'bezkrovny',
    windowSize: side,
    downsample: false,
  });
  const differences = windows.map((start) => colourDifferences(picture, photo, start));
  const all = differences.flat().sort((a, b) => a - b);
  return {
    ssim: round(structure.mssim, 4),
    deltaE95: round(all[Math.floor(all.length * 0.95)] ?? 0, 2),
    worstDeltaE: round(Math.max(...differences.map(meanOf)), 2),
  };
}

function verdictOf({ ssim, deltaE95, worstDeltaE }: Figures): Fidelity['verdict'] {
  const isWithin =
    ssim >= jpegLimits.ssim && deltaE95 <= jpegLimits.deltaE95 && worstDeltaE <= jpegLimits.worstDeltaE;
  return isWithin ? 'unchanged' : 'restyled';
}

/** Index of the first pixel of each grid window that lies in the mask with its margin. */
function windowsOf(mask: Buffer, { width, height }: Picture): readonly number[] {
  let dish = 0;
  for (let pixel = 0; pixel < mask.length; pixel += 1) dish += Number((mask[pixel] ?? 0) >= opaque);
  const pitch = Math.max(side, Math.round(Math.sqrt(dish / maxWindows)));
  // The edge of the dish is blended with the surroundings over some pixels, more of them in a larger picture.
  const margin = 3 + Math.ceil(Math.max(width, height) / 400);
  const windows: number[] = [];
  for (let top = margin; top + side + margin < height; top += pitch) {
    for (let left = margin; left + side + margin < width; left += pitch) {
      if (isDish(mask, width, { left: left - margin, top: top - margin, reach: side + 2 * margin }))
        windows.push(top * width + left);
    }
  }
  return windows;
}

/** Whether a square shows only dish. A corrected mask may have any pattern, so every pixel counts. */
function isDish(
  mask: Buffer,
  width: number,
  { left, top, reach }: { readonly left: number; readonly top: number; readonly reach: number },
): boolean {
  for (let y = top; y < top + reach; y += 1) {
    for (let x = left; x < left + reach; x += 1) if ((mask[y * width + x] ?? 0) < opaque) return false;
  }
  return true;
}

/** Stacks the windows vertically into one picture, the input that the SSIM library takes. */
function mosaicOf({ data, width }: Picture, windows: readonly number[]) {
  const mosaic = new Uint8ClampedArray(windows.length * side * side * 4);
  let at = 0;
  for (const start of windows) {
    for (let row = 0; row < side; row += 1) {
      for (let column = 0; column < side; column += 1) {
        const from = (start + row * width + column) * 3;
        mosaic[at] = data[from] ?? 0;
        mosaic[at + 1] = data[from + 1] ?? 0;
        mosaic[at + 2] = data[from + 2] ?? 0;
        at += 4;
      }
    }
  }
  return { data: mosaic, width: side, height: windows.length * side };
}

/** ΔE2000 of every other pixel of a window in both directions. */
function colourDifferences(picture: Picture, photo: Picture, start: number): number[] {
  const differences: number[] = [];
  for (let row = 0; row < side; row += 2) {
    for (let column = 0; column < side; column += 2) {
      const at = (start + row * picture.width + column) * 3;
      const isSame = isSamePixel(picture.data, photo.data, at);
      differences.push(isSame ? 0 : differenceOf(labAt(picture, at), labAt(photo, at)));
    }
  }
  return differences;
}

function isSamePixel(one: Buffer, other: Buffer, at: number): boolean {
  return one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2];
}

function labAt({ data }: Picture, at: number) {
  const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  return toLab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
