import * as z from 'zod';
import { subscriptionOf } from './billing.ts';
import type { Engine } from './engine.ts';
import type { Invoice } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import { inRange, text, timeRange } from './parameters.ts';
import { resourceMissing } from './stripe-error.ts';

const requireInvoice = (engine: Engine, id: string): Invoice => {
  const invoice = engine.store.find('invoices', id);
  if (!invoice) throw resourceMissing('invoice', id);
  return invoice;
};

export const invoiceOperations: Operation[] = [
  operation('GET', '/v1/invoices/:id', {}, (engine, _params, id) => requireInvoice(engine, id)),
  listOperation(
    '/v1/invoices',
    'invoice',
    {
      created: timeRange.optional(),
      customer: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text.optional(),
    },
    (engine, { created, customer, status, subscription }) =>
      engine.store
        .all('invoices')
        .filter(
          (invoice) =>
            inRange(invoice.created, created) &&
            (customer === undefined || invoice.customer === customer) &&
            (status === undefined || invoice.status === status) &&
            (subscription === undefined || subscriptionOf(invoice) === subscription),
        ),
  ),
  listOperation(
    '/v1/invoice_payments',
    'invoice_payment',
    {
      created: timeRange.optional(),
      invoice: text.optional(),
      payment: z
        .strictObject({ payment_intent: text.optional(), type: z.enum(['payment_intent']) })
        .optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    },
    (engine, { created, invoice, payment, status }) =>
      engine.store
        .all('invoicePayments')
        .filter(
          (one) =>
            inRange(one.created, created) &&
            (invoice === undefined || one.invoice === invoice) &&
            (payment?.payment_intent === undefined ||
              one.payment.payment_intent === payment.payment_intent) &&
            (status === undefined || one.status === status),
        ),
  ),
];
