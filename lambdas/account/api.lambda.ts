import { listEntries } from '#lambdas/credits/credits-store.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { getMe } from './get-me.ts';

export const handler = httpHandler({
  function: 'account',
  routes: accountRoutes,
  handlers: {
    getMe: (_input, caller) => getMe(caller),
    listLedger: ({ query }, caller) => listEntries(caller.userId, query.cursor),
  },
});
