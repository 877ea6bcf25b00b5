import { expect, it } from 'vitest';
import { shortcutReader, shortcuts } from '#web/app/shortcuts.ts';

/** What these keys do, pressed 100 ms after each other. */
function press(...keys: readonly string[]) {
  const read = shortcutReader();
  return keys.map((key, index) => read(key, index * 100)).filter((action) => action !== undefined);
}

it('finds every shortcut of the list, and none twice', () => {
  for (const { keys, action } of shortcuts) expect(press(...keys)).toEqual([action]);
  expect(new Set(shortcuts.map(({ keys }) => keys.join(' '))).size).toBe(shortcuts.length);
});

it('reads one after the other', () => {
  expect(press('g', 's', 'g', 'g', '?')).toEqual(['studio', 'gallery', 'help']);
});

it('drops a first key without a matching second one, and reads that key on its own', () => {
  expect(press('g', 'x', 's')).toEqual([]);
  expect(press('g', 'n')).toEqual(['new']);
});

it('drops a first key after the timeout', () => {
  const read = shortcutReader();
  expect(read('g', 0)).toBeUndefined();
  expect(read('s', 1501)).toBeUndefined();
});
