import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { collectClientErrors } from '#web/lib/client-errors.ts';
import { createQueryClient, readAgainOnFocus } from '#web/lib/query-client.ts';
import { followNotifications, startServiceWorker } from '#web/lib/service-worker.ts';
import { useSession } from '#web/lib/session.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { router } from './router.tsx';
import { system } from './theme.ts';

/** Providers, and the rule that spans them: data read for one user is never shown to the next. */
export function App() {
  const [client] = useState(createQueryClient);
  const session = useSession();
  useEffect(collectClientErrors, []);
  useEffect(readAgainOnFocus, []);
  useEffect(() => followNotifications((address) => void router.navigate(address)), []);
  const userId = session.status === 'signedIn' ? session.userId : undefined;
  useEffect(() => {
    if (userId === undefined) return;
    void startServiceWorker(userId);
    return () => client.clear();
  }, [userId, client]);

  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ChakraProvider>
  );
}
