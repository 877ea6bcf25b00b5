import * as z from 'zod';
import { makePrice, makeProduct, requirePrice } from './catalogue.ts';
import { type Engine, emit } from './engine.ts';
import type { Product } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import {
  boolean,
  given,
  inRange,
  mergeMetadata,
  metadata,
  nonNegative,
  positive,
  text,
  timeRange,
  unsettable,
  url,
} from './parameters.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

const requireProduct = (engine: Engine, id: string, param?: string): Product => {
  const product = engine.store.find('products', id);
  if (!product) throw resourceMissing('product', id, param);
  return product;
};

/** The only currency, in any case of letters. */
export const currency = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['gbp'], { error: 'the local Stripe supports gbp only' }));

export const recurring = z
  .strictObject({
    interval: z.enum(['day', 'week', 'month', 'year']),
    interval_count: positive.optional(),
    usage_type: z.enum(['licensed']).optional(),
  })
  .transform(({ interval, interval_count = 1 }) => ({ interval, interval_count }));

const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified']);

/** Takes a lookup key away from another price if `transfer` is set. Throws if another price has it and it is not. */
const claimLookupKey = (engine: Engine, key: string, transfer: boolean, mine?: string): void => {
  const holder = engine.store.all('prices').find(({ id, lookup_key }) => lookup_key === key && id !== mine);
  if (!holder) return;
  if (!transfer) {
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
  const freed = engine.store.put('prices', { ...holder, lookup_key: null });
  emit(engine, 'price.updated', freed, holder);
};

const productOperations: Operation[] = [
  operation(
    'POST',
    '/v1/products',
    {
      id: text.optional(),
      name: text,
      active: boolean.optional(),
      description: text.optional(),
      images: z.array(url).max(8).optional(),
      metadata: metadata.optional(),
      statement_descriptor: text.optional(),
      tax_code: text.optional(),
      unit_label: text.optional(),
      url: url.optional(),
    },
    (
      engine,
      { images, metadata: labels, statement_descriptor, tax_code, unit_label, url: page, ...rest },
    ) => {
      if (rest.id !== undefined && engine.store.find('products', rest.id)) {
        throw invalidRequest(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
      }
      const product = engine.store.put('products', {
        ...makeProduct(engine, { ...rest, metadata: mergeMetadata({}, labels) }),
        images: images ?? [],
        statement_descriptor: statement_descriptor ?? null,
        tax_code: tax_code ?? null,
        unit_label: unit_label ?? null,
        url: page ?? null,
      });
      emit(engine, 'product.created', product);
      return product;
    },
  ),
  operation('GET', '/v1/products/:id', {}, (engine, _params, id) => requireProduct(engine, id)),
  operation(
    'POST',
    '/v1/products/:id',
    {
      active: boolean.optional(),
      default_price: text.optional(),
      description: unsettable(text).optional(),
      images: unsettable(z.array(url).max(8)).optional(),
      metadata: metadata.optional(),
      name: text.optional(),
      statement_descriptor: text.optional(),
      tax_code: unsettable(text).optional(),
      unit_label: unsettable(text).optional(),
      url: unsettable(url).optional(),
    },
    (engine, { metadata: change, images, ...changes }, id) => {
      const before = requireProduct(engine, id);
      if (changes.default_price !== undefined) requirePrice(engine, changes.default_price, 'default_price');
      const product = engine.store.put('products', {
        ...before,
        ...given(changes),
        ...(images !== undefined && { images: images ?? [] }),
        metadata: mergeMetadata(before.metadata, change),
        updated: engine.seconds(),
      });
      emit(engine, 'product.updated', product, before);
      return product;
    },
  ),
  listOperation(
    '/v1/products',
    'product',
    {
      active: boolean.optional(),
      created: timeRange.optional(),
      ids: z.array(text).optional(),
      url: text.optional(),
    },
    (engine, { active, created, ids, url: page }) =>
      engine.store
        .all('products')
        .filter(
          (product) =>
            (active === undefined || product.active === active) &&
            inRange(product.created, created) &&
            (ids === undefined || ids.includes(product.id)) &&
            (page === undefined || product.url === page),
        ),
  ),
];

const priceOperations: Operation[] = [
  operation(
    'POST',
    '/v1/prices',
    {
      active: boolean.optional(),
      billing_scheme: z.enum(['per_unit']).optional(),
      currency,
      lookup_key: z.string().min(1).max(200).optional(),
      metadata: metadata.optional(),
      nickname: text.optional(),
      product: text.optional(),
      product_data: z
        .strictObject({
          id: text.optional(),
          name: text,
          active: boolean.optional(),
          metadata: metadata.optional(),
        })
        .optional(),
      recurring: recurring.optional(),
      tax_behavior: taxBehavior.optional(),
      transfer_lookup_key: boolean.optional(),
      unit_amount: nonNegative,
    },
    (engine, params) => {
      const { product, product_data: inline, lookup_key: lookupKey } = params;
      if ((product === undefined) === (inline === undefined)) {
        throw invalidRequest(
          product === undefined
            ? 'Missing required param: product.'
            : 'You may only specify one of these parameters: product, product_data.',
          product === undefined ? { code: 'parameter_missing', param: 'product' } : { param: 'product_data' },
        );
      }
      if (lookupKey !== undefined) claimLookupKey(engine, lookupKey, params.transfer_lookup_key ?? false);
      let owner: Product;
      if (inline) {
        owner = engine.store.put(
          'products',
          makeProduct(engine, { ...inline, metadata: mergeMetadata({}, inline.metadata) }),
        );
        emit(engine, 'product.created', owner);
      } else {
        owner = requireProduct(engine, product ?? '', 'product');
      }
      const price = engine.store.put(
        'prices',
        makePrice(engine, {
          product: owner.id,
          currency: params.currency,
          unitAmount: params.unit_amount,
          recurring: params.recurring,
          active: params.active,
          lookupKey,
          nickname: params.nickname,
          taxBehavior: params.tax_behavior,
          metadata: mergeMetadata({}, params.metadata),
        }),
      );
      emit(engine, 'price.created', price);
      return price;
    },
  ),
  operation('GET', '/v1/prices/:id', {}, (engine, _params, id) => requirePrice(engine, id)),
  operation(
    'POST',
    '/v1/prices/:id',
    {
      active: boolean.optional(),
      lookup_key: unsettable(text).optional(),
      metadata: metadata.optional(),
      nickname: unsettable(text).optional(),
      tax_behavior: taxBehavior.optional(),
      transfer_lookup_key: boolean.optional(),
    },
    (engine, { metadata: change, transfer_lookup_key: transfer, ...changes }, id) => {
      const before = requirePrice(engine, id);
      if (changes.lookup_key) claimLookupKey(engine, changes.lookup_key, transfer ?? false, id);
      const price = engine.store.put('prices', {
        ...before,
        ...given(changes),
        metadata: mergeMetadata(before.metadata, change),
      });
      emit(engine, 'price.updated', price, before);
      return price;
    },
  ),
  listOperation(
    '/v1/prices',
    'price',
    {
      active: boolean.optional(),
      created: timeRange.optional(),
      currency: currency.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
      recurring: z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']).optional() }).optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    },
    (engine, { active = true, created, lookup_keys: keys, product, recurring: every, type }) =>
      engine.store.all('prices').filter(
        (price) =>
          // Inactive prices are listed only with `active=false`.
          price.active === active &&
          inRange(price.created, created) &&
          (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
          (product === undefined || price.product === product) &&
          (every?.interval === undefined || price.recurring?.interval === every.interval) &&
          (type === undefined || price.type === type),
      ),
  ),
];

export const catalogueOperations: Operation[] = [...productOperations, ...priceOperations];
