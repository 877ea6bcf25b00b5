import { edit, type Picture, toPicture } from './picture.ts';

/** Brightness, 0 to 255, that a lit photo exceeds somewhere; the noise of a covered lens stays below it. */
const leastLight = 24;
/** Brightness, 0 to 255, that white paper and the empty background of a transparent file exceed everywhere. */
const paperWhite = 240;
/** Greatest range of a channel, in levels of 255, within a photo of one colour once its noise is averaged. */
const evenRange = 6;

/** Whether a picture is black, white or of one colour all over. A model would invent a dish, and the customer would pay. */
export async function isBlank(picture: Picture): Promise<boolean> {
  const { data } = await toPicture(edit(picture).resize({ width: 64, height: 64, fit: 'fill' }));
  if (data.every((value) => value < leastLight) || data.every((value) => value > paperWhite)) return true;
  return [0, 1, 2].every((channel) => {
    const levels = data.filter((_, index) => index % 3 === channel);
    return Math.max(...levels) - Math.min(...levels) <= evenRange;
  });
}
