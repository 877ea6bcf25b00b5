import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createQueryClient } from '#web/lib/query-client.ts';
import { useSession } from '#web/lib/session.ts';
import { notify, Toaster } from '#web/ui/toaster.tsx';
import { router } from './router.tsx';
import { system } from './theme.ts';

const noticeDelayMs = 100;

/**
 * Providers, and the one rule that spans them: what was read for one user is never shown to the next. `notice` is
 * what the page before wanted to say.
 */
export function App({ notice }: { notice?: string }) {
  const [client] = useState(createQueryClient);
  const session = useSession();
  const userId = session.status === 'signedIn' ? session.userId : undefined;
  useEffect(() => {
    if (userId === undefined) return;
    return () => client.clear();
  }, [userId, client]);

  useEffect(() => {
    if (notice === undefined) return;
    // The region of the toasts listens a moment after it is drawn, and never hears what was said before.
    const timer = setTimeout(() => notify.success(notice, { yields: true }), noticeDelayMs);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ChakraProvider>
  );
}
