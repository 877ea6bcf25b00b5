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
  ['chef.li@me.com', 'chef.li@icloud.com'],
  ['chef+x@mac.com', 'chef@icloud.com'],
  ['C_h.e-f@proton.me', 'chef@protonmail.com'],
  ['chef@pm.me', 'chef@protonmail.com'],
  ['chef@ya.ru', 'chef@yandex.ru'],
  ['chef@yandex.com', 'chef@yandex.ru'],
  // Mailboxes of their own.
  ['chef@hotmail.com', 'chef@hotmail.com'],
  ['chef@live.com', 'chef@live.com'],
])('%s reaches %s', (email, mailbox) => {
  expect(normaliseEmail(email)).toBe(mailbox);
});
