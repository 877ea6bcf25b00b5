import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { billingRoutes } from '#shared/api/billing.ts';
import { allocateCredits } from './allocate-credits.ts';
import { checkSubscription } from './check-subscription.ts';
import { createCheckout } from './create-checkout.ts';
import { createPayment } from './create-payment.ts';
import { getCatalogue } from './get-catalogue.ts';
import { openPortal } from './open-portal.ts';
import { verifyPayment } from './verify-payment.ts';

/** Set by a CloudFront function: the origin that the browser shows. */
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
