import * as z from 'zod/mini';

/**
 * What is logged of one call of a model (back-office-and-public-pages.md section 3, `ai_usage_log`): its cost where
 * the model is paid by the image, the tokens where it is paid by the token.
 */
export const modelUsageSchema = z.object({
  /** Millionths of a US dollar. */
  cost: z._default(z.int().check(z.minimum(0)), 0),
  /** Images that came out. */
  images: z._default(z.int().check(z.minimum(0)), 0),
  usageMetadata: z.optional(
    z.object({
      promptTokenCount: z._default(z.int().check(z.minimum(0)), 0),
      candidatesTokenCount: z._default(z.int().check(z.minimum(0)), 0),
      totalTokenCount: z._default(z.int().check(z.minimum(0)), 0),
    }),
  ),
});

export type ModelUsage = z.output<typeof modelUsageSchema>;

/** US dollars for a million tokens, and tokens that an image counts as (section 9). */
const tokenPrices = { prompt: 0.3, output: 2.5, image: 30 } as const;
const TOKENS_PER_IMAGE = 1290;

/** Millionths of a US dollar that a generation without a log is taken to have cost: 0.05 dollars (section 9). */
export const ESTIMATED_COST = 50_000;

/**
 * What a logged call cost, in millionths of a US dollar: by its tokens where they are logged, by its own cost
 * otherwise. A price per million tokens is the same figure in millionths per token.
 */
export function costOfUsage({ cost, images, usageMetadata }: ModelUsage): number {
  if (!usageMetadata) return cost;
  const { promptTokenCount, candidatesTokenCount } = usageMetadata;
  return Math.round(
    promptTokenCount * tokenPrices.prompt +
      candidatesTokenCount * tokenPrices.output +
      images * TOKENS_PER_IMAGE * tokenPrices.image,
  );
}
