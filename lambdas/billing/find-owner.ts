import { isMissing, type StripeAccount } from '#lambdas/runtime/stripe.ts';
import { linkCustomer, readCustomerOwner } from './billing-store.ts';
import { isOfThisStack } from './stack-mark.ts';

/**
 * Finds the user of a customer; undefined if the customer does not belong to this stack. If a crash prevented the link
 * in the table, the user's id is in the customer's metadata, which only our key can write.
 */
export async function findOwner({ stripe }: StripeAccount, customerId: string): Promise<string | undefined> {
  const known = await readCustomerOwner(customerId);
  if (known !== undefined) return known;
  try {
    const customer = await stripe.customers.retrieve(customerId);
    if (customer.deleted || !isOfThisStack(customer.metadata)) return undefined;
    const { userId } = customer.metadata;
    if (userId !== undefined) await linkCustomer(userId, customerId);
    return userId;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The id in a field of Stripe's API, which holds an id, the expanded object, or nothing. */
export function idOf(field: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof field === 'string' ? field : field?.id;
}
