import { contrast, hexOf, type Rgb, type SmallPicture, smallSize } from '#shared/domain/contrast.ts';

/** The small picture of a loaded image; undefined if the browser does not let its pixels be read. */
export function smallPictureOf(image: HTMLImageElement): SmallPicture | undefined {
  const size = smallSize({ width: image.naturalWidth || 1, height: image.naturalHeight || 1 });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, size.width, size.height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return { ...size, data, channels: 4 };
}

/** Two colours with a smaller distance than this look the same in a row; distance in RGB channels. */
const leastDifference = 70;

/** Most colours of a palette. */
const paletteLength = 5;

/** Colours that suit most pictures. */
export const usualColors = ['#ffffff', '#1f1a17', '#d9381e', '#f2a93b', '#2f6b3c'];

/** The dominant colours of a picture, strongest first; transparent parts are ignored. */
export function paletteOf({ width, height, data, channels }: SmallPicture): string[] {
  const counts = new Map<number, { count: number; sum: [number, number, number] }>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const at = pixel * channels;
    if (channels === 4 && (data[at + 3] ?? 0) < 128) continue;
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const group = counts.get(key) ?? { count: 0, sum: [0, 0, 0] };
    group.count += 1;
    group.sum[0] += red;
    group.sum[1] += green;
    group.sum[2] += blue;
    counts.set(key, group);
  }
  const ranked = [...counts.values()]
    .map(({ count, sum: [red, green, blue] }) => {
      const color: Rgb = [red / count, green / count, blue / count];
      return { color, weight: Math.sqrt(count) * (0.15 + saturation(color)) };
    })
    .sort((a, b) => b.weight - a.weight);
  const chosen: Rgb[] = [];
  for (const { color } of ranked) {
    if (chosen.length === paletteLength) break;
    if (chosen.every((other) => distance(color, other) >= leastDifference)) chosen.push(color);
  }
  return chosen.map(hexOf);
}

function saturation([red, green, blue]: Rgb): number {
  const most = Math.max(red, green, blue);
  return most === 0 ? 0 : (most - Math.min(red, green, blue)) / most;
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Whether a mark on this colour must be white. */
export function isDark(color: Rgb): boolean {
  return contrast(color, [255, 255, 255]) > contrast(color, [0, 0, 0]);
}
