import { expect, it } from 'vitest';
import { inBatches } from '#lambdas/generations/in-batches.ts';

/** Writes that wait until the test lets them end. */
function slowWrites() {
  const writes: { changes: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const add = inBatches<string>(
    (changes) =>
      new Promise((resolve, reject) => {
        writes.push({ changes: [...changes], end: resolve, fail: reject });
      }),
  );
  return { writes, add };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('writes the first change at once', async () => {
  const { writes, add } = slowWrites();
  const written = add('a');
  await settled();
  expect(writes.map(({ changes }) => changes)).toEqual([['a']]);
  writes[0]?.end();
  await written;
});

it('writes what arrives during a write together, after it', async () => {
  const { writes, add } = slowWrites();
  const all = [add('a')];
  await settled();
  all.push(add('b'), add('c'));
  await settled();
  expect(writes).toHaveLength(1);
  writes[0]?.end();
  await settled();
  expect(writes.map(({ changes }) => changes)).toEqual([['a'], ['b', 'c']]);
  writes[1]?.end();
  await Promise.all(all);
});

it('rejects the changes of a write that fails, and writes later ones', async () => {
  const { writes, add } = slowWrites();
  const first = expect(add('a')).rejects.toThrow('down');
  await settled();
  const second = add('b');
  writes[0]?.fail(new Error('down'));
  await first;
  await settled();
  expect(writes.map(({ changes }) => changes)).toEqual([['a'], ['b']]);
  writes[1]?.end();
  await second;
});
