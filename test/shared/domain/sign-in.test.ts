import { describe, expect, it } from 'vitest';
import { signInRefusalIn, signInRefusals } from '#shared/domain/sign-in.ts';

describe('a refused sign-in', () => {
  it.each(Object.entries(signInRefusals))('is known by its words: %s', (reason, text) => {
    expect(signInRefusalIn(text)).toEqual({ reason, text });
    expect(signInRefusalIn(`PreSignUp failed with error ${text}. `)).toEqual({ reason, text });
  });

  it.each([
    '',
    'User cancelled',
    'This email already has an account.',
  ])('is unknown by other words: %j', (description) => {
    expect(signInRefusalIn(description)).toBeUndefined();
  });
});
