import * as z from 'zod';
import { makePrice, makeProduct, productName, requirePrice } from './catalogue.ts';
import { currency, recurring } from './catalogue-operations.ts';
import { expireCheckout } from './checkout.ts';
import { requireCustomer } from './customers.ts';
import { type Engine, randomLetters } from './engine.ts';
import type { CheckoutSession, LineItem, Price } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import {
  boolean,
  inRange,
  integer,
  mergeMetadata,
  metadata,
  nonNegative,
  positive,
  text,
  timeRange,
  url,
} from './parameters.ts';
import { invalidRequest, notImplemented, resourceMissing } from './stripe-error.ts';

/** Seconds until a session expires: 30 minutes to 24 hours (SessionCreateParams.expires_at); 24 hours by default. */
const longestLife = 86_400;
const shortestLife = 30 * 60;

export const requireSession = (engine: Engine, id: string): CheckoutSession => {
  const session = engine.store.find('checkoutSessions', id);
  if (!session) throw resourceMissing('checkout.session', id);
  return session;
};

const priceData = z.strictObject({
  currency,
  product: text.optional(),
  product_data: z
    .strictObject({ name: text, description: text.optional(), metadata: metadata.optional() })
    .optional(),
  recurring: recurring.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  unit_amount: nonNegative,
});

const lineItem = z.strictObject({
  metadata: metadata.optional(),
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: positive.optional(),
});

/** Adds a price that only one session uses. */
const inlinePrice = (engine: Engine, data: z.output<typeof priceData>, param: string): Price => {
  if (data.product !== undefined && !engine.store.find('products', data.product)) {
    throw resourceMissing('product', data.product, `${param}[product]`);
  }
  if (data.product === undefined && !data.product_data) {
    throw invalidRequest(`Missing required param: ${param}[product_data].`, {
      code: 'parameter_missing',
      param: `${param}[product_data]`,
    });
  }
  const product =
    data.product ??
    engine.store.put(
      'products',
      makeProduct(engine, {
        name: data.product_data?.name ?? '',
        description: data.product_data?.description,
        active: false,
        metadata: mergeMetadata({}, data.product_data?.metadata),
      }),
    ).id;
  return engine.store.put(
    'prices',
    makePrice(engine, {
      product,
      currency: data.currency,
      unitAmount: data.unit_amount,
      recurring: data.recurring,
      active: false,
      taxBehavior: data.tax_behavior,
      metadata: {},
    }),
  );
};

const makeLineItem = (
  engine: Engine,
  item: z.output<typeof lineItem>,
  index: number,
  mode: CheckoutSession['mode'],
): LineItem => {
  const param = `line_items[${index}]`;
  if ((item.price === undefined) === (item.price_data === undefined)) {
    throw invalidRequest(`You must specify either \`price\` or \`price_data\` for each line item.`, {
      param,
    });
  }
  const price = item.price_data
    ? inlinePrice(engine, item.price_data, `${param}[price_data]`)
    : requirePrice(engine, item.price ?? '', `${param}[price]`);
  if (item.price !== undefined && !price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param: `${param}[price]`,
    });
  }
  if (mode === 'payment' && price.type === 'recurring') {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: `${param}[price]` },
    );
  }
  if (mode === 'subscription' && price.type !== 'recurring') {
    throw notImplemented('one-time prices in `subscription` mode', `${param}[price]`);
  }
  if (item.quantity === undefined) {
    throw invalidRequest('Quantity is required. Add `quantity` to each line item.', {
      code: 'parameter_missing',
      param: `${param}[quantity]`,
    });
  }
  const amount = price.unit_amount * item.quantity;
  return {
    id: `li_${randomLetters(24)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: productName(engine, price),
    metadata: mergeMetadata({}, item.metadata),
    price,
    quantity: item.quantity,
  };
};

const creation = {
  adaptive_pricing: z.strictObject({ enabled: boolean }).optional(),
  allow_promotion_codes: boolean.optional(),
  allowed_payment_method_types: z
    .array(z.literal('card', { error: 'only cards are implemented' }))
    .min(1)
    .optional(),
  automatic_tax: z
    .strictObject({ enabled: z.literal('false', { error: 'taxes are not implemented' }) })
    .optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: url.optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  currency: currency.optional(),
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  expires_at: integer.optional(),
  invoice_creation: z.strictObject({ enabled: boolean }).optional(),
  line_items: z.array(lineItem).min(1).max(100),
  locale: text.optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'subscription']),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
    })
    .optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  submit_type: z.enum(['auto', 'pay', 'subscribe']).optional(),
  subscription_data: z
    .strictObject({ description: text.optional(), metadata: metadata.optional() })
    .optional(),
  success_url: url,
  ui_mode: z.enum(['hosted_page']).optional(),
};

export const checkoutOperations: Operation[] = [
  operation('POST', '/v1/checkout/sessions', creation, (engine, params) => {
    const { mode, customer, customer_email: email } = params;
    if (customer !== undefined) {
      requireCustomer(engine, customer, 'customer');
      if (email !== undefined) {
        throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
          code: 'parameters_exclusive',
          param: 'customer_email',
        });
      }
    }
    const misplaced =
      mode === 'subscription'
        ? (['payment_intent_data', 'customer_creation', 'invoice_creation', 'submit_type'] as const)
        : (['subscription_data', 'payment_method_collection'] as const);
    for (const name of misplaced) {
      if (params[name] === undefined) continue;
      throw invalidRequest(`You can not pass \`${name}\` in \`${mode}\` mode.`, { param: name });
    }
    const nowReal = Math.floor(engine.realNow() / 1000);
    const expiresAt = params.expires_at ?? nowReal + longestLife;
    if (expiresAt < nowReal + shortestLife || expiresAt > nowReal + longestLife) {
      throw invalidRequest(
        expiresAt > nowReal
          ? 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.'
          : 'Timestamp must be in the future.',
        { param: 'expires_at' },
      );
    }
    const lineItems = params.line_items.map((item, index) => makeLineItem(engine, item, index, mode));
    if (mode === 'subscription' && lineItems.length > 1) {
      throw notImplemented('subscriptions with several items', 'line_items');
    }
    const total = lineItems.reduce((sum, { amount_total: amount }) => sum + amount, 0);
    const id = `cs_test_${randomLetters(58)}`;
    const { payment_intent_data: payment, subscription_data: subscription } = params;
    engine.store.put('checkoutPlans', {
      id,
      lineItems,
      subscriptionData: {
        description: subscription?.description ?? null,
        metadata: mergeMetadata({}, subscription?.metadata),
      },
      paymentIntentData: {
        description: payment?.description ?? null,
        metadata: mergeMetadata({}, payment?.metadata),
        keepCard: payment?.setup_future_usage !== undefined,
      },
      expiresOnClock: engine.seconds() + expiresAt - nowReal,
    });
    return engine.store.put('checkoutSessions', {
      id,
      object: 'checkout.session',
      // The default is the dashboard's setting: here it is turned on.
      adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
      after_expiration: null,
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      amount_subtotal: total,
      amount_total: total,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      billing_address_collection: params.billing_address_collection ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      client_secret: null,
      collected_information: null,
      consent: null,
      consent_collection: null,
      created: engine.seconds(),
      currency: 'gbp',
      currency_conversion: null,
      custom_fields: [],
      custom_text: {
        after_submit: null,
        shipping_address: null,
        submit: null,
        terms_of_service_acceptance: null,
      },
      customer: customer ?? null,
      customer_account: null,
      customer_creation:
        customer === undefined
          ? (params.customer_creation ?? (mode === 'subscription' ? 'always' : 'if_required'))
          : null,
      customer_details: null,
      customer_email: email ?? null,
      discounts: [],
      expires_at: expiresAt,
      integration_identifier: null,
      invoice: null,
      invoice_creation:
        mode === 'payment'
          ? {
              enabled: params.invoice_creation?.enabled ?? false,
              invoice_data: {
                account_tax_ids: null,
                custom_fields: null,
                description: null,
                footer: null,
                issuer: null,
                metadata: {},
                rendering_options: null,
              },
            }
          : null,
      livemode: false,
      locale: params.locale ?? null,
      managed_payments: null,
      metadata: mergeMetadata({}, params.metadata),
      mode,
      origin_context: null,
      payment_intent: null,
      payment_link: null,
      payment_method_collection:
        mode === 'subscription' ? (params.payment_method_collection ?? 'always') : null,
      payment_method_configuration_details: null,
      payment_method_options: {},
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      permissions: null,
      phone_number_collection: { enabled: false },
      recovered_from: null,
      saved_payment_method_options: null,
      setup_intent: null,
      shipping_address_collection: null,
      shipping_cost: null,
      shipping_options: [],
      status: 'open',
      submit_type: params.submit_type ?? null,
      subscription: null,
      success_url: params.success_url,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      ui_mode: 'hosted_page',
      url: `${engine.publicOrigin}/_local/stripe/checkout/${id}`,
      wallet_options: null,
    });
  }),
  operation('GET', '/v1/checkout/sessions/:id', {}, (engine, _params, id) => requireSession(engine, id)),
  listOperation(
    '/v1/checkout/sessions',
    'checkout.session',
    {
      created: timeRange.optional(),
      customer: text.optional(),
      payment_intent: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
      subscription: text.optional(),
    },
    (engine, { created, customer, payment_intent: intent, status, subscription }) =>
      engine.store
        .all('checkoutSessions')
        .filter(
          (session) =>
            inRange(session.created, created) &&
            (customer === undefined || session.customer === customer) &&
            (intent === undefined || session.payment_intent === intent) &&
            (status === undefined || session.status === status) &&
            (subscription === undefined || session.subscription === subscription),
        ),
  ),
  operation('POST', '/v1/checkout/sessions/:id/expire', {}, (engine, _params, id) =>
    expireCheckout(engine, requireSession(engine, id)),
  ),
];
