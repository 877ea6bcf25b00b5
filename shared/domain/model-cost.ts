import * as z from 'zod/mini';
import { countSchema } from '#shared/domain/numbers.ts';

/**
 * The log of one call to a model (back-office-and-public-pages.md section 3, `ai_usage_log`): its cost if the model is
 * paid by the image, its tokens if it is paid by the token.
 */
export const modelUsageSchema = z.object({
  /** Millionths of a US dollar. */
  cost: z._default(countSchema, 0),
  /** Number of images in the reply. */
  images: z._default(countSchema, 0),
  usageMetadata: z.optional(
    z.object({
      promptTokenCount: z._default(countSchema, 0),
      candidatesTokenCount: z._default(countSchema, 0),
      totalTokenCount: z._default(countSchema, 0),
    }),
  ),
});

export type ModelUsage = z.output<typeof modelUsageSchema>;

/** US dollars per million tokens, and the number of tokens for an image (section 9). */
const tokenPrices = { prompt: 0.3, output: 2.5, image: 30 } as const;
const TOKENS_PER_IMAGE = 1290;

/** Assumed cost of a generation without a log, in millionths of a US dollar: 0.05 dollars (section 9). */
export const ESTIMATED_COST = 50_000;

/**
 * Cost of a logged call in millionths of a US dollar: by its tokens if they are logged, otherwise the logged cost.
 * Dollars per million tokens equal millionths of a dollar per token.
 */
export function costOfUsage({ cost, images, usageMetadata }: ModelUsage): number {
  if (!usageMetadata) return cost;
  const { promptTokenCount, candidatesTokenCount } = usageMetadata;
  return (
    costOfTokens(promptTokenCount, candidatesTokenCount) +
    Math.round(images * TOKENS_PER_IMAGE * tokenPrices.image)
  );
}

/**
 * Cost of a call of a model that is paid by the token, in millionths of a US dollar; prices are those of Amazon Nova 2
 * Lite.
 */
export function costOfTokens(prompt: number, output: number): number {
  return Math.round(prompt * tokenPrices.prompt + output * tokenPrices.output);
}
