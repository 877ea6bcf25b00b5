import * as z from 'zod/mini';
import { positiveSchema } from '#shared/domain/numbers.ts';
import { fidelitySchema } from './generations.ts';
import type { Route } from './route.ts';
import { checkResultSchema } from './rules.ts';
import { ulidSchema } from './source.ts';

/** A file that its owner took out, as it was at that time. */
export const approvedFileSchema = z.lazy(() =>
  z.object({
    at: z.string(),
    via: z.enum(['download', 'zip', 'share']),
    /** The platform for which the file was made; null for a picture's own file. */
    platform: z.nullable(z.string()),
    imageType: z.nullable(z.string()),
    width: positiveSchema,
    height: positiveSchema,
    isWatermarked: z.boolean(),
    /** Whether a model drew what lies beyond the picture's edges. */
    isContinued: z.boolean(),
    /** The promotional text on it; empty if there is none. */
    words: z.string(),
    /** Checks against the platform's rules of that day; empty for a file without a platform. */
    checks: z.array(checkResultSchema),
  }),
);

const recordSchema = z.lazy(() =>
  z.object({
    generationId: z.string(),
    variation: z.int(),
    dish: z.string(),
    /** Format, or platform and image type, for which the picture was made. */
    templateName: z.string(),
    madeAt: z.string(),
    approvedAt: z.string(),
    /** E-mail address that the account had then. */
    approvedBy: z.string(),
    /** Path of the photo as it was uploaded; null if it is not known. */
    originalUrl: z.nullable(z.string()),
    /** What was done to the photo, one sentence for each step. */
    changes: z.array(z.string()),
    fidelity: z.nullable(fidelitySchema),
    /** Oldest first. */
    files: z.array(approvedFileSchema),
  }),
);

export const approvalRoutes = {
  getApproval: {
    method: 'GET',
    path: '/api/generations/{generationId}/variations/{variation}/approval',
    access: 'user',
    owner: 'delivery',
    status: 200,
    summary:
      'Whether the platform of a menu picture accepts its file, and the record of which files its owner took out.',
    params: z.strictObject({
      generationId: ulidSchema,
      variation: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1)),
    }),
    reply: z.lazy(() =>
      z.object({
        /**
         * Checks against the present rules; null for pictures without a platform, and for those made before files were
         * measured.
         */
        check: z.nullable(z.array(checkResultSchema)),
        /** Null if nobody has taken the picture out. */
        record: z.nullable(recordSchema),
      }),
    ),
  },
} as const satisfies Record<string, Route>;

export type ApprovedFile = z.output<typeof approvedFileSchema>;
export type ApprovalRecord = z.output<typeof recordSchema>;
