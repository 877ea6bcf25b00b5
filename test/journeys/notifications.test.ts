import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { ended, start, studioGeneration } from '#test/cloud/generations.ts';
import { eventually, openPage, openSignedIn, phone } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

it('a phone whose browser cannot be told gets an email, and one tap in it ends them', {
  timeout: 180_000,
}, async () => {
  const cloud = sharedCloud();
  const { page, user, close } = await openSignedIn(cloud, phone);
  await page.goto('/account');
  await page.getByText('You get no emails.').waitFor();
  await page.getByRole('button', { name: 'Email me' }).click();
  await page.getByText(`If we can’t reach a device of yours, we email ${user.email}.`).waitFor();
  // The picture is ordered, and the phone put away.
  const generation = start(user, studioGeneration());
  await close();
  const { id } = await ended(user, await generation);

  const mails = async () => {
    const reply = await fetch(`${cloud.url}/_local/mail.json?to=${encodeURIComponent(user.email)}`);
    return ((await reply.json()) as Mail[]).filter(({ subject }) => subject === '“Classic Burger” is ready');
  };
  // It is due half a minute after the end, and the reconciler runs every minute.
  await expect.poll(mails, { timeout: 120_000, interval: 1_000 }).toHaveLength(1);
  const [mail] = await mails();
  expect(mail?.text).toContain(`${cloud.url}/studio?view=gallery&image=${id}`);
  const [, link = ''] = /^<(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? [];

  // Another browser, where nobody is signed in.
  const other = await openPage(cloud.url, phone);
  await other.page.goto(link);
  const stop = other.page.getByRole('button', { name: 'Stop these emails' });
  await stop.waitFor();
  const { violations } = await new AxeBuilder({ page: other.page }).setLegacyMode(true).analyze();
  expect(violations.map((violation) => violation.id)).toEqual([]);
  // Mail programs open links in advance; that alone must change nothing.
  expect(await user.call('getNotifications')).toMatchObject({ email: 'on' });
  await stop.click();
  await other.page.getByRole('heading', { name: 'You get no more emails when pictures are ready' }).waitFor();
  await eventually(async () => (await user.call('getNotifications')).email).toBe('off');
  await other.close();

  // The request that a mail program sends for a one-click unsubscribe (RFC 8058).
  const click = await fetch(link, {
    method: 'POST',
    redirect: 'error',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(click.status).toBe(200);
});
