import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { PlanId } from '#shared/domain/plans.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { CheckoutRun } from './checkout-run.tsx';

/** Starts a checkout from a public page outside of the app. Resolves when it is over; then nothing of it stays. */
export function startCheckout(plan: PlanId): Promise<void> {
  const root = createRoot(document.createElement('div'));
  return new Promise<void>((resolve) => {
    const router = createMemoryRouter([
      { path: '/', element: <CheckoutRun plan={plan} onDone={resolve} /> },
      // The checkout may lead to another page of the app, for example the sign-in: that is another document.
      { path: '*', loader: ({ request }) => location.assign(new URL(request.url).pathname), element: null },
    ]);
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  }).finally(() => root.unmount());
}
