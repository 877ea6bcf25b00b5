import { describe, expect, it, onTestFinished } from 'vitest';
import { readNotifications } from '#lambdas/accounts/notification-store.ts';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { handler } from '#lambdas/api/accounts.lambda.ts';
import { setEmailNotifications } from '#lambdas/notifications/set-email-notifications.ts';
import { unsubscribeToken } from '#lambdas/notifications/unsubscribe-token.ts';
import { despiteMaintenance, forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { notificationRoutes } from '#shared/api/notifications.ts';
import { startGenerations } from '#test/lambdas/generations/harness.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';

const cloud = startGenerations({ models: 'plain' });

async function userWithMail() {
  const user = await cloud.signUp('starter');
  await setEmailNotifications(user, true);
  return { user, token: await unsubscribeToken(user) };
}

const open = (token: string) =>
  invoke(handler, httpEvent(notificationRoutes.getUnsubscribePage, { params: { token } }));

/** What a mail program sends (RFC 8058): a form, no session. */
function click(token: string) {
  const event = httpEvent(notificationRoutes.unsubscribe, {
    params: { token },
    text: 'List-Unsubscribe=One-Click',
  });
  const headers = { ...event.headers, 'content-type': 'application/x-www-form-urlencoded' };
  return invoke(handler, { ...event, headers });
}

const isMailed = async (user: string) => (await readNotifications(user)).isMailed;

describe('the link in an e-mail', () => {
  it('asks first, and changes nothing by being opened', async () => {
    const { user, token } = await userWithMail();
    const { status, headers, body } = await open(token);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(body).toContain('<form method="post"><button');
    expect(body).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(await isMailed(user)).toBe(true);
  });

  it('ends the e-mails by one click without a session, and again without an error', async () => {
    const { user, token } = await userWithMail();
    for (let time = 1; time <= 2; time += 1) {
      const { status, body } = await click(token);
      expect(status).toBe(200);
      expect(body).toContain('You get no more emails when pictures are ready');
      expect(await isMailed(user)).toBe(false);
    }
    expect((await open(token)).body).toContain('You get no more emails when pictures are ready');
  });

  it('ends the e-mails also while nothing else may be written', async () => {
    const { user, token } = await userWithMail();
    await changeSettings({ maintenance: 'all' }, 'test');
    forgetMaintenance();
    onTestFinished(async () => {
      await despiteMaintenance(() => changeSettings({ maintenance: 'off' }, 'test'));
      forgetMaintenance();
    });
    expect((await click(token)).status).toBe(200);
    expect(await isMailed(user)).toBe(false);
  });

  it('keeps the devices, and the e-mails can be turned on again', async () => {
    const { user, token } = await userWithMail();
    await click(token);
    expect(await setEmailNotifications(user, true)).toMatchObject({ email: 'on', devices: [] });
    await click(token);
    expect(await isMailed(user)).toBe(false);
  });

  it.each([
    ['of another user', (token: string, other: string) => `${other}.${token.split('.').at(-1)}`],
    ['without its signature', (token: string) => `${token.split('.')[0]}.`],
    ['that is no token', () => 'token'],
    ['that is cut', (token: string) => token.slice(0, -1)],
    ['with other characters', () => '%E0%A4%A.é'],
  ])('is refused %s', async (_what, forge) => {
    const { user, token } = await userWithMail();
    const other = await userWithMail();
    const forged = forge(token, other.user);
    for (const { status, body } of [await open(forged), await click(forged)]) {
      expect(status).toBe(404);
      expect(body).toContain('This link is not valid');
    }
    expect([await isMailed(user), await isMailed(other.user)]).toEqual([true, true]);
  });

  it('does nothing for an account without a choice', async () => {
    const user = await cloud.signUp('starter');
    expect((await click(await unsubscribeToken(user))).status).toBe(200);
    expect(await readNotifications(user)).toMatchObject({ version: 0 });
  });
});
