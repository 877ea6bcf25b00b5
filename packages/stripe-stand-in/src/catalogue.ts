import { type Engine, newId } from './engine.ts';
import type { Plan, Price, Product } from './objects.ts';
import { resourceMissing } from './stripe-error.ts';

/** Products and prices. */

export interface NewProduct {
  id?: string | undefined;
  name: string;
  active?: boolean | undefined;
  description?: string | undefined;
  metadata: Record<string, string>;
}

export const makeProduct = (engine: Engine, wanted: NewProduct): Product => ({
  id: wanted.id ?? newId('prod'),
  object: 'product',
  active: wanted.active ?? true,
  created: engine.seconds(),
  default_price: null,
  description: wanted.description ?? null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: wanted.metadata,
  name: wanted.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: engine.seconds(),
  url: null,
});

export interface NewPrice {
  product: string;
  currency: string;
  /** Pence for gbp. */
  unitAmount: number;
  recurring?: { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number } | undefined;
  active?: boolean | undefined;
  lookupKey?: string | undefined;
  nickname?: string | undefined;
  taxBehavior?: 'exclusive' | 'inclusive' | 'unspecified' | undefined;
  metadata: Record<string, string>;
}

export const makePrice = (engine: Engine, wanted: NewPrice): Price => ({
  id: newId('price'),
  object: 'price',
  active: wanted.active ?? true,
  billing_scheme: 'per_unit',
  created: engine.seconds(),
  currency: wanted.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: wanted.lookupKey ?? null,
  metadata: wanted.metadata,
  nickname: wanted.nickname ?? null,
  product: wanted.product,
  recurring: wanted.recurring
    ? { ...wanted.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' }
    : null,
  tax_behavior: wanted.taxBehavior ?? 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: wanted.recurring ? 'recurring' : 'one_time',
  unit_amount: wanted.unitAmount,
  unit_amount_decimal: String(wanted.unitAmount),
});

/** Returns the price. Throws resource_missing for `param`. */
export const requirePrice = (engine: Engine, id: string, param?: string): Price => {
  const price = engine.store.find('prices', id);
  if (!price) throw resourceMissing('price', id, param);
  return price;
};

export const productName = (engine: Engine, price: Price): string =>
  engine.store.find('products', price.product)?.name ?? price.nickname ?? price.id;

/** The older form of a recurring price, which subscription items still contain. */
export const planOf = (price: Price): Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});
