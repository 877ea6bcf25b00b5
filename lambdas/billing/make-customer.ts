import { getAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { StripeAccount } from '#lambdas/runtime/stripe.ts';
import { linkCustomer } from './billing-store.ts';

/**
 * Creates a Stripe customer for a user who has none. Concurrent calls get the same customer, because they share an
 * idempotency key.
 * @throws AppError `not_found` when the user has no account yet.
 */
export async function makeCustomer({ stripe }: StripeAccount, userId: string): Promise<string> {
  const account = await getAccount(userId);
  if (!account) throw new AppError('not_found', 'This account is not set up yet');
  if (account.deletingAt !== undefined) throw new AppError('account_closing');
  const { email, fullName } = account;
  const customer = await stripe.customers.create(
    { email, ...(fullName !== '' && { name: fullName }), metadata: { userId } },
    { idempotencyKey: `customer-${userId}` },
  );
  return linkCustomer(userId, customer.id);
}
