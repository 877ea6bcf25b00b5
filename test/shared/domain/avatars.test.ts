import { describe, expect, it } from 'vitest';
import { avatarEthnicities, avatarGenders } from '#shared/domain/avatars.ts';

const idsOf = (options: readonly { readonly id: string }[]) => options.map((option) => option.id);

describe('avatar options', () => {
  it('are those of the specification', () => {
    // C3.29
    expect(idsOf(avatarGenders)).toEqual(['random', 'male', 'female', 'non-binary']);
    // C3.30
    expect(idsOf(avatarEthnicities)).toEqual([
      'random',
      'caucasian',
      'african',
      'asian',
      'hispanic',
      'middle-eastern',
      'south-asian',
      'mixed',
    ]);
  });

  it('describe everyone but random', () => {
    for (const option of [...avatarGenders, ...avatarEthnicities]) {
      expect(option.prompt === '').toBe(option.id === 'random');
    }
  });
});
