import { ListUsersCommand, type ListUsersCommandOutput } from '@aws-sdk/client-cognito-identity-provider';
import type { Job } from '#lambdas/platform/job.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { cognito } from '#lambdas/runtime/user-pool.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';

/** Age in milliseconds (a week) at which an unconfirmed sign-up is removed, with its name and e-mail. */
const staleAfter = 7 * 86_400_000;

/** Pages of 60 users that one run reads. */
const pagesPerRun = 5;

/** The page with which the next run of this process goes on; undefined for the first one. */
let nextPage: string | undefined;

/** Removes sign-ups that were not confirmed within a week. */
export const removeStaleSignUps: Job<string> = {
  name: 'staleSignUps',
  list: listStaleSignUps,
  handle: (username) => removeUnconfirmed(readVariable('USER_POOL_ID'), username),
  describe: (username) => ({ username }),
};

async function listStaleSignUps(): Promise<string[]> {
  const stale: string[] = [];
  for (let page = 0; page < pagesPerRun; page += 1) {
    const { Users = [], PaginationToken } = await listUnconfirmed(nextPage);
    for (const { Username, UserCreateDate } of Users)
      if (Username !== undefined && UserCreateDate && UserCreateDate.getTime() < Date.now() - staleAfter)
        stale.push(Username);
    nextPage = PaginationToken;
    if (nextPage === undefined) break;
  }
  return stale;
}

async function listUnconfirmed(PaginationToken: string | undefined): Promise<ListUsersCommandOutput> {
  // A page that Cognito does not know any more is not asked for again.
  nextPage = undefined;
  return cognito().send(
    new ListUsersCommand({
      UserPoolId: readVariable('USER_POOL_ID'),
      AttributesToGet: [],
      Filter: 'cognito:user_status = "UNCONFIRMED"',
      PaginationToken,
    }),
  );
}
