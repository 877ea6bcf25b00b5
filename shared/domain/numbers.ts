import * as z from 'zod/mini';

/** A whole number, 0 or more. */
export const countSchema = z.int().check(z.minimum(0));

/** A whole number, 1 or more, as the pixels of a side are. */
export const positiveSchema = z.int().check(z.minimum(1));

/** 0 or more. */
export const amountSchema = z.number().check(z.minimum(0));
