import type Stripe from 'stripe';
import { tableName } from '#lambdas/runtime/dynamodb.ts';

/** Metadata that marks a Stripe object as belonging to this stack: other stacks may use the same Stripe account. */
export function stackMark(): { readonly stack: string } {
  return { stack: tableName() };
}

/** Whether this stack made the object. Only our key can write metadata. */
export function isOfThisStack(metadata: Stripe.Metadata | null): boolean {
  return metadata?.stack === tableName();
}
