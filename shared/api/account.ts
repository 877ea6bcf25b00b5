import * as z from 'zod/mini';
import { countSchema } from '#shared/domain/numbers.ts';
import { maxNameLength, plainText } from '#shared/domain/plain-text.ts';
import { redoReasons } from '#shared/domain/redo.ts';
import { roles } from '#shared/domain/roles.ts';
import { brandKitSchema } from './brand-kit.ts';
import type { Route } from './route.ts';
import { taskParams, taskSchema } from './task.ts';

/** Balances and limits in credits. `available` is the sum of the three buckets that can be spent. */
export const creditsSchema = z.object({
  creditsBalance: countSchema,
  subscriptionCreditsBalance: countSchema,
  freeCreditsUsed: countSchema,
  freeCreditsLimit: countSchema,
  available: countSchema,
});

export const subscriptionSchema = z.object({
  subscribed: z.boolean(),
  productId: z.nullable(z.string()),
  /** ISO 8601; null when not subscribed. */
  subscriptionEnd: z.nullable(z.string()),
  planName: z.enum(['Starter', 'Pro', 'none']),
  /** Pence sterling per month that the subscriber pays, perhaps a former price; null if unknown or not subscribed. */
  pricePence: z.nullable(z.int()),
});

/** Greatest length in characters: the kind of kitchen, and the restaurant's description of itself. */
const maxKitchenLength = 60;
const maxAboutLength = 300;

export const meSchema = z.lazy(() =>
  z.object({
    userId: z.string(),
    email: z.string(),
    fullName: z.string(),
    /** Empty when none was given. */
    companyName: z.string(),
    /** Kind of kitchen, and the restaurant's description of itself, for its posts; empty if not given. */
    kitchen: z.string(),
    about: z.string(),
    /** Address of the picture that a social sign-in brought; empty when there is none. */
    avatarUrl: z.string(),
    /** The role that the table and the token agree on; null for customers. */
    role: z.nullable(z.enum(roles)),
    tier: z.enum(['free', 'starter', 'pro']),
    subscription: subscriptionSchema,
    credits: creditsSchema,
    brandKit: brandKitSchema,
    createdAt: z.string(),
  }),
);

export type Me = z.output<typeof meSchema>;

/** An immutable entry of the ledger: a change of a balance and its reason. */
export const ledgerEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(['free', 'spend', 'refund', 'plan', 'topup', 'stripe-refund', 'dispute', 'adjust', 'redo']),
  /** Signed change of each bucket, in credits. */
  free: z.int(),
  subscription: z.int(),
  purchased: z.int(),
  /** Credits available after the entry. */
  availableAfter: countSchema,
  /** Shown to the user, e.g. the dish of a generation; empty when the kind says everything. */
  note: z.string(),
  /** Why the pictures were made again free of charge. Only entries of kind `redo` have it. */
  reason: z.optional(z.enum(redoReasons)),
  createdAt: z.string(),
});

export type LedgerEntry = z.output<typeof ledgerEntrySchema>;

export const accountRoutes = {
  getMe: {
    method: 'GET',
    path: '/api/me',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'Profile, role, plan and credits of the signed-in user.',
    reply: meSchema,
  },
  listLedger: {
    method: 'GET',
    path: '/api/me/ledger',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'Where every credit came from and went, newest first.',
    query: z.lazy(() => z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(500))) })),
    reply: z.lazy(() => z.object({ items: z.array(ledgerEntrySchema), cursor: z.optional(z.string()) })),
  },
  updateMe: {
    method: 'PATCH',
    path: '/api/me',
    access: 'user',
    owner: 'account',
    status: 200,
    summary:
      'Changes what is named of the signed-in user: name, company, and what the restaurant says of itself.',
    body: z.lazy(() =>
      z.strictObject({
        fullName: z.optional(
          z
            .string()
            .check(
              z.overwrite(plainText),
              z.trim(),
              z.minLength(1, 'Please fill in all required fields'),
              z.maxLength(maxNameLength, 'Name too long'),
            ),
        ),
        companyName: z.optional(
          z
            .string()
            .check(z.overwrite(plainText), z.trim(), z.maxLength(maxNameLength, 'Company name too long')),
        ),
        kitchen: z.optional(
          z
            .string()
            .check(
              z.overwrite(plainText),
              z.trim(),
              z.maxLength(maxKitchenLength, 'Kind of kitchen too long'),
            ),
        ),
        about: z.optional(
          z
            .string()
            .check(
              z.overwrite(plainText),
              z.trim(),
              z.maxLength(maxAboutLength, 'Text about the restaurant too long'),
            ),
        ),
      }),
    ),
    reply: meSchema,
  },
  exportMe: {
    method: 'POST',
    path: '/api/me/exports',
    access: 'user',
    owner: 'account',
    status: 202,
    summary: 'Begins a copy of everything that is kept of the signed-in user.',
    reply: taskSchema,
  },
  deleteMe: {
    method: 'DELETE',
    path: '/api/me',
    access: 'user',
    owner: 'account',
    status: 202,
    summary:
      'Begins to delete the signed-in user with everything that is theirs; again returns the same task.',
    reply: taskSchema,
  },
  getMyTask: {
    method: 'GET',
    path: '/api/me/tasks/{taskId}',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'State of an export or a deletion that the signed-in user asked for.',
    params: taskParams,
    reply: taskSchema,
  },
} as const satisfies Record<string, Route>;
