import * as z from 'zod';
import { retryInvoice, subscriptionOf } from './billing.ts';
import type { Engine } from './engine.ts';
import { paymentOf, voidInvoice } from './invoices.ts';
import type { Invoice } from './objects.ts';
import { listOperation, type Operation, operation, pageOf } from './operation.ts';
import { inRange, pagination, text, timeRange } from './parameters.ts';
import { cardDeclined } from './payments.ts';
import { searchOperation } from './search.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

const requireInvoice = (engine: Engine, id: string): Invoice => {
  const invoice = engine.store.find('invoices', id);
  if (!invoice) throw resourceMissing('invoice', id);
  return invoice;
};

export const invoiceOperations: Operation[] = [
  searchOperation('/v1/invoices/search', (engine) =>
    engine.store.all('invoices').map((invoice) => ({ ...invoice, subscription: subscriptionOf(invoice) })),
  ),
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
  operation('GET', '/v1/invoices/:id/lines', pagination, (engine, page, id) =>
    pageOf(`/v1/invoices/${id}/lines`, 'line item', requireInvoice(engine, id).lines.data.toReversed(), page),
  ),
  operation('POST', '/v1/invoices/:id/pay', {}, (engine, _params, id) => {
    const invoice = requireInvoice(engine, id);
    if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
    if (invoice.status !== 'open') {
      throw invalidRequest(`You can't pay an invoice that is in the \`${invoice.status}\` status.`);
    }
    const tried = retryInvoice(engine, invoice);
    const intent = paymentOf(engine, tried);
    // Returned, not thrown: the failed attempt stays on record.
    return tried.status !== 'paid' && intent ? cardDeclined(intent) : tried;
  }),
  operation('POST', '/v1/invoices/:id/void', {}, (engine, _params, id) => {
    const invoice = requireInvoice(engine, id);
    if (invoice.status !== 'open') {
      throw invalidRequest(`You can only void an open invoice. This invoice is ${invoice.status}.`);
    }
    return voidInvoice(engine, invoice);
  }),
  operation('GET', '/v1/invoice_payments/:id', {}, (engine, _params, id) => {
    const payment = engine.store.find('invoicePayments', id);
    if (!payment) throw resourceMissing('invoice_payment', id);
    return payment;
  }),
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
