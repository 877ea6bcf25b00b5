import { parseArgs } from 'node:util';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import Stripe from 'stripe';
import { brand } from '#shared/brand.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import {
  parseStripeSettings,
  type StripeSettings,
  stripeAddress,
  stripeEvents,
} from '#shared/stripe-settings.ts';
import { readOutputs } from './outputs.ts';

const usage = `Sets up a Stripe account for ${brand.name}: products, prices, customer portal and webhook endpoint from the
catalogue in shared/domain/plans.ts. Safe to run again, and to be run again after the catalogue changed.

Usage: npm run tool:setup-stripe -- --stage <name> [--site <another origin>]

  --stage    The stack that outputs.<name>.json describes; key and ids are kept in its secret
  --site     Further origins under which people reach the site
  --secret   Instead of a stage, with --site: the secret of a cloud on this machine

  STRIPE_SECRET_KEY   sk_… of the account; the first time, and when it was rolled
  STRIPE_API_BASE     Another origin of Stripe's API than https://api.stripe.com
`;

interface SetupRequest {
  readonly apiBase: string;
  readonly secretKey: string;
  /** Origins of the site; Stripe sends events to the first one. */
  readonly siteOrigins: readonly [string, ...string[]];
  /** The settings that an earlier run has stored. */
  readonly known: StripeSettings | undefined;
}

interface Offer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly pricePence: number;
  readonly isMonthly: boolean;
}

const namespace = brand.name.toLowerCase();
/** Marks our objects in an account that other software may use as well. */
const mark = { managedBy: namespace };

/** Creates missing objects in the Stripe account, updates those that differ, and returns the settings to store. */
export async function setUpStripe(request: SetupRequest): Promise<StripeSettings> {
  const { apiBase, secretKey, siteOrigins, known } = request;
  const stripe = new Stripe(secretKey, { ...stripeAddress(apiBase), telemetry: false });
  const plan = ({ id, name, creditsPerMonth, pricePence }: (typeof plans)['pro']) =>
    ensureOffer(stripe, {
      id: `plan_${id}`,
      name: `${brand.name} ${name}`,
      description: `${creditsPerMonth} credits every month`,
      pricePence,
      isMonthly: true,
    });
  const pack = ({ id, credits, pricePence }: (typeof topUpPacks)['SPECIAL_50']) =>
    ensureOffer(stripe, {
      id: `pack_${id.toLowerCase()}`,
      name: `${brand.name}: ${credits} credits`,
      description: `${credits} credits, paid once`,
      pricePence,
      isMonthly: false,
    });
  const offers = {
    plans: { starter: await plan(plans.starter), pro: await plan(plans.pro) },
    packs: {
      SPECIAL_50: await pack(topUpPacks.SPECIAL_50),
      REGULAR_100: await pack(topUpPacks.REGULAR_100),
      REGULAR_200: await pack(topUpPacks.REGULAR_200),
    },
  };
  return {
    apiBase,
    secretKey,
    siteOrigins: [...siteOrigins],
    ...offers,
    portalConfigurationId: await ensurePortal(stripe, siteOrigins[0], offers.plans, known),
    ...(await ensureWebhook(stripe, siteOrigins[0], known)),
  };
}

/** Products have our ids and prices have a lookup key, so that a later run finds them. */
async function ensureOffer(stripe: Stripe, offer: Offer): Promise<{ productId: string; priceId: string }> {
  const productId = `${namespace}_${offer.id}`;
  const { name, description } = offer;
  const product = await stripe.products.retrieve(productId).catch(absent);
  if (!product) await stripe.products.create({ id: productId, name, description, metadata: mark });
  else if (!product.active || product.name !== name || product.description !== description)
    await stripe.products.update(productId, { active: true, name, description });
  return { productId, priceId: await ensurePrice(stripe, productId, offer) };
}

/** A price cannot be changed: if the catalogue's differs, a new price replaces the old one, which is archived. */
async function ensurePrice(stripe: Stripe, product: string, offer: Offer): Promise<string> {
  const lookupKey = `${namespace}_${offer.id}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [former] = data;
  const fits =
    former?.product === product &&
    former.currency === 'gbp' &&
    former.unit_amount === offer.pricePence &&
    (former.recurring?.interval === 'month') === offer.isMonthly;
  if (former && fits) return former.id;
  const price = await stripe.prices.create({
    product,
    currency: 'gbp',
    unit_amount: offer.pricePence,
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    metadata: mark,
    ...(offer.isMonthly && { recurring: { interval: 'month' } }),
  });
  if (former) await stripe.prices.update(former.id, { active: false });
  return price.id;
}

/**
 * The portal lets people change plan and card, cancel and read invoices. An upgrade takes effect at once, a
 * downgrade or cancellation at the end of the paid month (readings 6).
 */
async function ensurePortal(
  stripe: Stripe,
  site: string,
  offers: StripeSettings['plans'],
  known: StripeSettings | undefined,
): Promise<string> {
  const settings: Stripe.BillingPortal.ConfigurationCreateParams = {
    name: brand.name,
    metadata: { ...mark, site },
    default_return_url: `${site}/credits`,
    business_profile: {
      headline: `${brand.name}: your plan and invoices`,
      privacy_policy_url: `${site}/privacy`,
      terms_of_service_url: `${site}/terms`,
    },
    features: {
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        products: Object.values(offers).map(({ productId, priceId }) => ({
          product: productId,
          prices: [priceId],
        })),
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      },
    },
  };
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const existing =
    data.find(({ id }) => id === known?.portalConfigurationId) ??
    data.find(({ metadata }) => metadata?.managedBy === namespace && metadata.site === site);
  const { id } = existing
    ? await stripe.billingPortal.configurations.update(existing.id, settings)
    : await stripe.billingPortal.configurations.create(settings);
  return id;
}

/**
 * Stripe shows an endpoint's secret only when it is created, so an endpoint without a stored secret is created
 * again.
 */
async function ensureWebhook(stripe: Stripe, site: string, known: StripeSettings | undefined) {
  const endpoint = { url: `${site}/api/stripe/webhook`, enabled_events: [...stripeEvents] };
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  // Another stack of ours may share the account, so only endpoints of this site are changed.
  const ours = data.filter(({ id, url }) => url === endpoint.url || id === known?.webhookEndpointId);
  const kept = ours.find(({ id, api_version }) => id === known?.webhookEndpointId && api_version === version);
  for (const { id } of ours) if (id !== kept?.id) await stripe.webhookEndpoints.del(id);
  if (kept && known) {
    await stripe.webhookEndpoints.update(kept.id, { ...endpoint, disabled: false });
    return { webhookEndpointId: kept.id, webhookSecret: known.webhookSecret };
  }
  const { id, secret } = await stripe.webhookEndpoints.create({
    ...endpoint,
    api_version: version,
    description: `${brand.name}: books payments and follows subscriptions`,
    metadata: mark,
  });
  if (!secret) throw new Error('Stripe did not tell the secret of the new webhook endpoint');
  return { webhookEndpointId: id, webhookSecret: secret };
}

/** Events have the same API version as the SDK. */
const version = Stripe.API_VERSION;

function absent(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined;
  throw error;
}

export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      secret: { type: 'string' },
      site: { type: 'string', multiple: true },
      help: { type: 'boolean', default: false },
    },
  });
  const outputs = values.stage === undefined ? undefined : readOutputs(values.stage);
  const SecretId = outputs?.StripeSecretArn ?? values.secret;
  const [first, ...more] = [...(outputs ? [outputs.SiteUrl] : []), ...(values.site ?? [])].map(
    (site) => new URL(site).origin,
  );
  if (values.help || SecretId === undefined || first === undefined) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const secrets = new SecretsManagerClient(outputs ? { region: outputs.region } : {});
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const known = parseStripeSettings(SecretString);
  const { STRIPE_SECRET_KEY: secretKey = known?.secretKey, STRIPE_API_BASE: apiBase } = process.env;
  if (!secretKey) throw new Error('STRIPE_SECRET_KEY is not set');
  const settings = await setUpStripe({
    apiBase: apiBase ?? known?.apiBase ?? 'https://api.stripe.com',
    secretKey,
    siteOrigins: [first, ...more],
    known,
  });
  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(settings) }));
  const { secretKey: _key, webhookSecret: _secret, ...shown } = settings;
  process.stdout.write(`Stripe is set up:\n${JSON.stringify(shown, null, 2)}\n`);
}
