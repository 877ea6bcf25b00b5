import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { correctMask, type Stroke } from '#web/photos/mask-corrections.ts';
import { useMaskHistory } from '#web/photos/use-mask-history.ts';
import { halfMask, maskHeight, maskWidth } from './found-photo.ts';

/** Dots all over the mask, every third of which removes what is there. */
const strokes = Array.from(
  { length: 5000 },
  (_, index): Stroke => ({
    keeps: index % 3 > 0,
    diameter: 4 + (index % 5),
    points: [{ x: (index * 37) % maskWidth, y: (index * 53) % maskHeight }],
  }),
);
const masks = { mask: halfMask, cutOut: halfMask };

test('5,000 strokes take the memory of some, and none is lost', async () => {
  const { result, act } = await renderHook(() => useMaskHistory(masks));
  let most = 0;
  for (const stroke of strokes) {
    await act(() => result.current.correct(stroke));
    most = Math.max(most, result.current.corrections.length);
  }
  expect(most).toBeLessThan(150);
  const { base = halfMask, corrections } = result.current;
  expect(corrections.length).toBeGreaterThanOrEqual(100);
  expect(correctMask(base, corrections)).toEqual(correctMask(halfMask, strokes));
});

test('a fresh start that was merged with older steps stays one', async () => {
  const cutOut = { ...halfMask, data: halfMask.data.map((kept) => 255 - kept) };
  const { result, act } = await renderHook(() => useMaskHistory({ mask: halfMask, cutOut }));
  const some = strokes.slice(0, 160);
  await act(() =>
    result.current.correct({ ...some[0], keeps: true, diameter: 400, points: [{ x: 0, y: 0 }] }),
  );
  await act(() => result.current.startOver());
  expect(result.current).toMatchObject({ base: cutOut, isCutOut: true, isChanged: true });
  for (const stroke of some) await act(() => result.current.correct(stroke));
  const { base = halfMask, corrections } = result.current;
  expect(corrections.length).toBeLessThan(some.length);
  expect(correctMask(base, corrections)).toEqual(correctMask(cutOut, some));
});
