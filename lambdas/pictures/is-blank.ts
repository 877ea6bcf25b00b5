import { edit, type Picture, toPicture } from './picture.ts';

/** Brightness, 0 to 255, that a picture has somewhere if there was any light; noise of a covered lens stays below it. */
const leastLight = 24;
/** Brightness, 0 to 255, that white paper and the empty ground of a transparent file have everywhere. */
const paperWhite = 240;
/** Levels of 255 by which a channel differs within a picture of one colour, such as one of a wall, once noise is averaged. */
const evenRange = 6;

/** Whether nothing can be seen in a picture: models would make up a dish, which the customer would pay for. */
export async function isBlank(picture: Picture): Promise<boolean> {
  const { data } = await toPicture(edit(picture).resize({ width: 64, height: 64, fit: 'fill' }));
  if (data.every((value) => value < leastLight) || data.every((value) => value > paperWhite)) return true;
  return [0, 1, 2].every((channel) => {
    const levels = data.filter((_, index) => index % 3 === channel);
    return Math.max(...levels) - Math.min(...levels) <= evenRange;
  });
}
