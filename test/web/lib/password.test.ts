import { describe, expect, it } from 'vitest';
import { passwordStrength } from '#web/lib/password.ts';

describe('the strength hint', () => {
  it('grows with length and variety, and never calls a refused password good', () => {
    expect(passwordStrength('aB3!x')).toBe('short');
    expect(passwordStrength('platep')).toBe('fair');
    expect(passwordStrength('platepo5')).toBe('good');
    expect(passwordStrength('Platepost7')).toBe('strong');
    expect(passwordStrength('correct horse battery')).toBe('strong');
  });
});
