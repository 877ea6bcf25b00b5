import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { isMissing, type StripeAccount } from '#lambdas/runtime/stripe.ts';
import { linkCustomer, readBilling, unlinkCustomer } from './billing-store.ts';
import { stackMark } from './stack-mark.ts';

/**
 * Calls `work` with the user's Stripe customer, which it creates if there is none. A customer that no longer exists at
 * Stripe (deleted in the dashboard, or made with the key of another mode) is replaced by a new one.
 * @param known The user's customer, if the caller has just read it.
 * @throws AppError `unauthenticated` when the user has no account, `account_closing`.
 */
export async function withCustomer<T>(
  account: StripeAccount,
  userId: string,
  known: string | null,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = known ?? (await makeCustomer(account, userId));
  try {
    return await work(customerId);
  } catch (error) {
    if (!isMissing(error, 'customer')) throw error;
    await unlinkCustomer(userId, customerId);
    const { customerId: linked } = await readBilling(userId);
    return work(linked ?? (await makeCustomer(account, userId, customerId)));
  }
}

/**
 * Creates a Stripe customer and links it to the user. Concurrent calls get the same customer, because they share an
 * idempotency key. Its parameters are always the same, because Stripe refuses a key that comes with other parameters.
 * @param replaced The customer that no longer exists, if there was one.
 */
async function makeCustomer(account: StripeAccount, userId: string, replaced?: string): Promise<string> {
  const { customers } = account.stripe;
  const { email, fullName } = await requireAccount(userId);
  const idempotencyKey =
    replaced === undefined ? `customer-${userId}` : `customer-${userId}-after-${replaced}`;
  const { id } = await customers.create({ metadata: { userId, ...stackMark() } }, { idempotencyKey });
  try {
    await customers.update(id, { email, ...(fullName !== '' && { name: fullName }) });
  } catch (error) {
    if (!isMissing(error, 'id')) throw error;
    // Stripe repeats its reply to an idempotency key even if the customer has been deleted since.
    return makeCustomer(account, userId, id);
  }
  return linkCustomer(userId, id);
}
