import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import type { SignUpProfile } from '#web/lib/pending-code.ts';

/**
 * Saves the profile of a sign-up in an account whose confirmation has dropped it, because the sign-up may have been
 * somebody else's. An account with a name is left as it is.
 */
export async function fillInProfile(client: QueryClient, profile: SignUpProfile): Promise<void> {
  if ((await call('getMe')).fullName !== '') return;
  client.setQueryData(meQuery.queryKey, await call('updateMe', { body: profile }));
}
