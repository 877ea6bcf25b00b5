import { expect, it } from 'vitest';
import { openPage } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';

const hostedDomain = 'platepost-test.auth.eu-west-2.amazoncognito.com';

it('offers Google and Apple where they are set up, and comes back to the site root', async () => {
  const cloud = sharedCloud();
  const { page, close } = await openPage(cloud.url);
  await page.goto('/auth');
  await page.getByLabel('Full name').waitFor();
  expect(await page.getByRole('button', { name: /^Continue with/ }).count()).toBe(0);

  await page.route('**/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...config, hostedDomain, social: ['Google', 'SignInWithApple'] } });
  });
  // Cognito's sign-in pages are not there; what the browser asks of them is what counts.
  await page.context().route(`https://${hostedDomain}/**`, (route) => route.fulfill({ body: 'Sign in' }));
  for (const [name, provider] of [
    ['Google', 'Google'],
    ['Apple', 'SignInWithApple'],
  ] as const) {
    await page.goto('/auth');
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await page.waitForURL(`https://${hostedDomain}/oauth2/authorize?*`);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      identity_provider: provider,
      redirect_uri: `${cloud.url}/`,
      response_type: 'code',
      client_id: cloud.outputs.UserPoolClientId,
      code_challenge_method: 'S256',
    });
  }
  await close();
});
