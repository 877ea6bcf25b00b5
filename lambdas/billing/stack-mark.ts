import type Stripe from 'stripe';
import { readVariable } from '#lambdas/runtime/env.ts';

/**
 * Metadata that marks a Stripe object as belonging to this stack: other stacks may use the same Stripe account. It is
 * the user pool, because the user ids in the metadata are of that pool, and because a restore makes a table of another
 * name.
 */
export function stackMark(): { readonly stack: string } {
  return { stack: readVariable('USER_POOL_ID') };
}

/** Whether this stack made the object. Only our key can write metadata. */
export function isOfThisStack(metadata: Stripe.Metadata | null): boolean {
  return metadata?.stack === stackMark().stack;
}
