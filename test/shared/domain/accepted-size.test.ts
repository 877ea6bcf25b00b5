import { describe, expect, it } from 'vitest';
import { acceptedSize } from '#shared/domain/accepted-size.ts';
import { checkFile } from '#shared/domain/check-file.ts';
import type { PlatformRule } from '#shared/domain/platform-rules.ts';
import { satisfies } from '#shared/domain/platforms.ts';
import { everyRule, exactly, goodPhoto, openRule, sized } from '#test/support/platform-rules.ts';

type Limits = Partial<Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio'>>;

describe('a size that a rule accepts', () => {
  it.each<[Limits, string]>([
    [{}, '1600x1200'],
    [{ minimum: sized('1000x800'), maximum: sized('1000x800') }, '1000x800'],
    [{ maximum: sized('600x600') }, '600x600'],
    [{ maximum: sized('600x600'), ratio: exactly(4 / 3) }, '600x450'],
    [{ ratio: { from: 1.5, to: 2 } }, '1800x1200'],
    [{ ratio: { from: 1, to: 2 } }, '1600x1200'],
    [{ ratio: exactly(1) }, '1200x1200'],
    [{ maximum: sized('10x10'), ratio: exactly(10) }, '10x1'],
  ])('with %j is %s', (limits, size) => {
    expect(acceptedSize({ ...openRule, ...limits })).toEqual(sized(size));
  });
});

it('the size that a rule accepts passes it', () => {
  for (const each of everyRule) {
    const size = acceptedSize(each);
    expect(size).toBeDefined();
    if (size) expect(satisfies(size, each)).toBe(true);
    const facts = { ...goodPhoto, ...each.accepted, format: each.formats[0] ?? 'jpeg', bytes: 100_000 };
    const own = checkFile(facts, each).filter(({ check }) =>
      ['pixels', 'ratio', 'format', 'bytes'].includes(check),
    );
    for (const { verdict } of own) expect(verdict).toBe(each.source === null ? 'unverified' : 'pass');
  }
});
