import { allocateCredits } from '#lambdas/billing/allocate-credits.ts';
import { checkSubscription } from '#lambdas/billing/check-subscription.ts';
import { createCheckout } from '#lambdas/billing/create-checkout.ts';
import { createPayment } from '#lambdas/billing/create-payment.ts';
import { getCatalogue } from '#lambdas/billing/get-catalogue.ts';
import { openPortal } from '#lambdas/billing/open-portal.ts';
import { verifyPayment } from '#lambdas/billing/verify-payment.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { billingRoutes } from '#shared/api/billing.ts';

/** Header that a CloudFront function sets: the origin in the browser's address bar. */
const viewerOrigin = 'x-viewer-origin';

export const handler = httpHandler({
  function: 'billing',
  routes: billingRoutes,
  handlers: {
    getCatalogue: () => getCatalogue(),
    checkSubscription: (_input, caller) => checkSubscription(caller.userId),
    allocateCredits: (_input, caller) => allocateCredits(caller.userId),
    createCheckout: ({ body }, caller, { headers }) =>
      createCheckout(caller.userId, body.priceId, headers[viewerOrigin]),
    openPortal: (_input, caller, { headers }) => openPortal(caller.userId, headers[viewerOrigin]),
    createPayment: ({ body }, caller, { headers }) =>
      createPayment(caller.userId, body, headers[viewerOrigin]),
    verifyPayment: ({ body }, caller) => verifyPayment(caller.userId, body.sessionId),
  },
});
