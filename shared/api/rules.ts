import * as z from 'zod/mini';
import { checkNames, fileFixes, verdicts } from '#shared/domain/check-file.ts';
import { plainText } from '#shared/domain/plain-text.ts';
import { contentChecks } from '#shared/domain/platforms.ts';
import type { Route } from './route.ts';
import { menuPackPlatforms } from './site.ts';

export const sideSchema = z.int().check(z.minimum(1), z.maximum(20_000));
const sizeSchema = z.object({ width: sideSchema, height: sideSchema });

export const ratioSchema = z.number().check(z.minimum(0.1), z.maximum(10));

export const maxBytesSchema = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

/** Greatest length of a source's name in characters. */
export const maxSourceName = 120;

/** Milliseconds by which the earliest time zone is ahead of UTC. */
const earliestDay = 14 * 60 * 60_000;

const sourceSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxSourceName)),
  collection: z.nullable(z.string().check(z.maxLength(200))),
  readOn: z.nullable(z.iso.date()),
});

/** The requirements of a rule; see `PhotoRequirement`. */
export const ruleValuesSchema = z.object({
  minimum: z.nullable(sizeSchema),
  maximum: z.nullable(sizeSchema),
  /** Width divided by height. */
  ratio: z.nullable(z.object({ from: ratioSchema, to: ratioSchema })),
  formats: z.array(z.enum(['jpeg', 'png', 'webp', 'gif'])).check(z.maxLength(4)),
  maxBytes: z.nullable(maxBytesSchema),
  advised: z.array(z.enum(['pixels', 'ratio', 'bytes'])).check(z.maxLength(3)),
  content: z.partialRecord(z.enum(contentChecks), z.enum(['fail', 'advice'])),
});

/** Values that an operator entered in place of the published ones. */
export const ruleChangeSchema = z.extend(ruleValuesSchema, { ruleId: z.string(), source: sourceSchema });

/** One line of a platform check. */
export const checkResultSchema = z.lazy(() =>
  z.object({
    check: z.enum(checkNames),
    verdict: z.enum(verdicts),
    measured: z.string(),
    required: z.string(),
    source: z.nullable(sourceSchema),
    fix: z.nullable(z.enum(fileFixes)),
    instead: z.nullable(z.string()),
  }),
);

/** A rule as platform checks use it. */
const ruleSchema = z.lazy(() =>
  z.extend(ruleValuesSchema, {
    id: z.string(),
    platform: z.enum(menuPackPlatforms),
    use: z.enum(['item', 'cover', 'logo', 'search']),
    route: z.enum(['portal', 'api']),
    /** Size and shape as text. */
    size: z.string(),
    /** Null where no official page was found. */
    source: z.nullable(sourceSchema),
    accepted: sizeSchema,
  }),
);

/** Rules that apply to a platform's image type. */
export const rulesSchema = z.object({ rules: z.array(ruleSchema) });

/** Who changed a rule when. `change` is null if the published values were restored. */
const historySchema = z.lazy(() =>
  z.object({
    at: z.string(),
    email: z.nullable(z.string()),
    change: z.nullable(ruleChangeSchema),
  }),
);

const ruleListSchema = z.lazy(() =>
  z.object({
    items: z.array(
      z.object({
        rule: ruleSchema,
        /** When it was last changed or reset; null for a rule that was never changed. */
        changedAt: z.nullable(z.string()),
        /** Changes, the latest first; empty for a rule that was never changed. */
        history: z.array(historySchema),
      }),
    ),
  }),
);

export type EditedRule = z.output<typeof ruleListSchema>['items'][number];

/** Where an operator read a rule. */
const enteredSourceSchema = z.strictObject({
  ...sourceSchema.shape,
  name: z.string().check(z.overwrite(plainText), z.trim(), z.minLength(1), z.maxLength(maxSourceName)),
  readOn: z.nullable(
    z.iso
      .date()
      .check(z.refine((day) => Date.parse(day) <= Date.now() + earliestDay, 'This day has not come yet')),
  ),
});

const ruleParams = z.strictObject({ ruleId: z.string().check(z.maxLength(40)) });

export const ruleRoutes = {
  listRules: {
    method: 'GET',
    path: '/api/admin/rules',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: "The platforms' rules as checks use them, with what operators changed, by whom and when.",
    reply: ruleListSchema,
  },
  changeRule: {
    method: 'PUT',
    path: '/api/admin/rules/{ruleId}',
    access: 'superAdmin',
    owner: 'admin',
    status: 200,
    summary:
      'Replaces what a rule asks for, because the platform changed it; refused where it contradicts itself, or is no longer what the caller saw.',
    params: ruleParams,
    body: z.strictObject({
      ...ruleValuesSchema.shape,
      source: enteredSourceSchema,
      /**
       * `changedAt` of the rule that the caller saw (compare-and-swap). If absent, the rule is replaced in any case.
       */
      seen: z.optional(z.nullable(z.iso.datetime())),
    }),
    reply: ruleListSchema,
  },
  resetRule: {
    method: 'DELETE',
    path: '/api/admin/rules/{ruleId}',
    access: 'superAdmin',
    owner: 'admin',
    status: 200,
    summary:
      'Goes back to the values that came with the product; again is no error. Refused where the rule is no longer what the caller saw.',
    params: ruleParams,
    /** As in `changeRule`. */
    query: z.strictObject({ seen: z.optional(z.iso.datetime()) }),
    reply: ruleListSchema,
  },
} as const satisfies Record<string, Route>;
