import { receiveEvent } from '#lambdas/billing/receive-event.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { stripeWebhookRoutes } from '#shared/api/billing.ts';

export const handler = httpHandler({
  function: 'stripeWebhook',
  routes: stripeWebhookRoutes,
  handlers: {
    stripeWebhook: (_input, _caller, { rawBody, headers }) =>
      receiveEvent(rawBody, headers['stripe-signature']),
  },
});
