import * as z from 'zod';
import { endSubscription } from './billing.ts';
import { createCustomer, requireCustomer } from './customers.ts';
import { type Engine, emit } from './engine.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import {
  given,
  inRange,
  integer,
  mergeMetadata,
  metadata,
  text,
  timeRange,
  unsettable,
} from './parameters.ts';
import { invalidRequest } from './stripe-error.ts';

const email = z
  .string()
  .max(512)
  .refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), { error: 'not an email address' });

/** Deletes a customer for good, and ends the subscriptions. Throws resource_missing. */
export const deleteCustomer = (engine: Engine, id: string) => {
  const customer = requireCustomer(engine, id);
  for (const subscription of engine.store.all('subscriptions')) {
    if (subscription.customer === id && subscription.status !== 'canceled') {
      endSubscription(engine, subscription, 'cancellation_requested');
    }
  }
  for (const card of engine.store.all('paymentMethods')) {
    if (card.customer === id) engine.store.put('paymentMethods', { ...card, customer: null });
  }
  engine.store.remove('customers', id);
  const deleted = { id, object: 'customer', deleted: true } as const;
  engine.store.put('deletedCustomers', deleted);
  emit(engine, 'customer.deleted', customer);
  return deleted;
};

export const customerOperations: Operation[] = [
  operation(
    'POST',
    '/v1/customers',
    {
      description: text.optional(),
      email: email.optional(),
      metadata: metadata.optional(),
      name: text.optional(),
      phone: text.optional(),
    },
    (engine, { metadata: labels, ...rest }) =>
      createCustomer(engine, { ...rest, metadata: mergeMetadata({}, labels) }),
  ),
  // Of Stripe's query language only `metadata['key']:'value'`; Stripe finds a new customer within a minute.
  operation('GET', '/v1/customers/search', { query: text }, (engine, { query }) => {
    const [, key, value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? [];
    if (key === undefined)
      throw invalidRequest(`This stand-in does not understand ${query}`, { param: 'query' });
    const data = engine.store.all('customers').filter((customer) => customer.metadata[key] === value);
    return { object: 'search_result', url: '/v1/customers/search', has_more: false, next_page: null, data };
  }),
  operation(
    'GET',
    '/v1/customers/:id',
    {},
    (engine, _params, id) => engine.store.find('deletedCustomers', id) ?? requireCustomer(engine, id),
  ),
  operation(
    'POST',
    '/v1/customers/:id',
    {
      balance: integer.optional(),
      description: unsettable(text).optional(),
      email: unsettable(email).optional(),
      invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
      metadata: metadata.optional(),
      name: unsettable(text).optional(),
      phone: unsettable(text).optional(),
    },
    (engine, { metadata: change, invoice_settings: settings, ...changes }, id) => {
      const before = requireCustomer(engine, id);
      const method = settings?.default_payment_method;
      if (method !== undefined && engine.store.find('paymentMethods', method)?.customer !== id) {
        throw invalidRequest(
          `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
          { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
        );
      }
      const customer = engine.store.put('customers', {
        ...before,
        ...given(changes),
        invoice_settings: {
          ...before.invoice_settings,
          ...(method !== undefined && { default_payment_method: method }),
        },
        metadata: mergeMetadata(before.metadata, change),
      });
      emit(engine, 'customer.updated', customer, before);
      return customer;
    },
  ),
  listOperation(
    '/v1/customers',
    'customer',
    { created: timeRange.optional(), email: text.optional() },
    (engine, { created, email: wanted }) =>
      engine.store
        .all('customers')
        .filter(
          (customer) =>
            inRange(customer.created, created) && (wanted === undefined || customer.email === wanted),
        ),
  ),
  operation('DELETE', '/v1/customers/:id', {}, (engine, _params, id) => deleteCustomer(engine, id)),
];
