import { type Device, readNotifications } from '#lambdas/accounts/notification-store.ts';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { readGeneration } from '#lambdas/generations/generation-store.ts';
import { readMenu } from '#lambdas/menus/menu-store.ts';
import type { Job } from '#lambdas/platform/job.ts';
import { listDueNotices, type Notice, returnNotice, takeNotice } from '#lambdas/platform/notice-store.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { composeNotice, type NoticeMessage } from './compose-notice.ts';
import { forgetDevices } from './forget-devices.ts';
import { sendMail } from './send-mail.ts';
import { sendPush } from './send-push.ts';

/**
 * Maximum time in milliseconds after the first end to wait for work that is still running, so that one message reports
 * all of it.
 */
const longestWait = 5 * 60_000;

/** Maximum number of attempts of a message that neither a push service nor SES accepted. */
const maxAttempts = 3;

/**
 * Milliseconds in which messages are started: even if no service answers, the last one ends before the reconciler's
 * time limit of 55 s.
 */
const beginsWithin = 20_000;

/** Notifies users who are away of what has ended, with one message for each user. */
export const sendNotices: Job<Notice> = {
  name: 'notices',
  list: () => listDueNotices(new Date()),
  handle: tell,
  describe: ({ userId }) => ({ userId }),
  atOnce: 20,
  beginsWithin,
};

async function tell(notice: Notice): Promise<void> {
  const { userId } = notice;
  const { devices, isMailed, seenAt } = await readNotifications(userId);
  if ((devices.length === 0 && !isMailed) || seenAt >= notice.changedAt)
    return void (await takeNotice(notice));
  const account = await getAccount(userId);
  if (!account || account.deletingAt !== undefined) return void (await takeNotice(notice));
  const age = Date.now() - Date.parse(notice.firstAt);
  if (account.credits.openGenerations > 0 && age < longestWait) return;
  // Removed before the message is sent (at-most-once delivery): a crash in between loses the message, but none is sent
  // twice.
  if (!(await takeNotice(notice))) return;
  const message = await compose(notice, seenAt);
  if (!message) return;
  const pushed = await push(userId, devices, message);
  if (pushed === 'sent') return;
  const isDone = isMailed ? await sendMail(account, message) : pushed !== 'failed';
  if (!isDone && notice.attempts < maxAttempts) await returnNotice(notice);
}

/** Composes the message from the present state: it leaves out what was deleted, was seen, or is still running. */
async function compose(
  { userId, generationIds, menuIds }: Notice,
  seenAt: string,
): Promise<NoticeMessage | undefined> {
  const [generations, menus] = await Promise.all([
    Promise.all([...generationIds].map((id) => readGeneration(userId, id))),
    Promise.all([...menuIds].map((id) => readMenu(userId, id))),
  ]);
  const isNew = ({ finishedAt }: { readonly finishedAt: string | null }) => (finishedAt ?? '') > seenAt;
  return composeNotice(
    generations.flatMap((generation) => (generation && isNew(generation) ? [generation] : [])),
    menus.flatMap((menu) => {
      if (menu?.state === 'done') return isNew(menu) ? [menu] : [];
      return menu?.state === 'paused' && menu.pausedFor !== 'customer' ? [menu] : [];
    }),
  );
}

/**
 * Sends a message to each device, and removes devices that are gone. Returns `sent` if at least one accepted it,
 * otherwise `failed` if a later attempt may succeed.
 */
async function push(
  userId: string,
  devices: readonly Device[],
  message: NoticeMessage,
): Promise<'sent' | 'failed' | 'no device'> {
  if (devices.length === 0) return 'no device';
  const text = JSON.stringify(message);
  const outcomes = await Promise.all(
    devices.map(async (device) => ({ id: device.id, outcome: await sendPush(device, text) })),
  );
  const idsOf = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  const gone = idsOf('gone');
  if (gone.length > 0) await forgetDevices(userId, gone);
  const [sent, failed] = [idsOf('sent').length, idsOf('failed').length];
  logger.info('Devices told', { sent, failed, gone: gone.length });
  if (sent > 0) return 'sent';
  return failed > 0 ? 'failed' : 'no device';
}
