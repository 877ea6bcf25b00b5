import type { CheckoutSession, Customer, LineItem } from './objects.ts';
import { day, type Html, html, page, pounds, standIn } from './page.ts';

const itemRow = ({
  description,
  price,
  quantity,
  amount_total: amount,
}: LineItem): Html => html`<div class="row">
<span>${quantity > 1 && `${quantity} × `}${description ?? ''}</span>
<span class="amount">${pounds(amount)}${price.recurring && ` / ${price.recurring.interval}`}</span>
</div>`;

export interface CheckoutView {
  session: CheckoutSession;
  lineItems: readonly LineItem[];
  customer: Customer | undefined;
  /** Why the last attempt failed. */
  problem: string | undefined;
  /** Time of a subscription's first renewal, in seconds. */
  renewsOn: number;
}

/** The page on which a session is paid. */
export const checkoutPage = ({ session, lineItems, customer, problem, renewsOn }: CheckoutView): string => {
  const subscribes = session.mode === 'subscription';
  const email = customer?.email ?? session.customer_email;
  const emailField =
    email === null || email === undefined
      ? html`<label>Email<input name="email" type="email" autocomplete="email" required></label>`
      : html`<p class="quiet">For ${email}</p>`;
  const title = `${subscribes ? 'Subscribe to' : 'Pay for'} ${lineItems[0]?.description ?? 'your order'}`;
  return page(
    { title },
    html`<h1>${title}</h1>`,
    standIn,
    html`${problem !== undefined && html`<p class="alert" role="alert">${problem}</p>`}`,
    html`<section aria-label="Order">
${lineItems.map(itemRow)}
<div class="row total"><span>Due today</span><span class="amount">${pounds(session.amount_total)}</span></div>
${subscribes && html`<p class="quiet">Renews on ${day(renewsOn)}, until you cancel.</p>`}
</section>`,
    html`<section aria-label="Payment">
<form method="post">
${emailField}
<p class="quiet">Test card Visa ending 4242</p>
<button name="action" value="pay">${subscribes ? 'Subscribe for' : 'Pay'} ${pounds(session.amount_total)}</button>
<button class="second" name="action" value="decline" formnovalidate>Try a card that is declined</button>
${session.cancel_url !== null && html`<a class="button second" href="${session.cancel_url}">Cancel and go back</a>`}
</form>
</section>`,
  );
};

/** The page of a session that has been paid or has expired. */
export const closedCheckoutPage = (session: CheckoutSession, backTo: string | null): string =>
  page(
    { title: 'Checkout' },
    html`<h1>${session.status === 'complete' ? 'This is already paid' : 'This checkout has expired'}</h1>`,
    standIn,
    html`<section><p>${
      session.status === 'complete'
        ? 'The payment went through. Nothing will be charged again.'
        : 'Nothing was charged. Go back to start again.'
    }</p>${backTo !== null && html`<div class="actions"><a class="button" href="${backTo}">Go back</a></div>`}</section>`,
  );
