import { decode, type Picture, paste } from '#lambdas/pictures/picture.ts';
import type { Frame } from '#shared/domain/platform-frame.ts';
import { type CallModel, modelSize, toModelInput } from './adapter.ts';

/** Maximum number of pixels that the model adds on one side (Stability AI's reference of Outpaint, November 2026). */
const most = 2000;

/**
 * Continues a picture beyond its edges, so that it fills `frame`. The picture's own pixels stay.
 * @param frame In the picture's pixels; contains the picture.
 * @throws what `call` throws
 */
export async function continuePicture(picture: Picture, frame: Frame, call: CallModel): Promise<Picture> {
  const sides = {
    left: Math.max(0, Math.round(-frame.left)),
    top: Math.max(0, Math.round(-frame.top)),
    right: Math.max(0, Math.round(frame.left + frame.width - picture.width)),
    bottom: Math.max(0, Math.round(frame.top + frame.height - picture.height)),
  };
  const scale = modelSize(picture).width / picture.width;
  const extent = (pixels: number) => Math.min(most, Math.ceil(pixels * scale));
  const file = await call('outpaint', {
    image: await toModelInput(picture),
    left: extent(sides.left),
    right: extent(sides.right),
    up: extent(sides.top),
    down: extent(sides.bottom),
    // The lowest value that Bedrock accepts (its reference of Outpaint): only what is visible is to be continued.
    creativity: 0.1,
    output_format: 'png',
  });
  const size = {
    width: picture.width + sides.left + sides.right,
    height: picture.height + sides.top + sides.bottom,
  };
  return paste(await decode(file, size, 'fill'), picture, sides);
}
