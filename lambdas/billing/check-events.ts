import type { Job } from '#lambdas/platform/job.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';
import { type StripeAccount, stripeAccount } from '#lambdas/runtime/stripe.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { stripeEvents } from '#shared/stripe-settings.ts';
import {
  type EventCheck,
  readEventCheck,
  readPayment,
  saveEventCheck,
  wasEventHandled,
} from './billing-store.ts';
import { findOwner, idOf } from './find-owner.ts';
import { type HandledEvent, handleEvent, isHandled } from './receive-event.ts';

/** Seconds for which Stripe lists an event (docs.stripe.com/api/events). */
const listedFor = 30 * 24 * 3600;

/** Seconds for which an event is left to the webhook. */
const leftToWebhook = 10 * 60;

/** Seconds before the end of the last check from which events are listed again, in case Stripe listed one late. */
const overlap = 3600;

/**
 * Longest period in seconds whose events are listed at once. Stripe lists the newest first, and they are handled oldest
 * first; so a period with more events than a page is shortened to an eighth, until its first events fit.
 */
const listedAtOnce = 24 * 3600;

/** Events on a page, the most that Stripe lists at once (docs.stripe.com/api/events/list). */
const pageSize = 100;

/**
 * Milliseconds after which the check starts no further event. If Stripe does not answer, one event takes another 24 s,
 * and the reconciler must end within 55 s.
 */
const checkTime = 20_000;

/**
 * Handles once a day the events that the webhook has missed: its endpoint may be missing or disabled at Stripe, and
 * Stripe stops delivering an event after three days. An event that fails is tried again the next day. Progress is
 * saved after each period; an unfinished check continues a minute later.
 */
export const checkEvents: Job<EventCheck> = {
  name: 'stripe-events',
  list: async () => {
    const last = await readEventCheck();
    return last.day === nowIso().slice(0, 10) ? [] : [last];
  },
  handle: check,
  describe: ({ through }) => ({ through: String(through) }),
};

async function check({ through, firstFailed, day: checked }: EventCheck): Promise<void> {
  const day = nowIso().slice(0, 10);
  const account = await stripeAccount().catch((error: unknown) => {
    // There are no events while Stripe is not set up.
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!account) return saveEventCheck({ through, firstFailed: null, day });
  const stopAt = Date.now() + checkTime;
  const isTimeUp = () => Date.now() > stopAt;
  const now = Math.floor(Date.now() / 1000);
  const end = now - leftToWebhook;
  let from = Math.max(checked === '' ? through : through - overlap, now - listedFor);
  let failed = firstFailed ?? Number.POSITIVE_INFINITY;
  let length = listedAtOnce;
  while (from < end && !isTimeUp()) {
    const to = Math.min(from + length, end);
    const events = await listUnhandled(account, from, to);
    if (events === 'too_many') {
      length = Math.ceil((to - from) / 8);
      continue;
    }
    from = to;
    for (const event of events) {
      if (isTimeUp()) {
        from = event.created;
        break;
      }
      if (!(await handleMissed(account, event))) failed = Math.min(failed, event.created);
    }
    length = Math.min(length * 2, listedAtOnce);
    await saveEventCheck({ through: from, firstFailed: Number.isFinite(failed) ? failed : null, day: '' });
  }
  if (from >= end) await saveEventCheck({ through: Math.min(end, failed), firstFailed: null, day });
}

/**
 * Events created in [`from`, `to`) that have not been handled, oldest first; `too_many` if they do not fit on a page,
 * unless the period is a single second. Times are seconds since 1970.
 */
async function listUnhandled(
  { stripe }: StripeAccount,
  from: number,
  to: number,
): Promise<HandledEvent[] | 'too_many'> {
  const filter = { types: [...stripeEvents], created: { gte: from, lt: to }, limit: pageSize };
  const { data, has_more: hasMore } = await stripe.events.list(filter);
  if (hasMore && to - from > 1) return 'too_many';
  const listed = hasMore ? await stripe.events.list(filter).autoPagingToArray({ limit: 10_000 }) : data;
  const events: HandledEvent[] = [];
  for (let at = 0; at < listed.length; at += pageSize) {
    const page = listed.slice(at, at + pageSize).filter(isHandled);
    const handled = await Promise.all(page.map(({ id }) => wasEventHandled(id)));
    events.push(...page.filter((_event, index) => !handled[index]));
  }
  return events.reverse();
}

/** Handles an event that the webhook missed, and returns whether that succeeded. Never throws. */
async function handleMissed(account: StripeAccount, event: HandledEvent): Promise<boolean> {
  const about = { eventId: event.id, eventType: event.type };
  try {
    await handleEvent(account, event);
    if (await isOfUser(account, event)) {
      logger.warn('The webhook had missed an event', about);
      count('EventMissed');
    }
    return true;
  } catch (error) {
    logger.error('An event that the webhook had missed could not be handled', {
      ...about,
      error: error as Error,
    });
    count('EventMissed');
    return false;
  }
}

/** Whether an event concerns a user of this stack: other stacks and products may use the same Stripe account. */
async function isOfUser(account: StripeAccount, { data: { object } }: HandledEvent): Promise<boolean> {
  if ('customer' in object) {
    const customerId = idOf(object.customer);
    return customerId !== undefined && (await findOwner(account, customerId)) !== undefined;
  }
  const paymentIntentId = idOf(object.payment_intent);
  return paymentIntentId !== undefined && (await readPayment(paymentIntentId)) !== undefined;
}
