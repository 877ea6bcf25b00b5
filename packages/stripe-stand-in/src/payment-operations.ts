import * as z from 'zod';
import type { Engine } from './engine.ts';
import type { Dispute } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import { inRange, mergeMetadata, metadata, positive, text, timeRange } from './parameters.ts';
import { chargeOf, closeDispute, refundCharge } from './payments.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

const requireDispute = (engine: Engine, id: string): Dispute => {
  const dispute = engine.store.find('disputes', id);
  if (!dispute) throw resourceMissing('dispute', id);
  return dispute;
};

export const paymentOperations: Operation[] = [
  operation('GET', '/v1/payment_intents/:id', {}, (engine, _params, id) => {
    const intent = engine.store.find('paymentIntents', id);
    if (!intent) throw resourceMissing('payment_intent', id);
    return intent;
  }),
  listOperation(
    '/v1/payment_intents',
    'payment_intent',
    { created: timeRange.optional(), customer: text.optional() },
    (engine, { created, customer }) =>
      engine.store
        .all('paymentIntents')
        .filter(
          (intent) =>
            inRange(intent.created, created) && (customer === undefined || intent.customer === customer),
        ),
  ),
  operation('GET', '/v1/charges/:id', {}, (engine, _params, id) => {
    const charge = engine.store.find('charges', id);
    if (!charge) throw resourceMissing('charge', id);
    return charge;
  }),
  listOperation(
    '/v1/charges',
    'charge',
    { created: timeRange.optional(), customer: text.optional(), payment_intent: text.optional() },
    (engine, { created, customer, payment_intent: intent }) =>
      engine.store
        .all('charges')
        .filter(
          (charge) =>
            inRange(charge.created, created) &&
            (customer === undefined || charge.customer === customer) &&
            (intent === undefined || charge.payment_intent === intent),
        ),
  ),
  operation(
    'POST',
    '/v1/refunds',
    {
      amount: positive.optional(),
      charge: text.optional(),
      metadata: metadata.optional(),
      payment_intent: text.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    },
    (engine, { amount, charge, metadata: labels, payment_intent: intent, reason }) => {
      const id = charge ?? intent;
      if (id === undefined) {
        throw invalidRequest(
          'One of the following params should be provided for this request: payment_intent or charge.',
          {
            code: 'parameter_missing',
            param: 'payment_intent',
          },
        );
      }
      return refundCharge(engine, chargeOf(engine, id), {
        amount,
        reason,
        metadata: mergeMetadata({}, labels),
      });
    },
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
  operation('GET', '/v1/disputes/:id', {}, (engine, _params, id) => requireDispute(engine, id)),
  operation('POST', '/v1/disputes/:id/close', {}, (engine, _params, id) =>
    closeDispute(engine, requireDispute(engine, id), 'lost'),
  ),
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
