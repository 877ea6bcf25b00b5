import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Tier } from '#shared/domain/plans.ts';

/** Open generations that one user may have at a time. */
export const maxOpenGenerations: Readonly<Record<Tier, number>> = { free: 3, starter: 5, pro: 10 };

/** Generations that one user may begin in a day (UTC), refunded and free ones included. */
export const maxDailyGenerations: Readonly<Record<Tier, number>> = { free: 50, starter: 200, pro: 500 };

/** The error when a user has begun `maxDailyGenerations` today. */
export function tooManyToday(tier: Tier): AppError {
  return new AppError(
    'daily_limit_reached',
    `You have started ${maxDailyGenerations[tier]} images today, which is as many as we allow in a day. Nothing was charged.`,
  );
}

/** How long a random pick can be used, in milliseconds. */
export const pickLifetime = 60 * 60_000;

/** A lease expires after this time unless a write of the worker or its heartbeat renews it, in milliseconds. */
export const leaseLifetime = 90_000;

/** Time between two heartbeats of a run, in milliseconds: one may fail before the lease expires. */
export const heartbeatInterval = 30_000;

/** Time limit of one run of the worker, in milliseconds: less than Lambda's 300 s. */
export const runBudget = 240_000;

/** Longest time from payment to the end of a generation, in milliseconds. */
export const generationDeadline = 15 * 60_000;

/**
 * The same for a dish of a whole menu, which nobody watches: its queue is long when many menus are made at the same
 * time, and each has four dishes in it. Milliseconds.
 */
export const dishDeadline = 2 * 60 * 60_000;

/** Longest time from the request of a change of the words to its end: three deliveries of its message. Milliseconds. */
export const wordsDeadline = 15 * 60_000;

/** Time after which a queued generation that no worker took is queued again, doubled each time. Milliseconds. */
export const requeueGracePeriod = 60_000;

/** Runs that may crash (killed, out of memory) before the generation is failed. */
export const maxFailedRuns = 3;

/** After this time without a lease, no run can still write a file: the worker's timeout is 300 s. Milliseconds. */
export const lateWriteGracePeriod = 6 * 60_000;

/** How long a generation that failed or was a refunded fallback is kept, with the files of the latter. Seconds. */
export const keptOutsideGallery = 7 * 24 * 60 * 60;

/** Number of earlier overlays of a picture that its record keeps, so that a change can be undone. */
export const maxFormerOverlays = 10;
