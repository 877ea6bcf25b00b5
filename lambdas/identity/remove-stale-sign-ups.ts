import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Job } from '#lambdas/platform/job.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { cognito } from '#lambdas/runtime/user-pool.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';

/** Age in milliseconds (a week) at which an unconfirmed sign-up is removed, with its name and e-mail. */
const staleAfter = 7 * 86_400_000;

/**
 * Pages of 60 users that one run reads. More sign-ups than this within a week only delay the removals: later runs reach
 * the rest.
 */
const pagesPerRun = 5;

/** Removes sign-ups that were not confirmed within a week. */
export const removeStaleSignUps: Job<string> = {
  name: 'staleSignUps',
  list: listStaleSignUps,
  handle: (username) => removeUnconfirmed(readVariable('USER_POOL_ID'), username),
  describe: (username) => ({ username }),
};

async function listStaleSignUps(): Promise<string[]> {
  const UserPoolId = readVariable('USER_POOL_ID');
  const stale: string[] = [];
  let PaginationToken: string | undefined;
  for (let page = 0; page < pagesPerRun; page += 1) {
    const listed = await cognito().send(
      new ListUsersCommand({
        UserPoolId,
        AttributesToGet: [],
        Filter: 'cognito:user_status = "UNCONFIRMED"',
        PaginationToken,
      }),
    );
    for (const { Username, UserCreateDate } of listed.Users ?? [])
      if (Username !== undefined && UserCreateDate && UserCreateDate.getTime() < Date.now() - staleAfter)
        stale.push(Username);
    PaginationToken = listed.PaginationToken;
    if (PaginationToken === undefined) break;
  }
  return stale;
}
