import type { Account } from '#lambdas/accounts/user-store.ts';
import { isMissing, type StripeAccount } from '#lambdas/runtime/stripe.ts';
import { linkCustomer, readBilling, unlinkCustomer } from './billing-store.ts';
import { stackMark } from './stack-mark.ts';

/** A user, as Stripe shows them on its pages and addresses its mails. */
type Payer = Pick<Account, 'userId' | 'email' | 'fullName'>;

/**
 * Calls `work` with the user's Stripe customer, which it creates if there is none. A customer that no longer exists at
 * Stripe (deleted in the dashboard, or made with the key of another mode) is replaced by a new one.
 * @param known The user's customer, if the caller has just read it.
 */
export async function withCustomer<T>(
  account: StripeAccount,
  payer: Payer,
  known: string | null,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const { userId } = payer;
  const customerId = known ?? (await makeCustomer(account, payer));
  try {
    const result = await work(customerId);
    if (known !== null) await updateEmail(account, payer, known);
    return result;
  } catch (error) {
    if (!isMissing(error, 'customer')) throw error;
    await unlinkCustomer(userId, customerId);
    const { customerId: linked } = await readBilling(userId);
    return work(linked ?? (await makeCustomer(account, payer, customerId)));
  }
}

/**
 * Creates a Stripe customer and links it to the user. Concurrent calls get the same customer, because they share an
 * idempotency key. Its parameters are always the same, because Stripe refuses a key that comes with other parameters.
 * @param replaced The customer that no longer exists, if there was one.
 */
async function makeCustomer(account: StripeAccount, payer: Payer, replaced?: string): Promise<string> {
  const { customers } = account.stripe;
  const { userId, email, fullName } = payer;
  const idempotencyKey =
    replaced === undefined ? `customer-${userId}` : `customer-${userId}-after-${replaced}`;
  const { id } = await customers.create({ metadata: { userId, ...stackMark() } }, { idempotencyKey });
  try {
    await customers.update(id, { email, ...(fullName !== '' && { name: fullName }) });
  } catch (error) {
    if (!isMissing(error, 'id')) throw error;
    // Stripe repeats its reply to an idempotency key even if the customer has been deleted since.
    return makeCustomer(account, payer, id);
  }
  return linkCustomer(userId, id);
}

/**
 * Tells Stripe the account's e-mail, to which it sends receipts and reminders: it may have changed since the customer
 * was made.
 */
export async function updateEmail(
  { stripe }: StripeAccount,
  { email }: Pick<Payer, 'email'>,
  customerId: string,
): Promise<void> {
  await stripe.customers.update(customerId, { email });
}
