import { itemOf } from './billing.ts';
import { stateOfCard } from './cards.ts';
import type {
  Customer,
  Invoice,
  PaymentMethod,
  PortalConfiguration,
  Price,
  Subscription,
} from './objects.ts';
import { day, type Html, html, page, pounds, standIn } from './page.ts';

export interface PortalSubscription {
  subscription: Subscription;
  productName: string;
  /** The plan that is scheduled for the next period. */
  next: { price: Price; productName: string } | undefined;
  /** Plans to switch to. */
  offers: readonly { price: Price; productName: string; atPeriodEnd: boolean }[];
}

export interface PortalView {
  customer: Customer;
  configuration: PortalConfiguration;
  /** The flow that the session is limited to. */
  flow: string | undefined;
  subscriptions: readonly PortalSubscription[];
  card: PaymentMethod | undefined;
  /** Newest first. */
  invoices: readonly Invoice[];
  returnUrl: string | null;
  /** Message about the last action. */
  done: string | undefined;
  problem: string | undefined;
}

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const per = (price: Price): string => `${pounds(price.unit_amount)} / ${price.recurring?.interval ?? 'once'}`;

const subscriptionSection = (
  { subscription, productName, next, offers }: PortalSubscription,
  { configuration, flow }: PortalView,
): Html => {
  const item = itemOf(subscription);
  const end = day(item.current_period_end);
  const about = hidden('subscription', subscription.id);
  const state = [
    ...(subscription.status === 'past_due'
      ? [html`<p class="alert">The last payment failed. Change the card, then pay the open invoice.</p>`]
      : []),
    subscription.cancel_at_period_end
      ? html`<p class="alert">Ends on ${end}.</p>`
      : next
        ? html`<p class="note">Changes to ${next.productName} (${per(next.price)}) on ${end}.</p>`
        : html`<p class="quiet">Renews on ${end}.</p>`,
  ];
  const offer = ({ price, productName: name, atPeriodEnd }: PortalSubscription['offers'][number]): Html =>
    html`<form method="post">${about}${hidden('price', price.id)}<button class="second" name="action" value="switch">Switch to ${name} · ${per(price)}${atPeriodEnd && ` from ${end}`}</button></form>`;
  const showCancel = configuration.features.subscription_cancel.enabled && flow !== 'subscription_update';
  return html`<section aria-label="Subscription">
<div class="row"><h2>${productName}</h2><span class="amount">${per(item.price)}</span></div>
${state}
<div class="actions">
${subscription.cancel_at_period_end && html`<form method="post">${about}<button name="action" value="resume">Don’t cancel</button></form>`}
${next && html`<form method="post">${about}<button class="second" name="action" value="keep">Keep ${productName}</button></form>`}
${flow !== 'subscription_cancel' && offers.filter(({ price }) => price.id !== next?.price.id).map(offer)}
${showCancel && !subscription.cancel_at_period_end && html`<form method="post">${about}<button class="second" name="action" value="cancel">Cancel subscription</button></form>`}
</div>
</section>`;
};

const cardSection = (card: PaymentMethod | undefined): Html => html`<section aria-label="Card">
<h2>Card</h2>
<p>${
  card
    ? `Visa ending ${card.card.last4}, ${stateOfCard(card) === 'good' ? 'which pays' : 'which is declined when it is charged'}`
    : 'No card yet'
}</p>
<div class="actions">
<form method="post">${hidden('card', 'good')}<button class="second" name="action" value="card">Use a card that pays</button></form>
<form method="post">${hidden('card', 'declines')}<button class="second" name="action" value="card">Use a card that will be declined</button></form>
</div>
</section>`;

const invoiceRow = (invoice: Invoice): Html => html`<div class="row line">
<span><a href="${invoice.hosted_invoice_url ?? ''}">${invoice.number ?? 'Draft'}</a><br><span class="quiet">${day(invoice.created)}</span></span>
<span><span class="amount">${pounds(invoice.total)}</span><br><span class="quiet">${invoice.status}</span></span>
</div>
${invoice.status === 'open' && html`<form method="post">${hidden('invoice', invoice.id)}<button name="action" value="pay">Pay ${pounds(invoice.amount_remaining)} now</button></form>`}`;

const invoicesSection = (invoices: readonly Invoice[]): Html => html`<section aria-label="Invoices">
<h2>Invoices</h2>
${invoices.length > 0 ? invoices.map(invoiceRow) : html`<p class="quiet">No invoices yet.</p>`}
</section>`;

/** The page on which a customer manages a subscription. */
export const portalPage = (view: PortalView): string => {
  const { configuration, flow, returnUrl } = view;
  const { payment_method_update: cards, invoice_history: history } = configuration.features;
  return page(
    { title: 'Manage your subscription' },
    html`<h1>${configuration.business_profile.headline ?? 'Manage your subscription'}</h1>`,
    standIn,
    html`${view.done !== undefined && html`<p class="alert done" role="status">${view.done}</p>`}`,
    html`${view.problem !== undefined && html`<p class="alert" role="alert">${view.problem}</p>`}`,
    html`<p class="quiet">For ${view.customer.email ?? view.customer.id}</p>`,
    html`${
      flow !== 'payment_method_update' &&
      (view.subscriptions.length > 0
        ? view.subscriptions.map((one) => subscriptionSection(one, view))
        : html`<section><h2>No subscription</h2><p class="quiet">There is nothing to manage at the moment.</p></section>`)
    }`,
    html`${cards.enabled && (flow === undefined || flow === 'payment_method_update') && cardSection(view.card)}`,
    html`${history.enabled && flow === undefined && invoicesSection(view.invoices)}`,
    html`${returnUrl !== null && html`<div class="actions"><a class="button" href="${returnUrl}">Return</a></div>`}`,
  );
};

/** The page of an invoice. */
export const invoicePage = (invoice: Invoice): string =>
  page(
    { title: `Invoice ${invoice.number}` },
    html`<h1>Invoice ${invoice.number ?? ''}</h1>`,
    standIn,
    html`<section aria-label="Invoice">
<p class="quiet">${day(invoice.created)} · ${invoice.customer_email ?? invoice.customer} · ${invoice.status}</p>
${invoice.lines.data.map(({ description, amount }) => html`<div class="row"><span>${description ?? ''}</span><span class="amount">${pounds(amount)}</span></div>`)}
<div class="row total"><span>Total</span><span class="amount">${pounds(invoice.total)}</span></div>
${invoice.amount_due !== invoice.total && html`<div class="row"><span>Due after account balance</span><span class="amount">${pounds(invoice.amount_due)}</span></div>`}
</section>`,
  );
