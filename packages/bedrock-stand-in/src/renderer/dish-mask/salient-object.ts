import { channelPlanes, mirrorAcross, openNetwork } from '#src/network.ts';
import { type Plane, plane, type Raster } from '../pixels.ts';
import { resizePlane, resizeRaster } from '../resize.ts';

/** Width and height of the network's input, in pixels: the photo is stretched to a square. */
const INPUT = 320;

/**
 * For each pixel how probably it belongs to the thing that the photo shows, 0 to 1: an answer of U²-Net-p, see
 * models/ORIGIN.txt. Undefined where the network's runtime is not installed. With `mirrored` it is asked about the photo and
 * its mirror image, so that a small change of the photo changes less of the answer. What one of the two sees counts more
 * than what one misses: of eighteen photographs, their mean loses food of two, and the greater alone keeps tables.
 */
export async function findSalientObject(
  picture: Raster,
  { mirrored }: { readonly mirrored: boolean },
): Promise<Plane | undefined> {
  const network = await openNetwork('u2netp.onnx');
  if (!network) return undefined;
  const small = resizeRaster(picture, INPUT, INPUT);
  const ask = (ofMirror: boolean) => network.run(channelPlanes(small, ofMirror), [1, 3, INPUT, INPUT]);
  const direct = await ask(false);
  const other = mirrored ? await ask(true) : undefined;
  const found = plane(INPUT, INPUT);
  for (let i = 0; i < found.values.length; i++) {
    const a = direct[i] as number;
    const b = other ? (other[mirrorAcross(i, INPUT)] as number) : a;
    found.values[i] = (a + b) * 0.25 + Math.max(a, b) * 0.5;
  }
  return resizePlane(found, picture.width, picture.height);
}
