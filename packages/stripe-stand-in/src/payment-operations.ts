import * as z from 'zod';
import { listOperation, type Operation, operation } from './operation.ts';
import { inRange, integer, mergeMetadata, metadata, text, timeRange } from './parameters.ts';
import { chargeOf, refundCharge } from './payments.ts';
import { resourceMissing } from './stripe-error.ts';

export const paymentOperations: Operation[] = [
  operation('GET', '/v1/payment_intents/:id', {}, (engine, _params, id) => {
    const intent = engine.store.find('paymentIntents', id);
    if (!intent) throw resourceMissing('payment_intent', id);
    return intent;
  }),
  operation(
    'POST',
    '/v1/refunds',
    {
      amount: integer.optional(),
      charge: text.optional(),
      metadata: metadata.optional(),
      payment_intent: text.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    },
    (engine, { amount, charge, metadata: labels, payment_intent: intent, reason }) =>
      refundCharge(engine, chargeOf(engine, charge ?? intent ?? ''), amount, {
        reason: reason ?? null,
        metadata: mergeMetadata({}, labels),
      }),
  ),
  operation('GET', '/v1/refunds/:id', {}, (engine, _params, id) => {
    const refund = engine.store.find('refunds', id);
    if (!refund) throw resourceMissing('refund', id);
    return refund;
  }),
  listOperation(
    '/v1/refunds',
    'refund',
    { charge: text.optional(), created: timeRange.optional(), payment_intent: text.optional() },
    (engine, { charge, created, payment_intent: intent }) =>
      engine.store
        .all('refunds')
        .filter(
          (refund) =>
            inRange(refund.created, created) &&
            (charge === undefined || refund.charge === charge) &&
            (intent === undefined || refund.payment_intent === intent),
        ),
  ),
  operation('GET', '/v1/disputes/:id', {}, (engine, _params, id) => {
    const dispute = engine.store.find('disputes', id);
    if (!dispute) throw resourceMissing('dispute', id);
    return dispute;
  }),
  listOperation(
    '/v1/disputes',
    'dispute',
    { charge: text.optional(), created: timeRange.optional(), payment_intent: text.optional() },
    (engine, { charge, created, payment_intent: intent }) =>
      engine.store
        .all('disputes')
        .filter(
          (dispute) =>
            inRange(dispute.created, created) &&
            (charge === undefined || dispute.charge === charge) &&
            (intent === undefined || dispute.payment_intent === intent),
        ),
  ),
];
