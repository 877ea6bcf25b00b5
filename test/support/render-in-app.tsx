import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { type RenderResult, render } from 'vitest-browser-react';
import { system } from '#web/app/theme.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { readSession } from '#web/lib/session.ts';
import { Toaster } from '#web/ui/toaster.tsx';

interface RenderInAppOptions {
  /** Address of the page, with its query: `/?view=gallery`. `/` by default. */
  readonly at?: string;
  /** The address's state, as a link of the site passes it. */
  readonly state?: unknown;
  /** Whether a user is signed in; true by default. */
  readonly signedIn?: boolean;
}

export interface InApp extends RenderResult {
  /** The present address with its query. */
  readonly address: () => string;
  /** For Back, and for the state of the address. */
  readonly router: ReturnType<typeof createMemoryRouter>;
  /** For asking the API again. */
  readonly client: QueryClient;
}

/**
 * Renders a component with everything that web/app puts around a page: theme, query client, router, session and
 * toasts. Failed queries are repeated as in the site, but without a pause.
 */
export async function renderInApp(component: ReactNode, options: RenderInAppOptions = {}): Promise<InApp> {
  const { at = '/', state, signedIn = true } = options;
  if (signedIn) {
    localStorage.setItem('platepost.session', '1');
    localStorage.setItem('test.tokens', '1');
  }
  await readSession();
  const client = createQueryClient();
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({
    queries: { ...defaults.queries, retryDelay: 0 },
    mutations: { ...defaults.mutations, retryDelay: 0 },
  });
  // No request that is repeated later may reach the next test's API.
  onTestFinished(async () => {
    await client.cancelQueries();
    await vi.waitUntil(() => client.isMutating() === 0, { timeout: 5000 });
    client.clear();
  });
  const url = new URL(at, location.origin);
  const router = createMemoryRouter([{ path: '*', element: component }], {
    initialEntries: [{ pathname: url.pathname, search: url.search, state }],
  });
  const rendered = await render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { ...rendered, address, router, client };
}
