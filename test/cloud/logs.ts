import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestUser } from '#test/support/sign-up.ts';

const never: Readonly<Record<string, RegExp>> = {
  'an e-mail address': /[\w.+-]{1,64}@[\w-]{1,64}(\.[\w-]{1,64}){0,4}\.(example|com|org|net|test)\b/gi,
  'a token': /\beyJ[\w-]{10,}\.[\w-]{10,}/g,
  'a signature': /X-Amz-(Signature|Credential)=[^&"]+/g,
};

/**
 * Finds what the functions' logs must not contain but do: e-mail addresses, tokens, signed URLs, and these
 * users' texts (`words`, passwords). Call it when the work is done.
 */
export async function leaksIn(
  folder: string,
  people: readonly Pick<TestUser, 'email' | 'password' | 'refreshToken'>[],
  words: readonly string[] = [],
): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  if (files.length < 3) throw new Error(`There are hardly any logs in ${folder}`);
  const secrets = [
    ...people.flatMap(({ email, password, refreshToken }) => [email, password, refreshToken]),
    ...words,
  ];
  const leaks: string[] = [];
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8');
    for (const [what, pattern] of Object.entries(never))
      for (const [match] of text.matchAll(pattern)) leaks.push(`${name}: ${what}: ${match.slice(0, 60)}`);
    for (const secret of secrets) if (text.includes(secret)) leaks.push(`${name}: ${secret.slice(0, 60)}`);
  }
  return [...new Set(leaks)];
}
