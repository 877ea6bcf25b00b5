import * as z from 'zod';
import { endSubscription, itemOf, setCancelAtPeriodEnd, switchPlan } from './billing.ts';
import { requirePrice } from './catalogue.ts';
import { type Engine, emit } from './engine.ts';
import type { Subscription } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import {
  boolean,
  inRange,
  integer,
  mergeMetadata,
  metadata,
  positive,
  text,
  timeRange,
  unsettable,
} from './parameters.ts';
import { invalidRequest, notImplemented, resourceMissing } from './stripe-error.ts';

const requireSubscription = (engine: Engine, id: string): Subscription => {
  const subscription = engine.store.find('subscriptions', id);
  if (!subscription) throw resourceMissing('subscription', id);
  return subscription;
};

const cancellationDetails = z
  .strictObject({
    comment: unsettable(text).optional(),
    feedback: unsettable(
      z.enum([
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ]),
    ).optional(),
  })
  .optional();

const withDetails = (
  subscription: Subscription,
  details: z.output<typeof cancellationDetails>,
): Subscription => {
  if (!details) return subscription;
  const before = subscription.cancellation_details;
  return {
    ...subscription,
    cancellation_details: {
      comment: details.comment === undefined ? (before?.comment ?? null) : details.comment,
      feedback: details.feedback === undefined ? (before?.feedback ?? null) : details.feedback,
      feedback_option: before?.feedback_option ?? null,
      reason: before?.reason ?? null,
    },
  };
};

const update = {
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  cancel_at_period_end: boolean.optional(),
  cancellation_details: cancellationDetails,
  default_payment_method: text.optional(),
  description: unsettable(text).optional(),
  items: z
    .array(z.strictObject({ id: text.optional(), price: text.optional(), quantity: positive.optional() }))
    .optional(),
  metadata: metadata.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).optional(),
  proration_date: integer.optional(),
};

/** Changes fields that do not affect billing. */
const describe = (
  engine: Engine,
  before: Subscription,
  params: z.output<z.ZodObject<typeof update>>,
): Subscription => {
  const { default_payment_method: method, description } = params;
  if (method !== undefined && engine.store.find('paymentMethods', method)?.customer !== before.customer) {
    throw resourceMissing('PaymentMethod', method, 'default_payment_method');
  }
  const after = withDetails(
    {
      ...before,
      default_payment_method: method ?? before.default_payment_method,
      description: description === undefined ? before.description : description,
      metadata: mergeMetadata(before.metadata, params.metadata),
    },
    params.cancellation_details,
  );
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  engine.store.put('subscriptions', after);
  emit(engine, 'customer.subscription.updated', after, before);
  return after;
};

export const subscriptionOperations: Operation[] = [
  operation('GET', '/v1/subscriptions/:id', {}, (engine, _params, id) => requireSubscription(engine, id)),
  operation('POST', '/v1/subscriptions/:id', update, (engine, params, id) => {
    const before = requireSubscription(engine, id);
    const { items, cancel_at_period_end: cancel } = params;
    if (before.status === 'canceled' && (items || cancel !== undefined || params.default_payment_method)) {
      throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', {
        code: 'invalid_canceled_subscription_fields',
      });
    }
    if (cancel !== undefined && before.schedule !== null) {
      throw invalidRequest(
        `The subscription is managed by the subscription schedule \`${before.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
        { param: 'cancel_at_period_end' },
      );
    }
    let subscription = before;
    if (cancel !== undefined) subscription = setCancelAtPeriodEnd(engine, subscription, cancel);
    subscription = describe(engine, subscription, params);
    const item = itemOf(subscription);
    const [wanted, ...others] = items ?? [];
    if (others.length > 0) throw notImplemented('subscriptions with several items', 'items');
    if (wanted && wanted.id === undefined) {
      throw wanted.price === item.price.id
        ? invalidRequest(
            `The price \`${item.price.id}\` is already used by the subscription item \`${item.id}\`; give its id.`,
            { param: 'items[0][price]' },
          )
        : notImplemented(
            'subscriptions with several items: give the id of the item to change',
            'items[0][id]',
          );
    }
    if (wanted && wanted.id !== item.id) {
      throw resourceMissing('subscription_item', wanted.id ?? '', 'items[0][id]');
    }
    const anchor = params.billing_cycle_anchor?.type ?? 'unchanged';
    if (!wanted && anchor === 'unchanged') return subscription;
    return switchPlan(engine, subscription, {
      price: wanted?.price === undefined ? item.price : requirePrice(engine, wanted.price, 'items[0][price]'),
      quantity: wanted?.quantity,
      proration: params.proration_behavior ?? 'create_prorations',
      anchor,
      prorationDate: params.proration_date,
      errorIfIncomplete: params.payment_behavior === 'error_if_incomplete',
    });
  }),
  operation(
    'DELETE',
    '/v1/subscriptions/:id',
    {
      cancellation_details: cancellationDetails,
      invoice_now: z.literal('false').optional(),
      prorate: z.literal('false').optional(),
    },
    (engine, { cancellation_details: details }, id) => {
      const subscription = requireSubscription(engine, id);
      // Stripe answers as if a canceled subscription did not exist.
      if (subscription.status === 'canceled') throw resourceMissing('subscription', id);
      return endSubscription(
        engine,
        engine.store.put('subscriptions', withDetails(subscription, details)),
        'cancellation_requested',
      );
    },
  ),
  listOperation(
    '/v1/subscriptions',
    'subscription',
    {
      created: timeRange.optional(),
      current_period_end: timeRange.optional(),
      customer: text.optional(),
      price: text.optional(),
      status: z.enum(['active', 'all', 'canceled', 'ended', 'incomplete', 'past_due']).optional(),
    },
    (engine, { created, current_period_end: end, customer, price, status }) =>
      engine.store.all('subscriptions').filter((subscription) => {
        const canceled = subscription.status === 'canceled';
        const item = itemOf(subscription);
        return (
          inRange(subscription.created, created) &&
          inRange(item.current_period_end, end) &&
          (customer === undefined || subscription.customer === customer) &&
          (price === undefined || item.price.id === price) &&
          (status === 'all' ||
            (status === undefined
              ? !canceled
              : status === 'ended'
                ? canceled
                : subscription.status === status))
        );
      }),
  ),
];
