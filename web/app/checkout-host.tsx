import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { PlanId } from '#shared/domain/plans.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { CheckoutRun } from './checkout-run.tsx';

/** Starts a checkout from a public page outside of the app. Resolves when it has ended and is unmounted. */
export function startCheckout(plan: PlanId): Promise<void> {
  const root = createRoot(document.createElement('div'));
  return new Promise<void>((resolve) => {
    const router = createMemoryRouter([
      { path: '/', element: <CheckoutRun plan={plan} onDone={resolve} /> },
      // The checkout may open another page of the app, such as the sign-in, in a new document.
      { path: '*', loader: ({ request }) => location.assign(new URL(request.url).pathname), element: null },
    ]);
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  }).finally(() => root.unmount());
}
