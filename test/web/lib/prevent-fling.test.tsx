import { expect, onTestFinished, test } from 'vitest';
import { type DragDirection, preventFling } from '#web/lib/prevent-fling.ts';

/** Moves a finger over an element from (100, 100) through `points`; returns whether each movement was kept from the browser. */
function drag(direction: DragDirection, ...points: readonly (readonly [number, number])[]): boolean[] {
  const element = document.createElement('div');
  document.body.append(element);
  const undo = preventFling(element, direction);
  onTestFinished(() => {
    undo();
    element.remove();
  });
  const at = (type: string, [clientX, clientY]: readonly [number, number]) => {
    const touch = new Touch({ identifier: 1, target: element, clientX, clientY });
    return new TouchEvent(type, { touches: [touch], cancelable: true, bubbles: true });
  };
  element.dispatchEvent(at('touchstart', [100, 100]));
  return points.map((point) => !element.dispatchEvent(at('touchmove', point)));
}

test('a drag in its direction is kept from the browser, whatever comes after its first movement', () => {
  expect(drag('sideways', [120, 104], [124, 140])).toEqual([true, true]);
  expect(drag('upright', [104, 120], [140, 124])).toEqual([true, true]);
  expect(drag('any', [104, 120], [140, 124])).toEqual([true, true]);
});

test('a resting finger decides nothing', () => {
  expect(drag('sideways', [100, 102], [120, 104])).toEqual([false, true]);
});

test('a movement in the other direction scrolls the page', () => {
  expect(drag('sideways', [104, 120], [160, 122])).toEqual([false, false]);
  expect(drag('upright', [120, 104], [122, 160])).toEqual([false, false]);
});
