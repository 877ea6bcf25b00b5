import * as z from 'zod/mini';
import { adapterNames, maintenanceModes } from '#shared/domain/maintenance.ts';
import { amountSchema, countSchema } from '#shared/domain/numbers.ts';
import { plainText } from '#shared/domain/plain-text.ts';
import { maxOutpaintCredits } from '#shared/domain/plans.ts';
import { redoReasons } from '#shared/domain/redo.ts';
import { roles } from '#shared/domain/roles.ts';
import { creditsSchema } from './account.ts';
import type { Route } from './route.ts';
import { taskParams, taskSchema } from './task.ts';
import { userIdSchema } from './user-id.ts';

const roleSchema = z.enum(roles);
const userParams = z.strictObject({ userId: userIdSchema });
/** A calendar day in London, `2026-11-21`. */
const daySchema = z.iso.date();

/** The figures of one London day, for the charts. */
const daySummarySchema = z.object({
  day: daySchema,
  signUps: countSchema,
  generations: countSchema,
  /** Credits granted by payments less refunds; a day of refunds can be below zero. */
  paidCredits: z.int(),
  /** Generations that failed or ended with the customer's own photo. */
  failures: countSchema,
});

const overviewSchema = z.object({
  users: countSchema,
  /** How many of the users have a role. */
  staff: countSchema,
  /** All that were ever started; deletions do not lower it. */
  generations: countSchema,
  /** In the galleries now. */
  images: countSchema,
  generationsToday: countSchema,
  /** Distinct users with a generation in the last seven days. */
  activeThisWeek: countSchema,
  /** The last 30 London days, oldest first, days without anything included. */
  days: z.array(daySummarySchema),
});

export type AdminOverview = z.output<typeof overviewSchema>;

const adminUserSchema = z.lazy(() =>
  z.object({
    userId: z.string(),
    /** Null when it is not known. */
    email: z.nullable(z.string()),
    fullName: z.string(),
    companyName: z.string(),
    createdAt: z.string(),
    tier: z.enum(['free', 'starter', 'pro']),
    planName: z.enum(['Starter', 'Pro', 'none']),
    role: z.nullable(roleSchema),
    /** The account is being deleted. */
    deleting: z.boolean(),
    /** Null when the account has no credits record, which is our error. */
    credits: z.nullable(creditsSchema),
  }),
);

export type AdminUser = z.output<typeof adminUserSchema>;

const usageSchema = z.object({
  /** The figures of a whole day. */
  day: daySchema,
  /** US dollars. */
  cost: amountSchema,
  calls: countSchema,
});

const financeSchema = z.lazy(() =>
  z.object({
    totalFreeCreditsDistributed: countSchema,
    totalFreeCreditsUsed: countSchema,
    /** Credits granted by payments, less refunds and disputes (readings 35). */
    totalPaidCredits: z.int(),
    /** Free and paid credits given, divided by the number of people who ever signed up; one decimal. */
    averageCreditsPerUser: amountSchema,
    /** People with a role. They are included in the users, and their free credits in those distributed. */
    staff: countSchema,
    /** Free credits used of those distributed, in percent, rounded. */
    creditUtilizationRate: countSchema,
    /** US dollars: the logged cost, and an estimate for generations without a log. */
    totalAICost: amountSchema,
    /** The part of `totalAICost` that prompt tests cost, which belong to no generation. US dollars. */
    promptTestCost: amountSchema,
    totalAIGenerations: countSchema,
    /** US dollars, without prompt tests. */
    avgCostPerGeneration: amountSchema,
    /** Generations whose cost is estimated, because nothing was logged for them. */
    estimatedGenerations: countSchema,
    /** Free credits that a new user gets at present. */
    freeCreditLimit: countSchema,
    /** Paid credits divided by free credits distributed, as a rounded percent; 0 when none were distributed. */
    conversionRate: z.int(),
    /** The last 30 London days, oldest first. */
    days: z.array(
      z.extend(usageSchema, {
        /** How many calls for customers' pictures failed and were repeated. */
        failedCalls: countSchema,
        /** The calls for prompt tests. */
        testCalls: countSchema,
        paidCredits: z.int(),
        freeCreditsUsed: z.int(),
      }),
    ),
  }),
);

export type Finance = z.output<typeof financeSchema>;

const tileSchema = z.object({ state: z.enum(['ok', 'warning', 'down']), detail: z.string() });

const healthSchema = z.object({
  api: tileSchema,
  database: tileSchema,
  storage: tileSchema,
  /** Shows the age of the oldest open generation. */
  queue: tileSchema,
  /** Counts today's generations that ended without a picture. */
  generations: tileSchema,
  /** Counts today's calls of the image models, and how many failed. */
  models: tileSchema,
  /** Lists models that this account may not call, or that will be retired. */
  modelAccess: tileSchema,
  /** Shows how much of today's model budgets is used or reserved. */
  budgets: tileSchema,
});

export type Health = z.output<typeof healthSchema>;
export type HealthTile = z.output<typeof tileSchema>;

const analyticsSchema = z.lazy(() =>
  z.object({
    totalGenerations: countSchema,
    today: countSchema,
    thisWeek: countSchema,
    /** Average of the last 30 days, rounded. */
    dailyAverage: countSchema,
    popularTemplates: z.array(z.object({ name: z.string(), count: countSchema })).check(z.maxLength(5)),
    topUser: z.nullable(z.object({ userId: z.string(), email: z.nullable(z.string()), count: countSchema })),
    recentActivity: z
      .array(
        z.object({
          id: z.string(),
          email: z.nullable(z.string()),
          templateName: z.string(),
          thumbnailUrl: z.string(),
          createdAt: z.string(),
        }),
      )
      .check(z.maxLength(10)),
    days: z.array(z.object({ day: daySchema, generations: countSchema, failures: countSchema })),
    /** Number of free redos that were ever requested, by reason. */
    redos: z.array(z.object({ reason: z.enum(redoReasons), count: countSchema })),
    /** What customers wrote with them, newest first; of the 100 latest images. */
    redoNotes: z
      .array(
        z.object({ id: z.string(), reason: z.enum(redoReasons), note: z.string(), createdAt: z.string() }),
      )
      .check(z.maxLength(20)),
  }),
);

export type Analytics = z.output<typeof analyticsSchema>;

const auditLogEntrySchema = z.lazy(() =>
  z.object({
    id: z.string(),
    createdAt: z.string(),
    adminUserId: z.string(),
    /** Null when the person, or the command that acted, has no address. */
    email: z.nullable(z.string()),
    action: z.string(),
    targetUserId: z.nullable(z.string()),
    /** Null when the action is about nobody, or about somebody who is gone. */
    targetEmail: z.nullable(z.string()),
    details: z.record(z.string(), z.unknown()),
  }),
);

export type AuditLogEntry = z.output<typeof auditLogEntrySchema>;

/** Greatest length of the label of the pack of 50 credits in characters. */
export const maxPackLabel = 30;

/** Settings that take effect while the product runs. */
export const settingsSchema = z.object({
  /** Whether a studio generation that ended with the customer's own photo stays charged (readings 8). */
  chargeForFallback: z.boolean(),
  /** Credits that a new user begins with. */
  defaultFreeCredits: z.int().check(z.minimum(0), z.maximum(100)),
  /** Whether the vision model reads a photo when a customer chooses it. */
  dishReadings: z.boolean(),
  /** The mode of the maintenance switch. */
  maintenance: z.enum(maintenanceModes),
  /** Price in credits of a dish whose picture a model continues beyond its edges for the files of platforms. */
  outpaintCredits: z.int().check(z.minimum(0), z.maximum(maxOutpaintCredits)),
  /** Label of the pack of 50 credits; empty for none. */
  specialPackLabel: z.string().check(z.overwrite(plainText), z.trim(), z.maxLength(maxPackLabel)),
  /** Adapters that are out of service. The next adapter of the edit mode is used instead. */
  stoppedAdapters: z.array(z.enum(adapterNames)).check(z.maxLength(adapterNames.length)),
});

export type RuntimeSettings = z.output<typeof settingsSchema>;

const settingsReplySchema = z.lazy(() =>
  z.extend(settingsSchema, {
    /** The last change of each setting. Settings that were never changed are absent. */
    changes: z.array(
      z.object({
        setting: z.keyof(settingsSchema),
        at: z.string(),
        email: z.nullable(z.string()),
      }),
    ),
  }),
);

const adminAccountSchema = z.lazy(() =>
  z.object({
    userId: z.string(),
    email: z.nullable(z.string()),
    role: roleSchema,
    assignedAt: z.string(),
  }),
);

export type AdminAccount = z.output<typeof adminAccountSchema>;

/** Greatest number of purchased credits that an admin may set. */
export const maxAdjustedBalance = 1_000_000;

export const adminRoutes = {
  getAdminSession: {
    method: 'GET',
    path: '/api/admin/session',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'The role of the calling admin, as token and table agree on it.',
    reply: z.object({ userId: z.string(), role: roleSchema }),
  },
  getAdminOverview: {
    method: 'GET',
    path: '/api/admin/overview',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'Users, generations ever, images existing, users active this week and the last 30 days.',
    reply: overviewSchema,
  },
  listUsers: {
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'Users with their balances: newest or oldest first, by e-mail, or those whose e-mail begins so.',
    query: z.lazy(() =>
      z.strictObject({
        /** The beginning of an e-mail address, case-insensitive. Results are then sorted by e-mail. */
        search: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
        sort: z._default(z.enum(['newest', 'oldest', 'email']), 'newest'),
        cursor: z.optional(z.string().check(z.maxLength(800))),
      }),
    ),
    reply: z.lazy(() => z.object({ items: z.array(adminUserSchema), cursor: z.optional(z.string()) })),
  },
  adjustCredits: {
    method: 'POST',
    path: '/api/admin/users/{userId}/adjustments',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary:
      'Sets the purchased credits, provided they are still what the admin saw; the difference is booked with the reason. The same id again books nothing.',
    params: userParams,
    body: z.strictObject({
      /** Idempotency key made by the client, so that a repeated request is booked once. */
      id: z.uuid(),
      /** The balance that the admin saw (compare-and-swap). */
      seen: countSchema,
      balance: z
        .int('Please enter a whole number')
        .check(
          z.minimum(0, 'Credits cannot be below 0'),
          z.maximum(maxAdjustedBalance, 'At most 1,000,000 credits'),
        ),
      reason: z
        .string()
        .check(
          z.overwrite(plainText),
          z.trim(),
          z.minLength(1, 'Please give a reason'),
          z.maxLength(200, 'Reason too long'),
        ),
    }),
    reply: creditsSchema,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/admin/users/{userId}',
    access: 'admin',
    owner: 'admin',
    status: 202,
    summary: 'Begins to delete a user with everything that is theirs; again returns the same task.',
    params: userParams,
    reply: taskSchema,
  },
  startExport: {
    method: 'POST',
    path: '/api/admin/exports',
    access: 'admin',
    owner: 'admin',
    status: 202,
    summary: 'Begins a CSV of all users or of all images.',
    body: z.strictObject({ of: z.enum(['users', 'content']) }),
    reply: taskSchema,
  },
  getAdminTask: {
    method: 'GET',
    path: '/api/admin/tasks/{taskId}',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'State of an export that the calling admin asked for, or of a deletion.',
    params: taskParams,
    reply: taskSchema,
  },
  getFinance: {
    method: 'GET',
    path: '/api/admin/finance',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'Credits distributed, used and paid, and what the image models have cost.',
    reply: financeSchema,
  },
  getAnalytics: {
    method: 'GET',
    path: '/api/admin/analytics',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'Generations by day and template, the most active user and the latest images.',
    reply: analyticsSchema,
  },
  getHealth: {
    method: 'GET',
    path: '/api/admin/health',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'The current state of database, storage, queue, generations and image models.',
    reply: healthSchema,
  },
  listAdmins: {
    method: 'GET',
    path: '/api/admin/admins',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'Everybody with a role.',
    reply: z.object({ items: z.array(adminAccountSchema) }),
  },
  assignRole: {
    method: 'POST',
    path: '/api/admin/admins',
    access: 'superAdmin',
    owner: 'admin',
    status: 201,
    summary: 'Gives a role to the user with exactly this e-mail.',
    body: z.lazy(() =>
      z.strictObject({
        email: z.string().check(z.trim(), z.minLength(1, 'Please enter an email address'), z.maxLength(254)),
        role: roleSchema,
      }),
    ),
    reply: adminAccountSchema,
  },
  removeRole: {
    method: 'DELETE',
    path: '/api/admin/admins/{userId}',
    access: 'superAdmin',
    owner: 'admin',
    status: 204,
    summary: 'Takes the role away; the last super admin keeps it; again is no error.',
    params: userParams,
  },
  listAuditLog: {
    method: 'GET',
    path: '/api/admin/audit-log',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'The 20 latest actions of admins.',
    reply: z.object({ items: z.array(auditLogEntrySchema).check(z.maxLength(20)) }),
  },
  getSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'What the business may change while the product runs, and who changed it last.',
    reply: settingsReplySchema,
  },
  changeSettings: {
    method: 'PATCH',
    path: '/api/admin/settings',
    access: 'superAdmin',
    owner: 'admin',
    status: 200,
    // Otherwise nobody could turn the maintenance switch off again.
    refusedFrom: 'never',
    summary:
      'Changes runtime settings; those that are not named stay. Refused where one is no longer what the caller saw.',
    body: z.lazy(() =>
      z.extend(z.partial(z.strictObject(settingsSchema.shape)), {
        /**
         * The values of the changed settings when the caller read them (compare-and-swap). A setting that is absent
         * here is changed whatever its value.
         */
        seen: z.optional(z.partial(z.strictObject(settingsSchema.shape))),
      }),
    ),
    reply: settingsReplySchema,
  },
} as const satisfies Record<string, Route>;
