import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Notifications as NotificationsReply } from '#shared/api/notifications.ts';
import { deviceIdOf } from '#shared/domain/push-services.ts';
import { fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { pushBrowser } from '#test/support/push-browser.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser } from '#test/web/generations/users.ts';
import { Notifications } from '#web/account/notifications.tsx';
import { ReadyOffer } from '#web/generations/ready-offer.tsx';
import { noteSeen } from '#web/lib/notifications.ts';
import { keepDevice } from '#web/lib/push.ts';
import { leaveDevice } from '#web/lib/push-subscription.ts';

/** An API that knows the devices that it was told. */
function apiWithDevices(initialEmail: NotificationsReply['email'] = 'off') {
  let devices: NotificationsReply['devices'] = [];
  let email: NotificationsReply['email'] = initialEmail;
  const reply = () => ({ pushKey: 'the-key', devices, email });
  const api = fakeApi({
    getMe: () => freeUser,
    getNotifications: reply,
    addDevice: async ({ body }) => {
      devices = [{ id: await deviceIdOf(body.endpoint), createdAt: '2026-11-24T12:00:00.000Z' }];
      return reply();
    },
    removeDevice: ({ params }) => {
      devices = devices.filter(({ id }) => id !== params.deviceId);
      return undefined;
    },
    setEmailNotifications: ({ body }) => {
      email = body.isOn ? 'on' : 'off';
      return reply();
    },
    noteSeen: () => undefined,
  });
  return { api, count: () => devices.length };
}

const turnOn = () => page.getByRole('button', { name: 'Notify this device' });

test('a device gets notifications after the permission was given, until it is turned off', async () => {
  const { api, count } = apiWithDevices();
  const browser = pushBrowser();
  await renderInApp(<Notifications />);
  await turnOn().click();
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible();
  expect(browser.subscribe.mock.calls).toEqual([
    [{ userVisibleOnly: true, applicationServerKey: 'the-key' }],
  ]);
  expect(api.requests('addDevice')).toMatchObject([{ body: { endpoint: 'https://push.example/1' } }]);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByText('This device gets no notifications.')).toBeVisible();
  expect(browser.subscription()).toBeNull();
  expect(count()).toBe(0);
});

test('a device that could not be turned off still gets notifications, until it is turned off', async () => {
  const { api, count } = apiWithDevices();
  const browser = pushBrowser();
  await renderInApp(<Notifications />);
  await turnOn().click();
  api.answer({ removeDevice: () => problem('invalid_input') });
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByText('Notifications couldn’t be changed. Please try again.')).toBeVisible();
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible();
  expect(browser.subscription()).not.toBeNull();
  expect(count()).toBe(1);
});

test('a device that turned off only half-way is shown as off', async () => {
  const { count } = apiWithDevices();
  const browser = pushBrowser();
  await renderInApp(<Notifications />);
  await turnOn().click();
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible();
  const subscription = browser.subscription();
  if (!subscription) throw new Error('There is no subscription');
  vi.spyOn(subscription, 'unsubscribe').mockRejectedValueOnce(new Error('AbortError'));
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByText('This device gets no notifications.')).toBeVisible();
  expect(count()).toBe(0);
});

test('without the permission nothing is sent, and the page says what to do once it is blocked', async () => {
  const { api } = apiWithDevices();
  pushBrowser('denied');
  await renderInApp(<Notifications />);
  await expect.element(page.getByText(/^Your browser blocks notifications of this site\./)).toBeVisible();
  expect(api.requests('addDevice')).toEqual([]);
});

test('a device that its user blocks says so, and keeps the focus in its place', async () => {
  apiWithDevices();
  pushBrowser('denied');
  Object.assign(Notification, { permission: 'default' });
  await renderInApp(<Notifications />);
  await turnOn().click();
  const blocked = page.getByRole('status').filter({ hasText: /^Your browser blocks notifications/ });
  await expect.element(blocked).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Notifications' })).toHaveFocus();
});

test('a refusal of the server is shown, and nothing is turned on', async () => {
  const { api } = apiWithDevices();
  api.answer({ addDevice: () => problem('invalid_input') });
  pushBrowser();
  await renderInApp(<Notifications />);
  await turnOn().click();
  await expect.element(page.getByText('Notifications couldn’t be changed. Please try again.')).toBeVisible();
  await expect.element(turnOn()).toBeEnabled();
});

test('a service worker that could not be loaded is said, and the next press tries again', async () => {
  apiWithDevices();
  const { register } = pushBrowser();
  register.mockRejectedValueOnce(new TypeError('Failed to register a ServiceWorker'));
  await renderInApp(<Notifications />);
  await turnOn().click();
  const failed = page.getByText('Notifications couldn’t be changed. Please try again.');
  await expect.element(failed).toBeVisible();
  await turnOn().click();
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible();
  await expect.element(failed, { timeout: 2000 }).not.toBeInTheDocument();
});

test('while pictures are made, notifications are offered until the user declines', async () => {
  apiWithDevices();
  pushBrowser();
  await renderInApp(<ReadyOffer />);
  await page.getByRole('button', { name: 'No, thanks' }).click();
  expect(page.getByRole('button').elements()).toHaveLength(0);
  await renderInApp(<ReadyOffer />);
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('an accepted offer says what happens next', async () => {
  const { count } = apiWithDevices();
  pushBrowser();
  await renderInApp(<ReadyOffer />);
  await page.getByRole('button', { name: 'Tell me when it’s ready' }).click();
  await expect.element(page.getByText('This device will tell you when it’s ready.')).toBeVisible();
  expect(count()).toBe(1);
});

test('an email is off until somebody turns it on, and off again afterwards', async () => {
  const { api } = apiWithDevices();
  pushBrowser('denied');
  await renderInApp(<Notifications />);
  await expect.element(page.getByText('You get no emails.')).toBeVisible();
  await page.getByRole('button', { name: 'Email me' }).click();
  await expect
    .element(page.getByText(`If we can’t reach a device of yours, we email ${freeUser.email}.`))
    .toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByText('You get no emails.')).toBeVisible();
  expect(api.requests('setEmailNotifications').map(({ body }) => body)).toEqual([
    { isOn: true },
    { isOn: false },
  ]);
});

test('an email is turned on also when the first reply was lost', async () => {
  const { api } = apiWithDevices();
  const replies = [offline];
  api.answer({
    setEmailNotifications: () => replies.shift()?.() ?? { pushKey: 'the-key', devices: [], email: 'on' },
  });
  pushBrowser('denied');
  await renderInApp(<Notifications />);
  await page.getByRole('button', { name: 'Email me' }).click();
  await expect
    .element(page.getByText(`If we can’t reach a device of yours, we email ${freeUser.email}.`))
    .toBeVisible();
  expect(api.requests('setEmailNotifications')).toHaveLength(2);
});

test('a refused change of the email is shown, and nothing is turned on', async () => {
  const { api } = apiWithDevices();
  api.answer({ setEmailNotifications: () => problem('conflict') });
  pushBrowser('denied');
  await renderInApp(<Notifications />);
  await page.getByRole('button', { name: 'Email me' }).click();
  const failed = page.getByText('Notifications couldn’t be changed. Please try again.');
  await expect.element(failed).toBeVisible();
  await expect.element(page.getByText('You get no emails.')).toBeVisible();
  api.answer({ setEmailNotifications: () => ({ pushKey: 'the-key', devices: [], email: 'on' }) });
  await page.getByRole('button', { name: 'Email me' }).click();
  await expect.element(page.getByText(/^If we can’t reach a device of yours/)).toBeVisible();
  await expect.element(failed, { timeout: 2000 }).not.toBeInTheDocument();
});

test('where we can send no email, none is offered', async () => {
  apiWithDevices('unavailable');
  pushBrowser('denied');
  await renderInApp(<Notifications />);
  await expect.element(page.getByText(/^Your browser blocks notifications/)).toBeVisible();
  await renderInApp(<ReadyOffer />);
  expect(page.getByRole('button').elements()).toHaveLength(0);
});

test('while pictures are made, an email is offered if the device cannot get notifications', async () => {
  const { api } = apiWithDevices();
  pushBrowser('denied');
  await renderInApp(<ReadyOffer />);
  await page.getByRole('button', { name: 'Email me when it’s ready' }).click();
  await expect.element(page.getByText('We’ll email you when it’s ready.')).toBeVisible();
  expect(api.requests('setEmailNotifications')).toHaveLength(1);
});

test('what was seen is reported for users who get an email', async () => {
  const { api } = apiWithDevices('on');
  pushBrowser('denied');
  const { client } = await renderInApp(<Notifications />);
  await noteSeen(client);
  expect(api.requests('noteSeen')).toHaveLength(1);
});

test('the end of a session ends the subscription of its device', async () => {
  apiWithDevices();
  const browser = pushBrowser();
  await renderInApp(<Notifications />);
  await turnOn().click();
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible();
  await leaveDevice();
  expect(browser.subscription()).toBeNull();
});

test('the start of the app renews a lost subscription of its user, and ends that of another one', async () => {
  const { count } = apiWithDevices();
  const browser = pushBrowser();
  await renderInApp(<Notifications />);
  await turnOn().click();
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible();
  await browser.subscription()?.unsubscribe();
  await keepDevice(freeUser.userId);
  expect(browser.subscription()?.endpoint).toBe('https://push.example/2');
  expect(count()).toBe(1);
  await keepDevice('another-user');
  expect(browser.subscription()).toBeNull();
});

test('what was seen is reported for users with notifications, once the tab is visible', async () => {
  const { api } = apiWithDevices();
  const browser = pushBrowser();
  const { client } = await renderInApp(<Notifications />);
  await noteSeen(client);
  expect(api.requests('noteSeen')).toEqual([]);
  await turnOn().click();
  await expect.element(page.getByText('This device gets notifications.')).toBeVisible();
  expect(browser.subscribe).toHaveBeenCalledOnce();
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const noted = noteSeen(client);
  await expect.poll(() => api.requests('getNotifications')).toHaveLength(1);
  expect(api.requests('noteSeen')).toEqual([]);
  state.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await noted;
  expect(api.requests('noteSeen')).toHaveLength(1);
});
