import { itemOf } from './billing.ts';
import { cardOf, stateOfCard } from './cards.ts';
import { productName } from './catalogue.ts';
import type { Engine } from './engine.ts';
import type { Charge, Customer, Event } from './objects.ts';
import { type Html, html, moment, page, pounds } from './page.ts';
import { liveSubscriptions } from './portal.ts';

/** Number of payments and events on the page; the newest are shown. */
const shown = 40;

const post = (
  action: string,
  fields: Record<string, string>,
  label: string,
): Html => html`<form method="post" action="/_local/stripe/${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="second">${label}</button></form>`;

const customerRow = (engine: Engine, customer: Customer): Html => {
  const card = cardOf(engine, customer);
  const subscriptions = liveSubscriptions(engine, customer.id).map((subscription) => {
    const { price, current_period_end: end } = itemOf(subscription);
    const next = subscription.cancel_at_period_end ? 'ends' : 'renews';
    return html`<div>${productName(engine, price)}, ${subscription.status.replace('_', ' ')}, ${next} ${moment(end)}</div>`;
  });
  const next = card && stateOfCard(card) === 'good' ? 'declines' : 'good';
  return html`<tr><td>${customer.email ?? customer.name ?? ''}<br><code>${customer.id}</code></td>
<td>${subscriptions.length > 0 ? subscriptions : '–'}</td>
<td>${card ? `•••• ${card.card.last4}` : 'none'}</td>
<td>${post('cards', { customer: customer.id, card: next }, next === 'good' ? 'Use a card that pays' : 'Use a card that is declined')}</td></tr>`;
};

const chargeRow = (charge: Charge): Html => html`<tr><td>${moment(charge.created)}</td>
<td class="amount">${pounds(charge.amount)}</td>
<td>${charge.disputed ? 'disputed' : charge.refunded ? 'refunded' : charge.amount_refunded > 0 ? `refunded ${pounds(charge.amount_refunded)}` : charge.status}</td>
<td><code>${charge.id}</code></td>
<td><div class="actions">${
  charge.paid &&
  !charge.disputed &&
  !charge.refunded && [
    post('refunds', { charge: charge.id }, 'Refund'),
    post('disputes', { charge: charge.id }, 'Dispute'),
  ]
}</div></td></tr>`;

const eventRow = (engine: Engine, event: Event): Html => {
  const deliveries = engine.store.all('deliveries').filter((delivery) => delivery.event === event.id);
  const state = deliveries.map(
    ({ state: now, attempts, lastAnswer }) =>
      html`<div>${now}${attempts > 0 && `, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}${lastAnswer !== undefined && `: ${lastAnswer}`}</div>`,
  );
  return html`<tr><td>${moment(event.created)}</td><td>${event.type}</td><td>${state.length > 0 ? state : 'no webhook'}</td>
<td>${post('events', { event: event.id }, 'Send again')}</td></tr>`;
};

const table = (
  title: string,
  columns: readonly string[],
  rows: readonly Html[],
  empty: string,
): Html => html`<section aria-label="${title}">
<h2>${title}</h2>
${
  rows.length > 0
    ? html`<div class="scroll"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
    : html`<p class="quiet">${empty}</p>`
}
</section>`;

/** The control page: clock, customers, payments and events. */
export const controlPage = (engine: Engine): string => {
  const { store } = engine;
  return page(
    { title: 'Local Stripe', wide: true },
    html`<h1>Local Stripe</h1>`,
    html`<p class="note">This replaces Stripe on this machine: the same API, no real money. Move the clock to see renewals, retries and cancellations.</p>`,
    html`<section aria-label="Clock">
<div class="row"><h2>Clock</h2><span class="amount">${moment(engine.seconds())} UTC</span></div>
<div class="actions">
${post('clock', { months: '1' }, 'A month ahead')}
${post('clock', { days: '1' }, 'A day ahead')}
${post('clock', { hours: '1' }, 'An hour ahead')}
</div>
<p class="quiet">The clock only moves forward.</p>
</section>`,
    table(
      'Customers',
      ['Customer', 'Subscription', 'Card', ''],
      store
        .all('customers')
        .toReversed()
        .map((customer) => customerRow(engine, customer)),
      'No customers yet.',
    ),
    table(
      'Payments',
      ['When', 'Amount', 'State', 'Charge', ''],
      store.all('charges').slice(-shown).toReversed().map(chargeRow),
      'No payments yet.',
    ),
    table(
      'Events',
      ['When', 'Event', 'Webhook', ''],
      store
        .all('events')
        .slice(-shown)
        .toReversed()
        .map((event) => eventRow(engine, event)),
      'No events yet.',
    ),
  );
};
