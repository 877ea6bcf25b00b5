import { expect, it } from 'vitest';
import { normaliseEmail } from '#lambdas/accounts/normalise-email.ts';

it.each([
  ['Chef@Example.com', 'chef@example.com'],
  [' chef@example.com ', 'chef@example.com'],
  ['chef+trial2@example.com', 'chef@example.com'],
  ['the.chef@example.com', 'the.chef@example.com'],
  ['The.Chef+x@gmail.com', 'thechef@gmail.com'],
  ['thechef@googlemail.com', 'thechef@gmail.com'],
  ['"odd@name"@example.com', '"odd@name"@example.com'],
])('%s reaches %s', (email, mailbox) => {
  expect(normaliseEmail(email)).toBe(mailbox);
});
