import { expect, onTestFinished, test } from 'vitest';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { SignedInOrLanding } from '#web/app/signed-in-or-landing.tsx';
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
