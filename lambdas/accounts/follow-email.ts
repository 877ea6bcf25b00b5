import type { UserCaller } from '#lambdas/runtime/authorize.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { findPoolUser } from '#lambdas/runtime/user-pool.ts';
import { isEmailAddress } from '#shared/domain/email-address.ts';
import { type Account, noteEmail } from './user-store.ts';

/** Lifetime of a comparison with the user pool's e-mail, in milliseconds. A new sign-in starts a new comparison. */
const checkedFor = 24 * 60 * 60_000;

/**
 * Returns the account with the e-mail that the user pool has verified. Users change their e-mail in the pool, and
 * identity providers change it at sign-in, but Cognito has no trigger for such changes. So the e-mail is compared after
 * each sign-in and once a day. A new one must be a plain address, as at sign-up. If the comparison
 * fails, the account is returned unchanged and the next call tries again.
 */
export async function followEmail(account: Account, caller: UserCaller): Promise<Account> {
  if (wasChecked(account, caller)) return account;
  try {
    const userPoolId = readEnvironment('account').USER_POOL_ID;
    const user = await findPoolUser({ userPoolId, username: caller.username });
    const email = user?.attributes.get('email');
    // A disabled user is one whose account is being deleted.
    if (!user?.enabled || !email) return account;
    const isVerified = user.attributes.get('email_verified') === 'true';
    const isNew = isVerified && isEmailAddress(email) && email !== account.email;
    const followed = isNew ? { ...account, email } : account;
    if ((await noteEmail(account, followed.email)) === 'changed') return account;
    if (isVerified && !isEmailAddress(email))
      logger.warn('An e-mail that is no plain address was not copied');
    if (isNew) logger.info('Copied a changed e-mail from the user pool to the account');
    return followed;
  } catch (error) {
    logger.warn('The e-mail could not be compared with the user pool', error as Error);
    return account;
  }
}

function wasChecked({ emailCheckedAt }: Account, { signedInAt = 0 }: UserCaller): boolean {
  const checkedAt = Date.parse(emailCheckedAt);
  return checkedAt >= signedInAt && Date.now() - checkedAt < checkedFor;
}
