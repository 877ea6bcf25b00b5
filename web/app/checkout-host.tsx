import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { PlanId } from '#shared/domain/plans.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { CheckoutRun } from './checkout-run.tsx';
import { system } from './theme.ts';

/** Starts a checkout from a page outside of the app, with what the app has around it. Resolves when it is over. */
export function startCheckout(plan: PlanId): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const router = createMemoryRouter([
      { path: '/', element: <CheckoutRun plan={plan} onDone={resolve} /> },
      // The checkout may lead to another page of the app, such as the sign-in: that is another document.
      { path: '*', loader: ({ request }) => location.assign(new URL(request.url).pathname), element: null },
    ]);
    root.render(
      <ChakraProvider value={system}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </ChakraProvider>,
    );
  });
}
