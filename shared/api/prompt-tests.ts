import * as z from 'zod/mini';
import { promptTestEthnicities, promptTestGenders } from '#shared/domain/avatars.ts';
import { amountSchema } from '#shared/domain/numbers.ts';
import { choiceIdSchema, fidelitySchema, generationStepSchema, sceneIdSchema } from './generations.ts';
import type { Route } from './route.ts';
import { ulidSchema } from './source.ts';

/** Formats to choose from in a prompt test (back-office-and-public-pages.md section 9). */
export const promptTestFormats = [
  'instagram_post',
  'instagram_story',
  'tiktok',
  'website_hero',
  'email_header',
] as const;

/** Which part of the photo stays where the format crops it. */
export const promptTestFramings = ['center', 'top', 'bottom', 'left', 'right'] as const;

/** One side of a prompt test (section 3): ids of catalogues, and the admin's own words. */
export const promptTestConfigSchema = z.lazy(() =>
  z.strictObject({
    productName: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please provide product names for both prompts'),
        z.maxLength(100, 'Product name too long'),
      ),
    format: z.enum(promptTestFormats),
    framing: z._default(z.enum(promptTestFramings), 'center'),
    /** Null keeps the photo's camera angle. */
    angle: z.nullable(z.enum(['overhead', 'angled_45', 'profile'])),
    /** The dish's own pixels stay, and only its surroundings are drawn; excludes an angle. */
    foodLock: z._default(z.boolean(), false),
    adjustments: z.strictObject({
      blurBackground: z.boolean(),
      enhanceDetails: z.boolean(),
      dramaticLighting: z.boolean(),
    }),
    creationPath: z.enum(['ugc', 'social']),
    filter: z.nullable(choiceIdSchema),
    scene: z.nullable(
      z.union([
        z.strictObject({ id: sceneIdSchema }),
        z.strictObject({
          text: z.string().check(z.trim(), z.minLength(1), z.maxLength(500, 'Scene too long')),
        }),
      ]),
    ),
    avatarGender: z.enum(promptTestGenders),
    avatarEthnicity: z.enum(promptTestEthnicities),
    customInstructions: z.string().check(z.trim(), z.maxLength(1000, 'Custom instructions too long')),
    /** Replaces the words with which every prompt ends; empty keeps those. */
    footerText: z.string().check(z.trim(), z.maxLength(1000, 'Footer text too long')),
  }),
);

export type PromptTestConfig = z.output<typeof promptTestConfigSchema>;

/** Only a format is chosen, and there is no name yet. */
export const emptyPromptTestConfig: PromptTestConfig = {
  productName: '',
  format: 'instagram_post',
  framing: 'center',
  angle: null,
  foodLock: false,
  adjustments: { blurBackground: false, enhanceDetails: false, dramaticLighting: false },
  creationPath: 'social',
  filter: null,
  scene: null,
  avatarGender: 'random',
  avatarEthnicity: 'random',
  customInstructions: '',
  footerText: '',
};

/** `neither`: the difference does not matter, or both are bad. */
export const verdictSchema = z.enum(['a', 'b', 'neither']);

const variantSchema = z.lazy(() =>
  z.object({
    config: promptTestConfigSchema,
    /** The prompt's text as the image model received it. */
    prompt: z.string(),
    state: z.enum(['queued', 'processing', 'done', 'failed']),
    step: generationStepSchema,
    /** Null until there is a picture. */
    previewUrl: z.nullable(z.string()),
    width: z.int(),
    height: z.int(),
    /** The adapter that drew it. */
    adapter: z.nullable(z.string()),
    /** Null until there is a picture, and where the dish was not cut out. */
    fidelity: z.nullable(fidelitySchema),
    /** US dollars that the image models took, failed calls included. */
    cost: amountSchema,
    /** Seconds from the start to the end; null while it runs. */
    seconds: z.nullable(amountSchema),
    /** Why there is no picture; null otherwise. */
    message: z.nullable(z.string()),
  }),
);

const promptTestSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    createdAt: z.string(),
    /** The photo as the models received it; null until it was read. */
    originalUrl: z.nullable(z.string()),
    a: variantSchema,
    b: variantSchema,
    verdict: z.nullable(verdictSchema),
    note: z.string(),
    judgedAt: z.nullable(z.string()),
  }),
);

export type PromptTest = z.output<typeof promptTestSchema>;
export type PromptTestVariant = z.output<typeof variantSchema>;

const createPromptTestSchema = z.strictObject({
  /** Idempotency key made by the client: the same request again starts nothing. */
  id: ulidSchema,
  uploadId: z.pipe(z.string('Please upload a test image first'), ulidSchema),
  a: promptTestConfigSchema,
  b: promptTestConfigSchema,
});

export type CreatePromptTest = z.output<typeof createPromptTestSchema>;

const testParams = z.strictObject({ testId: ulidSchema });

/** Served by the function of the generations, because a prompt test makes two of them, without a credit. */
export const promptTestRoutes = {
  createPromptTest: {
    method: 'POST',
    path: '/api/admin/prompt-tests',
    access: 'admin',
    owner: 'generations',
    refusedFrom: 'generation',
    status: 202,
    summary: 'Starts both variants of a prompt test on one uploaded photo, at once and with the same seed.',
    body: createPromptTestSchema,
    reply: promptTestSchema,
  },
  listPromptTests: {
    method: 'GET',
    path: '/api/admin/prompt-tests',
    access: 'admin',
    owner: 'generations',
    status: 200,
    summary: 'Prompt tests with their pictures and verdicts, newest first.',
    query: z.lazy(() => z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(500))) })),
    reply: z.lazy(() => z.object({ items: z.array(promptTestSchema), cursor: z.optional(z.string()) })),
  },
  getPromptTest: {
    method: 'GET',
    path: '/api/admin/prompt-tests/{testId}',
    access: 'admin',
    owner: 'generations',
    status: 200,
    summary: 'One prompt test with the state of both variants.',
    params: testParams,
    reply: promptTestSchema,
  },
  judgePromptTest: {
    method: 'PUT',
    path: '/api/admin/prompt-tests/{testId}/verdict',
    access: 'admin',
    owner: 'generations',
    status: 200,
    summary: 'Keeps which variant is better, and why; null takes the verdict back.',
    params: testParams,
    body: z.lazy(() =>
      z
        .strictObject({
          verdict: z.optional(z.nullable(verdictSchema)),
          note: z.optional(z.string().check(z.trim(), z.maxLength(1000, 'Note too long'))),
        })
        .check(z.refine((changes) => Object.keys(changes).length > 0, 'There is nothing to change')),
    ),
    reply: promptTestSchema,
  },
  downloadPromptTest: {
    method: 'POST',
    path: '/api/admin/prompt-tests/{testId}/downloads',
    access: 'admin',
    owner: 'generations',
    status: 201,
    summary: "A short-lived link to one variant's full file.",
    params: testParams,
    body: z.strictObject({ variant: z.enum(['a', 'b']) }),
    reply: z.lazy(() => z.object({ url: z.string(), fileName: z.string(), expiresAt: z.string() })),
  },
  deletePromptTest: {
    method: 'DELETE',
    path: '/api/admin/prompt-tests/{testId}',
    access: 'admin',
    owner: 'generations',
    status: 204,
    summary: 'Removes a prompt test that has ended, with its pictures; again is no error.',
    params: testParams,
  },
} as const satisfies Record<string, Route>;
