import { type Engine, emit, newId, randomLetters } from './engine.ts';
import type { Customer } from './objects.ts';
import { resourceMissing } from './stripe-error.ts';

export interface NewCustomer {
  email?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  phone?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

/** Adds a customer. */
export const createCustomer = (engine: Engine, wanted: NewCustomer): Customer => {
  const customer = engine.store.put('customers', {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: engine.seconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: wanted.description ?? null,
    discount: null,
    email: wanted.email ?? null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: wanted.metadata ?? {},
    name: wanted.name ?? null,
    next_invoice_sequence: 1,
    phone: wanted.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  });
  emit(engine, 'customer.created', customer);
  return customer;
};

/** Returns the customer. Throws resource_missing for `param`, also for a deleted customer. */
export const requireCustomer = (engine: Engine, id: string, param?: string): Customer => {
  const customer = engine.store.find('customers', id);
  if (!customer) throw resourceMissing('customer', id, param);
  return customer;
};
