import { describe, expect, it } from 'vitest';
import { costOfUsage, modelUsageSchema } from '#shared/domain/model-cost.ts';

const tokens = { promptTokenCount: 1000, candidatesTokenCount: 10, totalTokenCount: 1010 };

describe('the cost of a logged call', () => {
  it('is the logged one where the model is paid by the image', () => {
    expect(costOfUsage({ cost: 70_000, images: 2 })).toBe(70_000);
  });

  it('follows from prompt, output and image tokens where they are logged', () => {
    // 1000 × 0.3 + 10 × 2.5 + 2 × 1290 × 30
    expect(costOfUsage({ cost: 1, images: 2, usageMetadata: tokens })).toBe(77_725);
    expect(costOfUsage({ cost: 1, images: 0, usageMetadata: tokens })).toBe(325);
  });
});

describe('a logged call', () => {
  it('counts what is missing as zero', () => {
    expect(modelUsageSchema.parse({})).toEqual({ cost: 0, images: 0 });
    expect(modelUsageSchema.parse({ usageMetadata: { promptTokenCount: 5 } })).toEqual({
      cost: 0,
      images: 0,
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 0, totalTokenCount: 0 },
    });
  });

  it.each([
    { cost: -1 },
    { images: 0.5 },
    { usageMetadata: { promptTokenCount: -1 } },
  ])('takes no negative or fractional number: %o', (usage) => {
    expect(modelUsageSchema.safeParse(usage).success).toBe(false);
  });
});
