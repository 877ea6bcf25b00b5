import { useEffect, useState } from 'react';
import { logError } from '#web/lib/log-error.ts';
import type { Account } from './account-service.ts';

/** The request in progress: the header and the prices ask at the same time. */
let reading: { readonly userId: string; readonly account: Promise<Account> } | undefined;

function read(userId: string): Promise<Account> {
  if (reading?.userId === userId) return reading.account;
  const account = import('./account-service.ts')
    .then(({ readAccount }) => readAccount())
    .finally(() => {
      reading = undefined;
    });
  reading = { userId, account };
  return account;
}

/** The account of a user; undefined until it is read, and if that fails. */
export function useAccount(userId: string | undefined): Account | undefined {
  const [known, setKnown] = useState<{ userId: string; account: Account }>();
  useEffect(() => {
    if (userId === undefined) return;
    let isWanted = true;
    read(userId)
      .then((account) => {
        if (isWanted) setKnown({ userId, account });
      })
      // The page works without the name and the number of credits.
      .catch(logError);
    return () => {
      isWanted = false;
    };
  }, [userId]);
  return known?.userId === userId ? known?.account : undefined;
}
