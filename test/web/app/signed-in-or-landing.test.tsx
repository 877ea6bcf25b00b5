import { expect, onTestFinished, test } from 'vitest';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { SignedInOrLanding } from '#web/app/signed-in-or-landing.tsx';
import { endSession } from '#web/lib/session.ts';
import { takeWantedAddress } from '#web/lib/wanted-address.ts';
import { dropWantedPlan, keepWantedPlan } from '#web/lib/wanted-plan.ts';

test.each([
  ['/?code=abc&state=def', '/'],
  ['/studio?view=gallery&code=abc&state=def', '/studio?view=gallery'],
  ['/studio?state=closed', '/studio?state=closed'],
])('the address %s of a signed-in user becomes %s', async (at, expected) => {
  const { address } = await renderInApp(<SignedInOrLanding />, { at });
  await expect.poll(address).toBe(expected);
});

test('a user who chose a plan before the sign-in with a provider comes back to the credits page', async () => {
  keepWantedPlan('pro');
  onTestFinished(dropWantedPlan);
  const { address } = await renderInApp(<SignedInOrLanding />, { at: '/?code=abc&state=def' });
  await expect.poll(address).toBe('/credits');
});

test.each([
  ['ended', {}, '/auth?tab=sign-in&reason=expired'],
  ['was ended by a change that its user made', { changed: true }, '/auth?tab=sign-in&reason=changed'],
])('a session that %s leads to the sign-in, and the sign-in back to the page', async (_, why, expected) => {
  const { address } = await renderInApp(<SignedInOrLanding />, { at: '/account' });
  await endSession(why);
  await expect.poll(address).toBe(expected);
  expect(takeWantedAddress()).toBe('/account');
});
