import * as z from 'zod';
import { requirePrice } from './catalogue.ts';
import { requireCustomer } from './customers.ts';
import { type Engine, newId } from './engine.ts';
import type { PortalConfiguration } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import { boolean, mergeMetadata, metadata, nonNegative, text, unsettable, url } from './parameters.ts';
import { invalidRequest, resourceMissing } from './stripe-error.ts';

const requireConfiguration = (engine: Engine, id: string, param?: string): PortalConfiguration => {
  const configuration = engine.store.find('portalConfigurations', id);
  if (!configuration) throw resourceMissing('billing portal configuration', id, param);
  return configuration;
};

const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none']).optional();

const reasons = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
]);

const features = z.strictObject({
  customer_update: z
    .strictObject({
      allowed_updates: unsettable(
        z.array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])),
      ).optional(),
      enabled: boolean,
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: boolean }).optional(),
  payment_method_update: z.strictObject({ enabled: boolean }).optional(),
  subscription_cancel: z
    .strictObject({
      cancellation_reason: z
        .strictObject({ enabled: boolean, options: unsettable(z.array(reasons)) })
        .optional(),
      enabled: boolean,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['none']).optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      default_allowed_updates: unsettable(
        z.array(z.enum(['price', 'promotion_code', 'quantity'])),
      ).optional(),
      enabled: boolean,
      products: unsettable(
        z
          .array(
            z.strictObject({
              adjustable_quantity: z
                .strictObject({
                  enabled: boolean,
                  maximum: nonNegative.optional(),
                  minimum: nonNegative.optional(),
                })
                .optional(),
              prices: z.array(text).min(1),
              product: text,
            }),
          )
          .max(10),
      ).optional(),
      proration_behavior: prorationBehavior,
      schedule_at_period_end: z
        .strictObject({
          conditions: unsettable(
            z.array(z.strictObject({ type: z.enum(['decreasing_item_amount', 'shortening_interval']) })),
          ).optional(),
        })
        .optional(),
    })
    .optional(),
});

type Features = PortalConfiguration['features'];

const noFeatures: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: {
      enabled: false,
      feedback_options: null,
      options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
    },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: null,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

const mergeFeatures = (
  engine: Engine,
  before: Features,
  change: z.output<typeof features> | undefined,
): Features => {
  if (!change) return before;
  const { subscription_cancel: cancel, subscription_update: update } = change;
  for (const [index, { product, prices }] of (update?.products ?? []).entries()) {
    const param = `features[subscription_update][products][${index}]`;
    for (const price of prices) {
      const found = requirePrice(engine, price, `${param}[prices]`);
      if (found.product === product) continue;
      throw invalidRequest(`The price \`${price}\` does not belong to the product \`${product}\`.`, {
        param: `${param}[prices]`,
      });
    }
  }
  const merged: Features = {
    ...before,
    customer_update: {
      allowed_updates:
        change.customer_update?.allowed_updates === undefined
          ? before.customer_update.allowed_updates
          : (change.customer_update.allowed_updates ?? []),
      enabled: change.customer_update?.enabled ?? before.customer_update.enabled,
    },
    invoice_history: change.invoice_history ?? before.invoice_history,
    payment_method_update: { ...before.payment_method_update, ...change.payment_method_update },
    subscription_cancel: {
      ...before.subscription_cancel,
      ...(cancel && {
        enabled: cancel.enabled,
        mode: cancel.mode ?? before.subscription_cancel.mode,
        ...(cancel.cancellation_reason && {
          cancellation_reason: {
            ...before.subscription_cancel.cancellation_reason,
            enabled: cancel.cancellation_reason.enabled,
            options: cancel.cancellation_reason.options ?? [],
          },
        }),
      }),
    },
    subscription_update: {
      ...before.subscription_update,
      ...(update && {
        enabled: update.enabled,
        billing_cycle_anchor: update.billing_cycle_anchor ?? before.subscription_update.billing_cycle_anchor,
        default_allowed_updates:
          update.default_allowed_updates === undefined
            ? before.subscription_update.default_allowed_updates
            : (update.default_allowed_updates ?? []),
        products:
          update.products === undefined
            ? (before.subscription_update.products ?? null)
            : (update.products ?? []).map(({ adjustable_quantity: quantity, ...product }) => ({
                ...product,
                adjustable_quantity: {
                  enabled: quantity?.enabled ?? false,
                  maximum: quantity?.maximum ?? null,
                  minimum: quantity?.minimum ?? 1,
                },
              })),
        proration_behavior: update.proration_behavior ?? before.subscription_update.proration_behavior,
        schedule_at_period_end: {
          conditions:
            update.schedule_at_period_end?.conditions === undefined
              ? before.subscription_update.schedule_at_period_end.conditions
              : (update.schedule_at_period_end.conditions ?? []),
        },
      }),
    },
  };
  const { subscription_update: offer } = merged;
  if (offer.enabled && (!offer.products?.length || offer.default_allowed_updates.length === 0)) {
    throw invalidRequest(
      'When `features[subscription_update][enabled]` is true, `products` and `default_allowed_updates` are required.',
      { code: 'parameter_missing', param: 'features[subscription_update][products]' },
    );
  }
  return merged;
};

const businessProfile = z.strictObject({
  headline: unsettable(z.string().max(60)).optional(),
  privacy_policy_url: unsettable(url).optional(),
  terms_of_service_url: unsettable(url).optional(),
});

const mergeProfile = (
  before: PortalConfiguration['business_profile'],
  change: z.output<typeof businessProfile> | undefined,
): PortalConfiguration['business_profile'] => ({
  headline: change?.headline === undefined ? before.headline : change.headline,
  privacy_policy_url:
    change?.privacy_policy_url === undefined ? before.privacy_policy_url : change.privacy_policy_url,
  terms_of_service_url:
    change?.terms_of_service_url === undefined ? before.terms_of_service_url : change.terms_of_service_url,
});

const shared = {
  business_profile: businessProfile.optional(),
  default_return_url: unsettable(url).optional(),
  login_page: z.strictObject({ enabled: z.literal('false') }).optional(),
  metadata: metadata.optional(),
  name: unsettable(text).optional(),
};

const afterCompletion = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('portal_homepage') }),
  z.strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: url }) }),
]);

const flowData = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('payment_method_update'), after_completion: afterCompletion.optional() }),
  z.strictObject({
    type: z.literal('subscription_cancel'),
    after_completion: afterCompletion.optional(),
    subscription_cancel: z.strictObject({ subscription: text }),
  }),
  z.strictObject({
    type: z.literal('subscription_update'),
    after_completion: afterCompletion.optional(),
    subscription_update: z.strictObject({ subscription: text }),
  }),
]);

export const portalOperations: Operation[] = [
  operation('POST', '/v1/billing_portal/configurations', { ...shared, features }, (engine, params) =>
    engine.store.put('portalConfigurations', {
      id: newId('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: mergeProfile(
        { headline: null, privacy_policy_url: null, terms_of_service_url: null },
        params.business_profile,
      ),
      created: engine.seconds(),
      default_return_url: params.default_return_url ?? null,
      features: mergeFeatures(engine, noFeatures, params.features),
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: mergeMetadata({}, params.metadata),
      name: params.name ?? null,
      updated: engine.seconds(),
    }),
  ),
  operation(
    'POST',
    '/v1/billing_portal/configurations/:id',
    { ...shared, active: boolean.optional(), features: features.optional() },
    (engine, params, id) => {
      const before = requireConfiguration(engine, id);
      return engine.store.put('portalConfigurations', {
        ...before,
        active: params.active ?? before.active,
        business_profile: mergeProfile(before.business_profile, params.business_profile),
        default_return_url:
          params.default_return_url === undefined ? before.default_return_url : params.default_return_url,
        features: mergeFeatures(engine, before.features, params.features),
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        name: params.name === undefined ? before.name : params.name,
        updated: engine.seconds(),
      });
    },
  ),
  listOperation(
    '/v1/billing_portal/configurations',
    'billing portal configuration',
    { active: boolean.optional(), is_default: boolean.optional() },
    (engine, { active, is_default: isDefault }) =>
      engine.store
        .all('portalConfigurations')
        .filter(
          (one) =>
            (active === undefined || one.active === active) &&
            (isDefault === undefined || one.is_default === isDefault),
        ),
  ),
  operation(
    'POST',
    '/v1/billing_portal/sessions',
    {
      configuration: text.optional(),
      customer: text,
      flow_data: flowData.optional(),
      locale: text.optional(),
      return_url: url.optional(),
    },
    (engine, params) => {
      const customer = requireCustomer(engine, params.customer, 'customer');
      if (params.configuration === undefined) {
        throw invalidRequest(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
          { param: 'configuration' },
        );
      }
      const configuration = requireConfiguration(engine, params.configuration, 'configuration');
      if (!configuration.active) {
        throw invalidRequest('The configuration is not active.', { param: 'configuration' });
      }
      const flow = params.flow_data;
      const cancel = flow?.type === 'subscription_cancel' ? flow.subscription_cancel.subscription : undefined;
      const update = flow?.type === 'subscription_update' ? flow.subscription_update.subscription : undefined;
      const subscription = cancel ?? update;
      if (
        flow &&
        subscription !== undefined &&
        engine.store.find('subscriptions', subscription)?.customer !== customer.id
      ) {
        throw resourceMissing('subscription', subscription, `flow_data[${flow.type}][subscription]`);
      }
      const after = flow?.after_completion;
      const id = newId('bps');
      return engine.store.put('portalSessions', {
        id,
        object: 'billing_portal.session',
        configuration: configuration.id,
        created: engine.seconds(),
        customer: customer.id,
        customer_account: null,
        flow: flow
          ? {
              after_completion: {
                hosted_confirmation: null,
                redirect: after?.type === 'redirect' ? after.redirect : null,
                type: after?.type ?? 'portal_homepage',
              },
              customer_update: null,
              subscription_cancel: cancel === undefined ? null : { retention: null, subscription: cancel },
              subscription_pause: null,
              subscription_update: update === undefined ? null : { subscription: update },
              subscription_update_confirm: null,
              type: flow.type,
            }
          : null,
        livemode: false,
        locale: params.locale ?? null,
        on_behalf_of: null,
        return_url: params.return_url ?? configuration.default_return_url,
        url: `${engine.publicOrigin}/_local/stripe/portal/${id}`,
      });
    },
  ),
];
