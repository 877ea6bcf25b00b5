import type { Tier } from '#shared/domain/plans.ts';

/** Running jobs that one user may have at a time. */
export const maxOpenGenerations: Readonly<Record<Tier, number>> = { free: 3, starter: 5, pro: 10 };

/** How far a client-made ULID may be from the server's clock, in milliseconds. */
export const maxClockDifference = 10 * 60_000;

/** How long a random pick can be used, in milliseconds. */
export const pickLifetime = 60 * 60_000;

/** A lease ends unless a step of the worker renews it, in milliseconds. */
export const leaseLifetime = 90_000;

/** One run of the worker gives up before Lambda's 300 s stop it, in milliseconds. */
export const runBudget = 240_000;

/** A job ends this long after it was paid, whatever happened, in milliseconds. */
export const generationDeadline = 15 * 60_000;

/** A queued job that nobody took is queued again after this time, doubled each time, in milliseconds. */
export const requeueGracePeriod = 60_000;

/** Runs that may end without a word (killed, out of memory) before the job is given up. */
export const maxFailedRuns = 3;

/** No run can write a file this long after it lost its job: the worker's timeout is 300 s. Milliseconds. */
export const lateWriteGracePeriod = 6 * 60_000;
