import {
  endSubscription,
  itemOf,
  type PlanSwitch,
  releaseSchedule,
  retryInvoice,
  schedulePlan,
  setCancelAtPeriodEnd,
  switchPlan,
} from './billing.ts';
import { replaceCard } from './cards.ts';
import { requirePrice } from './catalogue.ts';
import type { Engine } from './engine.ts';
import type { PortalConfiguration, PortalSession, Price, Subscription } from './objects.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

/** Actions of a customer in the hosted portal, as far as its configuration allows them. */

export const configurationOf = (engine: Engine, session: PortalSession): PortalConfiguration => {
  const configuration = engine.store.find('portalConfigurations', session.configuration);
  if (!configuration) throw resourceMissing('billing portal configuration', session.configuration);
  return configuration;
};

/** The customer's subscriptions that are not over, newest first. */
export const liveSubscriptions = (engine: Engine, customer: string): Subscription[] =>
  engine.store
    .all('subscriptions')
    .filter((subscription) => subscription.customer === customer && subscription.status !== 'canceled')
    .toReversed();

/** The prices that the portal lets a subscription switch to. */
export const offeredPrices = (
  engine: Engine,
  configuration: PortalConfiguration,
  subscription: Subscription,
): Price[] => {
  const { subscription_update: update } = configuration.features;
  if (!update.enabled || !update.default_allowed_updates.includes('price')) return [];
  return (update.products ?? [])
    .flatMap(({ prices }) => prices)
    .filter((id) => id !== itemOf(subscription).price.id)
    .map((id) => requirePrice(engine, id))
    .filter(({ active }) => active);
};

/** Whether a switch to `price` takes effect at the end of the period. */
export const waitsForPeriodEnd = (
  configuration: PortalConfiguration,
  subscription: Subscription,
  price: Price,
): boolean =>
  configuration.features.subscription_update.schedule_at_period_end.conditions.some(
    ({ type }) =>
      type === 'decreasing_item_amount' && price.unit_amount < itemOf(subscription).price.unit_amount,
  );

/** The fields of a form: `action` and its object. */
export type PortalAction = Record<string, string>;

const subscriptionFor = (engine: Engine, session: PortalSession, id: string | undefined): Subscription => {
  const found = liveSubscriptions(engine, session.customer).find((one) => one.id === id);
  if (!found) throw resourceMissing('subscription', id ?? '');
  return found;
};

const forbidden = (): Error => invalidRequest('The configuration of this portal does not allow that.');

const cancel = (engine: Engine, configuration: PortalConfiguration, subscription: Subscription): string => {
  const { enabled, mode } = configuration.features.subscription_cancel;
  if (!enabled) throw forbidden();
  if (mode === 'immediately') {
    endSubscription(engine, subscription, 'cancellation_requested');
    return 'Your subscription has ended.';
  }
  if (subscription.schedule !== null) releaseSchedule(engine, subscription.schedule, 'released');
  const free = engine.store.find('subscriptions', subscription.id) ?? subscription;
  setCancelAtPeriodEnd(engine, free, true);
  return 'Your subscription will end with this period.';
};

const switchTo = (
  engine: Engine,
  configuration: PortalConfiguration,
  subscription: Subscription,
  id: string | undefined,
): string => {
  const price = offeredPrices(engine, configuration, subscription).find((one) => one.id === id);
  if (!price) throw forbidden();
  if (waitsForPeriodEnd(configuration, subscription, price)) {
    schedulePlan(engine, subscription, price);
    return 'Your plan will change at the end of this period.';
  }
  if (subscription.schedule !== null) releaseSchedule(engine, subscription.schedule, 'released');
  const released = engine.store.find('subscriptions', subscription.id) ?? subscription;
  const { proration_behavior: proration, billing_cycle_anchor: anchor } =
    configuration.features.subscription_update;
  switchPlan(engine, setCancelAtPeriodEnd(engine, released, false), {
    price,
    // A configuration accepts only these values.
    proration: proration as PlanSwitch['proration'],
    anchor: anchor === 'now' ? 'now' : 'unchanged',
    errorIfIncomplete: true,
  });
  return 'Your plan has changed.';
};

/** Carries out a customer's action and returns a message for the page. Throws Stripe's errors. */
export const actInPortal = (engine: Engine, session: PortalSession, action: PortalAction): string => {
  const configuration = configurationOf(engine, session);
  const subscription = () => subscriptionFor(engine, session, action.subscription);
  switch (action.action) {
    case 'cancel':
      return cancel(engine, configuration, subscription());
    case 'resume':
      setCancelAtPeriodEnd(engine, subscription(), false);
      return 'Your subscription continues.';
    case 'keep': {
      const { schedule } = subscription();
      if (schedule !== null) releaseSchedule(engine, schedule, 'released');
      return 'Your plan stays the same.';
    }
    case 'switch':
      return switchTo(engine, configuration, subscription(), action.price);
    case 'card':
      if (!configuration.features.payment_method_update.enabled) throw forbidden();
      replaceCard(engine, session.customer, action.card === 'declines' ? 'declines' : 'good');
      return 'Your card has been changed.';
    case 'pay': {
      const invoice = engine.store.find('invoices', action.invoice ?? '');
      if (invoice?.customer !== session.customer) throw resourceMissing('invoice', action.invoice ?? '');
      return retryInvoice(engine, invoice).status === 'paid'
        ? 'The invoice is paid.'
        : 'Your card was declined.';
    }
    default:
      throw invalidRequest('Nothing was chosen.');
  }
};
