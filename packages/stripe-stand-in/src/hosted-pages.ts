import type { IncomingMessage, ServerResponse } from 'node:http';
import { scheduledPrice } from './billing.ts';
import { cardOf, replaceCard } from './cards.ts';
import { productName } from './catalogue.ts';
import { payCheckout, planOfSession } from './checkout.ts';
import { checkoutPage, closedCheckoutPage } from './checkout-page.ts';
import type { Clock } from './clock.ts';
import { controlPage } from './control-page.ts';
import type { Engine } from './engine.ts';
import type { CheckoutSession, PortalSession, Price } from './objects.ts';
import { html, page } from './page.ts';
import { chargeOf, disputeCharge, refundCharge } from './payments.ts';
import { addMonths } from './periods.ts';
import {
  actInPortal,
  configurationOf,
  liveSubscriptions,
  offeredPrices,
  waitsForPeriodEnd,
} from './portal.ts';
import { invoicePage, portalPage } from './portal-page.ts';
import { StripeError } from './stripe-error.ts';
import type { WebhookSender } from './webhooks.ts';

/** The pages for browsers under `/_local/stripe`: checkout, portal, invoices, and the control page. */

export interface HostedPages {
  handle: (req: IncomingMessage, res: ServerResponse, body: Buffer) => Promise<void>;
}

interface HostedPagesOptions {
  engine: Engine;
  clock: Clock;
  sender: WebhookSender;
}

type Fields = Record<string, string>;

const base = '/_local/stripe';

const sendPage = (res: ServerResponse, status: number, content: string): void => {
  res.writeHead(status, {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  res.end(content);
};

const redirect = (res: ServerResponse, to: string): void => {
  res.writeHead(303, { 'cache-control': 'no-store', location: to });
  res.end();
};

const messagePage = (title: string, message: string): string =>
  page({ title }, html`<h1>${title}</h1>`, html`<p>${message}</p>`);

/** The success URL of a session, with the session's id in place of Stripe's placeholder. */
const successUrl = (session: CheckoutSession): string =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);

export const createHostedPages = ({ engine, clock, sender }: HostedPagesOptions): HostedPages => {
  const { store } = engine;

  const checkout = (res: ServerResponse, session: CheckoutSession, url: URL, fields: Fields | undefined) => {
    // A browser may repeat a form after a lost answer: the session is paid once, and both lead to the same URL.
    if (session.status === 'complete' && fields?.action === 'pay') return redirect(res, successUrl(session));
    if (session.status !== 'open') {
      const backTo = session.status === 'complete' ? successUrl(session) : session.cancel_url;
      return sendPage(res, 200, closedCheckoutPage(session, backTo));
    }
    if (fields) {
      const outcome = store.transact(() =>
        payCheckout(engine, session, {
          card: fields.action === 'pay' ? 'good' : 'declines',
          email: fields.email || undefined,
        }),
      );
      if (outcome instanceof StripeError) {
        return redirect(res, `${url.pathname}?${new URLSearchParams({ problem: outcome.message })}`);
      }
      return redirect(res, successUrl(outcome));
    }
    const { lineItems } = planOfSession(engine, session);
    sendPage(
      res,
      200,
      checkoutPage({
        session,
        lineItems,
        customer: store.find('customers', session.customer ?? ''),
        problem: url.searchParams.get('problem') ?? undefined,
        renewsOn: addMonths(engine.seconds(), lineItems[0]?.price.recurring?.interval === 'year' ? 12 : 1),
      }),
    );
  };

  const portal = (res: ServerResponse, session: PortalSession, url: URL, fields: Fields | undefined) => {
    const customer = store.find('customers', session.customer);
    if (!customer) return sendPage(res, 404, messagePage('Not found', 'This customer was deleted.'));
    if (fields) {
      const said: Record<string, string> = {};
      try {
        said.done = store.transact(() => actInPortal(engine, session, fields));
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        said.problem = error.message;
      }
      const after = session.flow?.after_completion.redirect?.return_url;
      if (said.done !== undefined && after !== undefined) return redirect(res, after);
      return redirect(res, `${url.pathname}?${new URLSearchParams(said)}`);
    }
    const configuration = configurationOf(engine, session);
    const named = (price: Price) => ({ price, productName: productName(engine, price) });
    const only =
      session.flow?.subscription_cancel?.subscription ?? session.flow?.subscription_update?.subscription;
    sendPage(
      res,
      200,
      portalPage({
        customer,
        configuration,
        flow: session.flow?.type,
        subscriptions: liveSubscriptions(engine, customer.id)
          .filter(({ id }) => only === undefined || id === only)
          .map((subscription) => {
            const next = scheduledPrice(engine, subscription);
            const [item] = subscription.items.data;
            return {
              subscription,
              productName: item ? productName(engine, item.price) : '',
              next: next && named(next),
              offers: offeredPrices(engine, configuration, subscription).map((price) => ({
                ...named(price),
                atPeriodEnd: waitsForPeriodEnd(configuration, subscription, price),
              })),
            };
          }),
        card: cardOf(engine, customer),
        invoices: store
          .all('invoices')
          .filter((invoice) => invoice.customer === customer.id)
          .toReversed(),
        returnUrl: session.return_url,
        done: url.searchParams.get('done') ?? undefined,
        problem: url.searchParams.get('problem') ?? undefined,
      }),
    );
  };

  const act = async (name: string, fields: Fields): Promise<boolean> => {
    const charge = () => chargeOf(engine, fields.charge ?? '');
    switch (name) {
      case 'clock': {
        const count = (field: string) => Math.min(Math.max(Number(fields[field] ?? 0) || 0, 0), 120);
        await clock.advance({ months: count('months'), days: count('days'), hours: count('hours') });
        return true;
      }
      case 'cards':
        store.transact(() =>
          replaceCard(engine, fields.customer ?? '', fields.card === 'declines' ? 'declines' : 'good'),
        );
        return true;
      case 'refunds':
        store.transact(() => refundCharge(engine, charge()));
        return true;
      case 'disputes':
        store.transact(() => disputeCharge(engine, charge()));
        return true;
      case 'events':
        sender.resend(fields.event ?? '');
        return true;
      default:
        return false;
    }
  };

  const answer = async (req: IncomingMessage, res: ServerResponse, body: Buffer) => {
    const url = new URL(req.url ?? '/', 'http://local');
    const [kind = '', id = '', ...rest] = url.pathname.slice(base.length + 1).split('/');
    const fields =
      req.method === 'POST'
        ? (Object.fromEntries(new URLSearchParams(body.toString('utf8'))) as Fields)
        : undefined;
    // Another site in the same browser must not submit these forms.
    if (fields && ['cross-site', 'same-site'].includes(String(req.headers['sec-fetch-site']))) {
      return sendPage(res, 403, messagePage('Refused', 'This form was sent from another site.'));
    }
    if (rest.length === 0 && url.pathname.startsWith(base)) {
      const session = kind === 'checkout' ? store.find('checkoutSessions', id) : undefined;
      if (session) return checkout(res, session, url, fields);
      const portalSession = kind === 'portal' ? store.find('portalSessions', id) : undefined;
      if (portalSession) return portal(res, portalSession, url, fields);
      const invoice =
        kind === 'invoice'
          ? store.all('invoices').find((one) => one.hosted_invoice_url?.endsWith(url.pathname))
          : undefined;
      if (invoice) return sendPage(res, 200, invoicePage(invoice));
      if (kind === '' && !fields) return sendPage(res, 200, controlPage(engine));
      if (fields && id === '' && (await act(kind, fields))) return redirect(res, base);
    }
    sendPage(res, 404, messagePage('Not found', 'The local Stripe has no such page.'));
  };

  return {
    async handle(req, res, body) {
      try {
        await answer(req, res, body);
      } catch (error) {
        const message =
          error instanceof StripeError ? error.message : 'The local Stripe failed; see its log.';
        if (!(error instanceof StripeError)) console.error(`Stripe ${req.method} ${req.url} failed`, error);
        sendPage(
          res,
          error instanceof StripeError ? error.status : 500,
          messagePage('Something went wrong', message),
        );
      }
    },
  };
};
