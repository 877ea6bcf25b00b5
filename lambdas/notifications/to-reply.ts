import type { NotificationChoice } from '#lambdas/accounts/notification-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import type { Notifications } from '#shared/api/notifications.ts';
import { noMail } from '#shared/environment.ts';
import { pushKey } from './push-key.ts';

/** Translates a user's notification settings into the API's reply, with the public key for further devices. */
export async function toReply({ devices, isMailed }: NotificationChoice): Promise<Notifications> {
  const { publicKey } = await pushKey();
  const email = isMailed ? 'on' : 'off';
  return {
    pushKey: publicKey,
    devices: devices.map(({ id, createdAt }) => ({ id, createdAt })),
    email: readVariable('MAIL_FROM') === noMail ? 'unavailable' : email,
  };
}
