import type { Engine } from './engine.ts';
import { listOf } from './objects.ts';
import type { Table } from './store.ts';
import { invalidRequest } from './stripe-error.ts';

/** `expand[]` replaces ids in a reply by their objects. */

/** By type of object: the paths of ids, and the tables of the objects that they identify. */
const references: Record<string, Record<string, Table>> = {
  'billing_portal.session': { configuration: 'portalConfigurations' },
  charge: { customer: 'customers', payment_intent: 'paymentIntents' },
  'checkout.session': {
    customer: 'customers',
    invoice: 'invoices',
    payment_intent: 'paymentIntents',
    subscription: 'subscriptions',
  },
  customer: { 'invoice_settings.default_payment_method': 'paymentMethods' },
  dispute: { charge: 'charges', payment_intent: 'paymentIntents' },
  invoice: {
    customer: 'customers',
    default_payment_method: 'paymentMethods',
    'parent.subscription_details.subscription': 'subscriptions',
  },
  invoice_payment: { invoice: 'invoices', 'payment.payment_intent': 'paymentIntents' },
  line_item: { 'pricing.price_details.price': 'prices', subscription: 'subscriptions' },
  payment_intent: { customer: 'customers', latest_charge: 'charges', payment_method: 'paymentMethods' },
  payment_method: { customer: 'customers' },
  price: { product: 'products' },
  product: { default_price: 'prices' },
  refund: { charge: 'charges', customer: 'customers', payment_intent: 'paymentIntents' },
  subscription: {
    customer: 'customers',
    default_payment_method: 'paymentMethods',
    latest_invoice: 'invoices',
    schedule: 'schedules',
  },
  subscription_schedule: { customer: 'customers', subscription: 'subscriptions' },
};

/** By type of object: lists that are included only if they are expanded. Newest first, except line items. */
const included: Record<string, Record<string, (engine: Engine, id: string) => object>> = {
  'checkout.session': {
    line_items: ({ store }, id) =>
      listOf(`/v1/checkout/sessions/${id}/line_items`, store.find('checkoutPlans', id)?.lineItems ?? []),
  },
  charge: {
    refunds: ({ store }, id) =>
      listOf(
        `/v1/charges/${id}/refunds`,
        store
          .all('refunds')
          .filter(({ charge }) => charge === id)
          .toReversed(),
      ),
  },
  customer: {
    subscriptions: ({ store }, id) =>
      listOf(
        `/v1/customers/${id}/subscriptions`,
        store
          .all('subscriptions')
          .filter(({ customer, status }) => customer === id && status !== 'canceled')
          .toReversed(),
      ),
  },
  invoice: {
    payments: ({ store }, id) =>
      listOf(
        `/v1/invoice_payments?invoice=${id}`,
        store
          .all('invoicePayments')
          .filter(({ invoice }) => invoice === id)
          .toReversed(),
      ),
  },
};

const deepest = 4;

type Hash = Record<string, unknown>;

const isHash = (value: unknown): value is Hash =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cannot = (path: string): Error =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });

interface Place {
  /** Type of the enclosing object. */
  type: string;
  id: string;
  /** Path from that object. */
  below: string[];
}

const expandPath = (
  engine: Engine,
  value: unknown,
  place: Place,
  names: string[],
  whole: string,
): unknown => {
  if (Array.isArray(value)) return value.map((one) => expandPath(engine, one, place, names, whole));
  if (!isHash(value)) {
    if (value === null || value === undefined) return value;
    throw cannot(whole);
  }
  const here: Place =
    typeof value.object === 'string' && value.object !== 'list'
      ? { type: value.object, id: String(value.id), below: [] }
      : place;
  const [name, ...rest] = names;
  if (name === undefined) return value;
  const below = value.object === 'list' ? here.below : [...here.below, name];
  const table = references[here.type]?.[below.join('.')];
  const include = included[here.type]?.[below.join('.')];
  let child = value[name];
  if (include) {
    child ??= include(engine, here.id);
  } else if (table) {
    if (typeof child === 'string') {
      child =
        engine.store.find(table, child) ??
        (table === 'customers' ? engine.store.find('deletedCustomers', child) : undefined) ??
        child;
    }
  } else if (rest.length === 0 || !(name in value)) {
    throw cannot(whole);
  }
  return {
    ...value,
    [name]: rest.length > 0 ? expandPath(engine, child, { ...here, below }, rest, whole) : child,
  };
};

/** The reply with every path of `expand` (`latest_invoice.payments`, `data.customer`) replaced. */
export const expandReply = (engine: Engine, reply: object, paths: readonly string[]): object =>
  paths.reduce<object>((value, path) => {
    const names = path.split('.');
    if (names.length > deepest + (names[0] === 'data' ? 1 : 0)) {
      throw invalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    return expandPath(engine, value, { type: '', id: '', below: [] }, names, path) as object;
  }, reply);
