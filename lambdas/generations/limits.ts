import type { Tier } from '#shared/domain/plans.ts';

/** Open generations that one user may have at a time. */
export const maxOpenGenerations: Readonly<Record<Tier, number>> = { free: 3, starter: 5, pro: 10 };

/** Generations that one user may begin in a day (UTC), refunded and free ones included. */
export const maxDailyGenerations: Readonly<Record<Tier, number>> = { free: 50, starter: 200, pro: 500 };

/** How far a client-made ULID may be from the server's clock, in milliseconds. */
export const maxClockDifference = 10 * 60_000;

/** How long a random pick can be used, in milliseconds. */
export const pickLifetime = 60 * 60_000;

/** A lease expires after this time unless a write of the worker or its heartbeat renews it, in milliseconds. */
export const leaseLifetime = 90_000;

/** Time between two heartbeats of a run, in milliseconds: one may fail before the lease expires. */
export const heartbeatInterval = 30_000;

/** Time that one run of the worker may take, less than Lambda's 300 s, in milliseconds. */
export const runBudget = 240_000;

/** A generation ends at the latest this long after it was paid, in milliseconds. */
export const generationDeadline = 15 * 60_000;

/** A change of the words is done or failed by then: three deliveries of its message, in milliseconds. */
export const wordsDeadline = 15 * 60_000;

/** A queued generation that no worker took is queued again after this time, doubled each time, in milliseconds. */
export const requeueGracePeriod = 60_000;

/** Runs that may crash (killed, out of memory) before the generation is failed. */
export const maxFailedRuns = 3;

/** No run can write a file this long after it lost its lease: the worker's timeout is 300 s. Milliseconds. */
export const lateWriteGracePeriod = 6 * 60_000;

/** How long a generation is kept that failed or was a refunded fallback, with the files of the latter. Seconds. */
export const keptOutsideGallery = 7 * 24 * 60 * 60;

/** Earlier words of a picture that its record keeps, so that a change can be undone. */
export const maxFormerOverlays = 10;
