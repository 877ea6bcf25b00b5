import { isMissing, type StripeAccount } from '#lambdas/runtime/stripe.ts';
import { linkCustomer, readCustomerOwner } from './billing-store.ts';

/**
 * The user whose customer it is; undefined when the customer is none of ours. A customer whose link was never
 * written (we died in between) still carries the user's id, which only our own key can have put there.
 */
export async function findOwner({ stripe }: StripeAccount, customerId: string): Promise<string | undefined> {
  const known = await readCustomerOwner(customerId);
  if (known !== undefined) return known;
  try {
    const customer = await stripe.customers.retrieve(customerId);
    const userId = customer.deleted ? undefined : customer.metadata.userId;
    if (userId !== undefined) await linkCustomer(userId, customerId);
    return userId;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The id in a field of Stripe's that holds an id, the object itself, or nothing. */
export function idOf(field: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof field === 'string' ? field : field?.id;
}
