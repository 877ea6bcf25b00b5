import { expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { pushDevice } from '#test/support/push-device.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { ended, start, studioGeneration } from './generations.ts';

const cloud = sharedCloud();

it('somebody who is away is told by the push service that a picture is ready', {
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
