import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomPassword } from '#src/secrets/secrets-manager.ts';

describe('generated secrets', () => {
  it('have their length and only characters that are not excluded', () => {
    fc.assert(
      fc.property(
        fc.record({
          PasswordLength: fc.integer({ min: 4, max: 100 }),
          ExcludePunctuation: fc.boolean(),
          ExcludeNumbers: fc.boolean(),
          ExcludeUppercase: fc.boolean(),
          ExcludeCharacters: fc.constantFrom('', 'abc', 'aeiou09'),
        }),
        (request) => {
          const password = randomPassword(request);
          expect(password).toHaveLength(request.PasswordLength);
          if (request.ExcludePunctuation) expect(password).toMatch(/^[A-Za-z0-9]+$/);
          if (request.ExcludeNumbers) expect(password).not.toMatch(/[0-9]/);
          if (request.ExcludeUppercase) expect(password).not.toMatch(/[A-Z]/);
          for (const excluded of request.ExcludeCharacters) expect(password).not.toContain(excluded);
        },
      ),
    );
  });

  it('hold each kind of character that they may', () => {
    for (let i = 0; i < 50; i += 1) {
      const password = randomPassword({ PasswordLength: 4 });
      for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]) expect(password).toMatch(kind);
    }
    expect(() =>
      randomPassword({
        ExcludeLowercase: true,
        ExcludeUppercase: true,
        ExcludeNumbers: true,
        ExcludePunctuation: true,
      }),
    ).toThrow('at least one character');
  });
});
