import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsError } from 'local-cloud/aws/aws-error.ts';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { removeRest } from '#lambdas/accounts/deletion-store.ts';
import { changeNotifications, noteSeen, readNotifications } from '#lambdas/accounts/notification-store.ts';
import { getAccount, markDeleting } from '#lambdas/accounts/user-store.ts';
import { addDevice } from '#lambdas/notifications/add-device.ts';
import { forgetDevices } from '#lambdas/notifications/forget-devices.ts';
import { getNotifications } from '#lambdas/notifications/get-notifications.ts';
import { pushKey } from '#lambdas/notifications/push-key.ts';
import { setEmailNotifications } from '#lambdas/notifications/set-email-notifications.ts';
import { unsubscribe } from '#lambdas/notifications/unsubscribe.ts';
import { unsubscribeToken } from '#lambdas/notifications/unsubscribe-token.ts';
import { noteEnding } from '#lambdas/platform/notice-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';
import { maxDevices } from '#shared/domain/push-services.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { supportEmail } from '#test/lambdas/runtime/http-event.ts';
import { pushDevice } from '#test/support/push-device.ts';

const cloud = startGenerations({ models: 'plain' });

interface Taken {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** A push service: its answers by path, 201 unless a test says otherwise, and what it was asked. */
const answers = new Map<string, number>();
const taken: Taken[] = [];
let service: Server;
let origin: string;

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
  service = createServer(async (req, res) => {
    const path = req.url ?? '';
    taken.push({ path, headers: req.headers, body: await buffer(req) });
    res.writeHead(answers.get(path) ?? 201).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterAll(() => {
  service.closeAllConnections();
  service.close();
});

beforeEach(async () => {
  answers.clear();
  taken.length = 0;
  await cloud.reset();
});

/** A user with a device that is told. */
async function userWithDevice(path = '/phone', tier: 'starter' | 'pro' = 'starter') {
  const user = await cloud.signUp(tier);
  const device = pushDevice(`${origin}${path}`);
  await addDevice({ userId: user }, device.subscription);
  return { user, device };
}

const notices = async () => (await cloud.table.allItems()).filter(({ pk }) => pk === 'NOTICES');

/** The next run of the reconciler in which what has ended is due. */
async function nextMinute(): Promise<void> {
  await cloud.minutesPass(1);
  await cloud.runReconciler();
}

describe('somebody who is away', () => {
  it('gets one message that only the device can read', async () => {
    const { user, device } = await userWithDevice();
    const { id } = await cloud.generate(user, studioRequest());
    await cloud.runReconciler();
    expect(taken).toEqual([]);
    await nextMinute();
    expect(taken).toHaveLength(1);
    const [message] = taken;
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: 'ready' });
    expect(message?.headers.ttl).toMatch(/^\d+$/);
    expect(message && device.read(message.body)).toEqual({
      title: expect.stringMatching(/^“.+” is ready$/),
      body: 'Two pictures to choose from.',
      path: `/studio?view=gallery&image=${id}`,
    });
    await nextMinute();
    expect(taken).toHaveLength(1);
    expect(await notices()).toEqual([]);
  });

  it('is sent a VAPID token that is signed for this push service, with the key that devices subscribed with', async () => {
    const { user } = await userWithDevice();
    await cloud.generate(user, studioRequest());
    await nextMinute();
    const [, token = '', key] =
      /^vapid t=([^,]+), k=(.+)$/.exec(String(taken[0]?.headers.authorization)) ?? [];
    expect(key).toBe((await pushKey()).publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: origin,
      sub: `mailto:${supportEmail}`,
    });
    const point = Buffer.from(key ?? '', 'base64url');
    const publicKey = await crypto.subtle.importKey(
      'raw',
      new Uint8Array(point),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    );
    expect(
      await crypto.subtle.verify(
        { name: 'ECDSA', hash: 'SHA-256' },
        publicKey,
        new Uint8Array(Buffer.from(signature, 'base64url')),
        new TextEncoder().encode(`${head}.${claims}`),
      ),
    ).toBe(true);
  });

  it('gets one message for several dishes, when the last has ended', async () => {
    const { user, device } = await userWithDevice();
    const first = studioRequest();
    await cloud.created(user, first);
    const second = studioRequest();
    await cloud.created(user, second);
    await cloud.workOn(user, first.id);
    await nextMinute();
    expect(taken).toEqual([]);
    await cloud.workOn(user, second.id);
    await nextMinute();
    expect(taken).toHaveLength(1);
    expect(taken[0] && device.read(taken[0].body)).toMatchObject({
      title: '2 dishes are ready',
      path: '/studio?view=gallery',
    });
  });

  it('waits at most five minutes for generations that still run', async () => {
    const { user } = await userWithDevice();
    const first = studioRequest();
    await cloud.created(user, first);
    await cloud.created(user, studioRequest());
    await cloud.workOn(user, first.id);
    for (let minute = 1; minute <= 4; minute += 1) await nextMinute();
    expect(taken).toEqual([]);
    await cloud.minutesPass(1);
    await cloud.runReconciler();
    expect(taken).toHaveLength(1);
  });

  it('gets one message although two reconcilers run at the same time', async () => {
    const { user } = await userWithDevice();
    await cloud.generate(user, studioRequest());
    await cloud.minutesPass(1);
    await Promise.all([cloud.runReconciler(), cloud.runReconciler()]);
    expect(taken).toHaveLength(1);
  });

  it('gets a message at the next run, however many users with lower ids need none', async () => {
    const { user } = await userWithDevice();
    await cloud.generate(user, studioRequest());
    for (let other = 0; other < 70; other += 1)
      await transact([noteEnding(`nobody-${other}`, { generationId: 'g1' })]);
    await nextMinute();
    expect(taken).toHaveLength(1);
    expect(await notices()).toEqual([]);
  });

  it('gets a message when a whole menu is done, not for each dish', async () => {
    const { user, device } = await userWithDevice('/phone', 'pro');
    const { body: menu } = await cloud.callMenus(user, 'createMenu', {
      body: {
        id: ulid(),
        name: 'Autumn',
        look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
        targets: [{ platform: 'justeat', imageType: 'square' }],
        dishes: [
          {
            name: 'Soup',
            source: { type: 'sample', itemId: 'burger' },
            photo: { width: 1600, height: 1200 },
          },
        ],
      },
    });
    await cloud.workOnMenu(user, menu.id);
    const { body: running } = await cloud.callMenus(user, 'getMenu', { params: { menuId: menu.id } });
    await cloud.workOn(user, running.dishes[0].generation.id);
    expect(await notices()).toEqual([]);
    await cloud.workOnMenu(user, menu.id);
    await nextMinute();
    expect(taken.map(({ body }) => device.read(body))).toEqual([
      {
        title: 'Your menu “Autumn” is ready',
        body: 'Dishes: 1.',
        path: `/studio?view=menu-enhancer&menu=${menu.id}`,
      },
    ]);
  });
});

describe('no message is sent', () => {
  it('for a generation that was seen', async () => {
    const { user } = await userWithDevice();
    await cloud.generate(user, studioRequest());
    await noteSeen(user);
    await nextMinute();
    expect(taken).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  it('to a user without notifications', async () => {
    const user = await cloud.signUp('starter');
    await cloud.generate(user, studioRequest());
    await noteSeen(user);
    await nextMinute();
    expect(taken).toEqual([]);
    expect(await notices()).toEqual([]);
    expect(await readNotifications(user)).toMatchObject({ devices: [], version: 0 });
  });

  it('for a picture that was deleted', async () => {
    const { user } = await userWithDevice();
    const { id } = await cloud.generate(user, studioRequest());
    await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
    await nextMinute();
    expect(taken).toEqual([]);
  });

  it.each(['is being deleted', 'is gone'])('to a user whose account %s', async (how) => {
    const { user } = await userWithDevice();
    await cloud.generate(user, studioRequest());
    await writeAlone(markDeleting(user, nowIso()));
    if (how === 'is gone') await removeRest(user);
    await nextMinute();
    expect(taken).toEqual([]);
    expect(await notices()).toEqual([]);
  });
});

describe('a device', () => {
  it.each([
    404, 410, 403,
  ])('whose subscription is gone (%i) is removed, and the others get the message', async (status) => {
    const { user } = await userWithDevice('/gone');
    await addDevice({ userId: user }, pushDevice(`${origin}/laptop`).subscription);
    answers.set('/gone', status);
    await cloud.generate(user, studioRequest());
    await nextMinute();
    expect(taken.map(({ path }) => path).sort()).toEqual(['/gone', '/laptop']);
    expect((await readNotifications(user)).devices.map(({ endpoint }) => endpoint)).toEqual([
      `${origin}/laptop`,
    ]);
  });

  it('that cannot be reached is tried again later, a few times', async () => {
    const { user, device } = await userWithDevice('/busy');
    answers.set('/busy', 503);
    await cloud.generate(user, studioRequest());
    await nextMinute();
    const tries = taken.length;
    expect(tries).toBe(2);
    answers.delete('/busy');
    await nextMinute();
    expect(taken).toHaveLength(tries + 1);
    expect(taken.at(-1) && device.read(taken.at(-1)?.body ?? Buffer.of())).toMatchObject({
      body: 'Two pictures to choose from.',
    });
    expect(await notices()).toEqual([]);
  });

  it('whose push service stays unreachable is given up', async () => {
    const { user } = await userWithDevice('/busy');
    answers.set('/busy', 429);
    await cloud.generate(user, studioRequest());
    for (let round = 1; round <= 6; round += 1) {
      await cloud.minutesPass(10);
      await cloud.runReconciler();
    }
    expect(taken).toHaveLength(8);
    expect(await notices()).toEqual([]);
    expect((await readNotifications(user)).devices).toHaveLength(1);
  });

  it('makes room for a further one, is kept once, and can be removed', async () => {
    const user = await cloud.signUp('starter');
    const devices = Array.from({ length: maxDevices + 1 }, (_, at) =>
      pushDevice(`https://push.example/${at}`),
    );
    for (const { subscription } of devices) await addDevice({ userId: user }, subscription);
    const again = await addDevice(
      { userId: user },
      devices.at(-1)?.subscription ?? pushDevice().subscription,
    );
    expect(again.devices).toHaveLength(maxDevices);
    const endpoints = (await readNotifications(user)).devices.map(({ endpoint }) => endpoint);
    expect(endpoints).toEqual(devices.slice(1).map(({ subscription }) => subscription.endpoint));
    await forgetDevices(user, [again.devices[0]?.id ?? '']);
    expect((await getNotifications(user)).devices).toEqual(again.devices.slice(1));
  });

  it.each([
    'https://evil.example/1',
    'http://push.example/1',
    'https://push.example:8443/1',
    'https://push.example@evil.example/1',
    'https://user:secret@push.example/1',
    'https://push.example.evil.example/1',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'push.example',
  ])('that names no known push service is refused: %s', async (endpoint) => {
    const user = await cloud.signUp('starter');
    await expect(
      addDevice({ userId: user }, { ...pushDevice().subscription, endpoint }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

it('a session from before a password reset adds no device again; a sign-in after it does', async () => {
  const user = await cloud.signUp('starter');
  const { subscription } = pushDevice();
  await addDevice({ userId: user, signedInAt: Date.now() }, subscription);
  const devicesEndedAt = new Date(Date.now() + 1000).toISOString();
  await changeNotifications(user, (before) => ({ ...before, devices: [], devicesEndedAt }));
  await expect(addDevice({ userId: user, signedInAt: Date.now() }, subscription)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect((await readNotifications(user)).devices).toEqual([]);
  // The same second, which is as exactly as tokens tell it.
  const signedInAt = Math.floor(Date.parse(devicesEndedAt) / 1000) * 1000;
  await addDevice({ userId: user, signedInAt }, subscription);
  expect((await readNotifications(user)).devices).toHaveLength(1);
});

describe('an e-mail', () => {
  const site = 'https://platepost.example';
  /** A user who wants e-mails, and what came. */
  async function userWithMail() {
    const user = await cloud.signUp('starter');
    await setEmailNotifications(user, true);
    const address = (await getAccount(user))?.email ?? '';
    return { user, mails: () => cloud.mails(address) };
  }
  const refuse = (code: string, status: number, times = 100) =>
    cloud.faults.add({
      service: 'ses',
      operation: 'SendEmail',
      times,
      action: { kind: 'error', error: new AwsError(status, code, 'Not now') },
    });

  it('is sent once to those who want one and have no device, with a way to end them by one click', async () => {
    const { user, mails } = await userWithMail();
    const { id } = await cloud.generate(user, studioRequest());
    await cloud.runReconciler();
    expect(mails()).toEqual([]);
    await nextMinute();
    await nextMinute();
    const end = `${site}/unsubscribe/${await unsubscribeToken(user)}`;
    expect(mails()).toMatchObject([
      {
        subject: expect.stringMatching(/^“.+” is ready$/),
        text: expect.stringContaining(`${site}/studio?view=gallery&image=${id}`),
        headers: {
          'List-Unsubscribe': `<${end}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      },
    ]);
    expect(mails()[0]?.html).toContain(`href="${site}/studio?view=gallery&amp;image=${id}"`);
    expect(mails()[0]?.html).toContain(`href="${end}"`);
    expect(mails()[0]?.html).toContain(supportEmail);
    expect(await notices()).toEqual([]);
  });

  // V1.1.2, V1.2.1
  it('shows the name of a dish as it was written', async () => {
    const { user, mails } = await userWithMail();
    await cloud.generate(user, studioRequest({ productName: '<b>Mac & Cheese</b> {####}' }));
    await nextMinute();
    expect(mails()[0]?.subject).toBe('“<b>Mac & Cheese</b> {####}” is ready');
    expect(mails()[0]?.html).toContain('&lt;b&gt;Mac &amp; Cheese&lt;/b&gt;');
  });

  it('is not sent when a device got the message', async () => {
    const { user, mails } = await userWithMail();
    await addDevice({ userId: user }, pushDevice(`${origin}/phone`).subscription);
    await cloud.generate(user, studioRequest());
    await nextMinute();
    expect(taken).toHaveLength(1);
    expect(mails()).toEqual([]);
  });

  it.each([410, 503])('is sent when no device accepted the message (%i)', async (status) => {
    const { user, mails } = await userWithMail();
    await addDevice({ userId: user }, pushDevice(`${origin}/phone`).subscription);
    answers.set('/phone', status);
    await cloud.generate(user, studioRequest());
    for (let minute = 1; minute <= 3; minute += 1) await nextMinute();
    expect(mails()).toHaveLength(1);
    expect(await notices()).toEqual([]);
  });

  it('is not sent for seen generations, nor after e-mails were turned off, also from a mail', async () => {
    const { user, mails } = await userWithMail();
    await cloud.generate(user, studioRequest());
    await noteSeen(user);
    await nextMinute();
    await cloud.generate(user, studioRequest());
    await unsubscribe(await unsubscribeToken(user));
    await nextMinute();
    expect(mails()).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  it('that SES does not accept now is sent later', async () => {
    const { user, mails } = await userWithMail();
    refuse('TooManyRequestsException', 429, 1);
    await cloud.generate(user, studioRequest());
    await nextMinute();
    expect(mails()).toEqual([]);
    await nextMinute();
    await nextMinute();
    expect(mails()).toHaveLength(1);
  });

  it('that we may not send is an error of ours, and waits until we may', async () => {
    const { user, mails } = await userWithMail();
    refuse('AccessDeniedException', 403, 1);
    await cloud.generate(user, studioRequest());
    const errors = vi.spyOn(logger, 'error');
    await nextMinute();
    expect(errors).toHaveBeenCalledWith(expect.any(String), { reason: 'AccessDeniedException' });
    errors.mockRestore();
    await nextMinute();
    await nextMinute();
    expect(mails()).toHaveLength(1);
  });

  it('that SES takes without an answer in time is not sent twice', async () => {
    const { user, mails } = await userWithMail();
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    let late = new AbortController();
    cloud.faults.add({
      service: 'ses',
      operation: 'SendEmail',
      action: { kind: 'after', run: () => late.abort() },
    });
    await cloud.generate(user, studioRequest());
    timeout.mockImplementation(() => {
      late = new AbortController();
      return late.signal;
    });
    await nextMinute();
    await nextMinute();
    await nextMinute();
    expect(mails()).toHaveLength(1);
  });

  it('that SES refuses is given up at once', async () => {
    const { user, mails } = await userWithMail();
    refuse('MessageRejected', 400);
    await cloud.generate(user, studioRequest());
    await nextMinute();
    expect(mails()).toEqual([]);
    expect(await notices()).toEqual([]);
  });
});
