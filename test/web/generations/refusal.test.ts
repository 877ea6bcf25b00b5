import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '#shared/api/problem.ts';
import { refusalOf } from '#web/generations/refusal.ts';
import { ApiError } from '#web/lib/api-error.ts';

const refused = (code: ProblemCode, message = 'From the API') => new ApiError(code, { message });

describe('a refused request', () => {
  it.each([
    ['format_locked', 'Upgrade to Pro for more formats', 'This format is not available in your plan.'],
    ['filter_locked', 'Upgrade to Pro for more filters', 'This filter is locked in your current plan.'],
    ['scene_locked', 'Upgrade to Pro for more scenes', 'This scene is locked in your current plan.'],
    ['random_only', 'Free plan: Use Random button only', 'From the API'],
  ] as const)('of the studio says why, as specified: %s', (code, title, description) => {
    expect(refusalOf(refused(code), 'studio')).toEqual({ title, description });
  });

  it.each([
    ['studio', 'You need at least 1 credit to generate 2 variations. Purchase more credits to continue.'],
    ['menu', 'You need at least 1 credit to enhance menu images. Purchase more credits to continue.'],
  ] as const)('because of missing credits leads to the credits page: %s', (kind, description) => {
    expect(refusalOf(refused('insufficient_credits'), kind)).toEqual({
      title: 'Insufficient credits',
      description,
      needsCredits: true,
    });
  });

  it('otherwise shows the words of the API', () => {
    expect(refusalOf(refused('daily_budget_reached'), 'studio')).toEqual({ title: 'From the API' });
    expect(refusalOf(refused('daily_budget_reached'), 'menu')).toEqual({
      title: 'Failed to enhance menu image. Please try again.',
      description: 'From the API',
    });
    expect(refusalOf(new TypeError('x is undefined'), 'studio').title).toBe(
      'Something went wrong on our side',
    );
  });
});
