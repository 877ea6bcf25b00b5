import { expect, it } from 'vitest';
import { isEmailAddress } from '#shared/domain/email-address.ts';

it.each([
  'chef@example.com',
  'The.Chef+trial_2@kitchen.example.co.uk',
  "o'brien@example.ie",
  'chef-de/partie@xn--mnchen-3ya.example',
  '1@2.example',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
])('%s is an address as browsers send it', (email) => expect(isEmailAddress(email)).toBe(true));

it.each([
  ['without a host', 'chef'],
  ['with two signs @', 'chef@@example.com'],
  ['in quotes', '"chef"@example.com'],
  ['with escaped characters', '"\\c\\hef"@example.com'],
  ['with a comment', 'chef(x)@example.com'],
  ['with a comment in the host', 'chef@(x)example.com'],
  ['with a final dot', 'chef@example.com.'],
  ['with two dots in the host', 'chef@example..com'],
  ['with a soft hyphen', 'ch\u00adef@example.com'],
  ['with a space of no width', 'chef\u200b@example.com'],
  ['with a look-alike letter', 'ch\u0435f@example.com'],
  ['with an ideographic dot', 'chef@example\u3002com'],
  ['at a number in brackets', 'chef@[192.0.2.1]'],
  ['with a line break', 'chef@example.com\n'],
])('an address %s is none', (_, email) => expect(isEmailAddress(email)).toBe(false));
