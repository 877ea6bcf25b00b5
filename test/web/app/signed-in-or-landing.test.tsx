import { expect, test } from 'vitest';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { SignedInOrLanding } from '#web/app/signed-in-or-landing.tsx';

test.each([
  ['/?code=abc&state=def', '/'],
  ['/studio?view=gallery&code=abc&state=def', '/studio?view=gallery'],
  ['/studio?state=closed', '/studio?state=closed'],
])('the address %s of a signed-in user becomes %s', async (at, expected) => {
  const { address } = await renderInApp(<SignedInOrLanding />, { at });
  await expect.poll(address).toBe(expected);
});
