import { expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { pushDevice } from '#test/support/push-device.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { ended, start, studioGeneration } from './generations.ts';

const cloud = sharedCloud();

it.concurrent('somebody who is away is told by the push service that a picture is ready', {
  timeout: 150_000,
}, async () => {
  const user = await signUpUser(cloud);
  const name = `device-${crypto.randomUUID()}`;
  const [device, gone] = [`201/${name}`, `410/${name}`].map((path) =>
    pushDevice(`${cloud.url}/_local/push/${path}`),
  ) as [ReturnType<typeof pushDevice>, ReturnType<typeof pushDevice>];
  for (const { subscription } of [gone, device]) await user.call('addDevice', { body: subscription });
  const { id } = await ended(user, await start(user, studioGeneration()));
  const taken = async () => {
    const messages: { device: string; body: string }[] = await (
      await fetch(`${cloud.url}/_local/push.json`)
    ).json();
    return messages
      .filter((message) => message.device === name)
      .map(({ body }) => device.read(Buffer.from(body, 'base64')));
  };
  // It is due half a minute after the end, and the reconciler runs every minute.
  await expect.poll(taken, { timeout: 120_000, interval: 1_000 }).toEqual([
    {
      title: '“Classic Burger” is ready',
      body: 'Two pictures to choose from.',
      path: `/studio?view=gallery&image=${id}`,
    },
  ]);
  await expect
    .poll(async () => (await user.call('getNotifications')).devices.length, { timeout: 10_000 })
    .toBe(1);
  await user.call('noteSeen');
});

it.concurrent('somebody who is away without a device gets an e-mail, until one click ends them', {
  timeout: 150_000,
}, async () => {
  const user = await signUpUser(cloud);
  const { email } = await user.call('getMe');
  expect(await user.call('setEmailNotifications', { body: { isOn: true } })).toMatchObject({ email: 'on' });
  const { id } = await ended(user, await start(user, studioGeneration()));
  const subject = '“Classic Burger” is ready';
  const mails = async () => {
    const reply = await fetch(`${cloud.url}/_local/mail.json?to=${encodeURIComponent(email)}`);
    const all: { subject: string; text: string; headers?: Record<string, string> }[] = await reply.json();
    return all.filter((mail) => mail.subject === subject);
  };
  await expect.poll(mails, { timeout: 120_000, interval: 1_000 }).toHaveLength(1);
  const [mail] = await mails();
  expect(mail?.text).toContain(`${cloud.url}/studio?view=gallery&image=${id}`);
  const [, link = ''] = /^<(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? [];
  // Mail programs look at links; that alone changes nothing.
  const page = await fetch(link);
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(await page.text()).toContain('Stop these emails');
  expect(await user.call('getNotifications')).toMatchObject({ email: 'on' });
  const click = await fetch(link, {
    method: 'POST',
    redirect: 'error',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(click.status).toBe(200);
  expect(await user.call('getNotifications')).toMatchObject({ email: 'off' });
});
