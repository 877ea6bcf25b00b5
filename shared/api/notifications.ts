import * as z from 'zod/mini';
import { maxDevices } from '#shared/domain/push-services.ts';
import type { Route } from './route.ts';

const deviceIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Invalid id'));

const tokenSchema = z.string().check(z.minLength(1), z.maxLength(200));

const notificationsSchema = z.object({
  /** The key that subscriptions name: an uncompressed point of P-256, base64url. */
  pushKey: z.string(),
  /** Devices that get notifications, oldest first; ids as `deviceIdOf` makes them. */
  devices: z.array(z.object({ id: z.string(), createdAt: z.string() })).check(z.maxLength(maxDevices)),
  /** Whether an e-mail follows when no device could be notified. */
  email: z.enum(['on', 'off', 'unavailable']),
});

export type Notifications = z.output<typeof notificationsSchema>;

export const notificationRoutes = {
  getNotifications: {
    method: 'GET',
    path: '/api/me/notifications',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'Which devices of the signed-in user get notifications that pictures are ready.',
    reply: notificationsSchema,
  },
  addDevice: {
    method: 'POST',
    path: '/api/me/devices',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: `Registers a browser for web push; at most ${maxDevices}, a further one replaces the oldest. Again is no error.`,
    body: z.lazy(() =>
      z.strictObject({
        /** Of a known push service. */
        endpoint: z.string().check(z.minLength(1), z.maxLength(1000)),
        keys: z.strictObject({
          p256dh: z.string().check(z.regex(/^[\w-]{87}$/, 'Invalid key')),
          auth: z.string().check(z.regex(/^[\w-]{22}$/, 'Invalid key')),
        }),
      }),
    ),
    reply: notificationsSchema,
  },
  removeDevice: {
    method: 'DELETE',
    path: '/api/me/devices/{deviceId}',
    access: 'user',
    owner: 'account',
    status: 204,
    summary: 'Tells a device no more. One that is unknown is no error.',
    params: z.strictObject({ deviceId: deviceIdSchema }),
  },
  removeOtherDevices: {
    method: 'DELETE',
    path: '/api/me/devices',
    access: 'user',
    owner: 'account',
    status: 204,
    summary:
      'After a change of the password: tells no device but the named one, and keeps earlier sign-ins from adding one.',
    query: z.strictObject({ kept: z.optional(deviceIdSchema) }),
  },
  setEmailNotifications: {
    method: 'PUT',
    path: '/api/me/notifications/email',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'Turns e-mails on or off that follow when no device could be notified that pictures are ready.',
    body: z.strictObject({ isOn: z.boolean() }),
    reply: notificationsSchema,
  },
  getUnsubscribePage: {
    method: 'GET',
    path: '/unsubscribe/{token}',
    access: 'public',
    owner: 'account',
    status: 200,
    summary:
      'The page that a link in such an e-mail opens; it asks first, because mail programs open links by themselves.',
    params: z.strictObject({ token: tokenSchema }),
    reply: 'html',
  },
  unsubscribe: {
    method: 'POST',
    path: '/unsubscribe/{token}',
    access: 'public',
    owner: 'account',
    status: 200,
    // A mail program tries once, and says nothing of a refusal.
    refusedFrom: 'never',
    summary: 'Turns such e-mails off, as a mail program does with one click (RFC 8058). Again is no error.',
    params: z.strictObject({ token: tokenSchema }),
    reply: 'html',
  },
  noteSeen: {
    method: 'POST',
    path: '/api/me/seen',
    access: 'user',
    owner: 'account',
    status: 204,
    summary: 'Notes that the signed-in user has seen everything that has ended so far: no message follows.',
  },
} as const satisfies Record<string, Route>;
