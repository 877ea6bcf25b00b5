import type * as z from 'zod/mini';
import { logger } from '#lambdas/runtime/logger.ts';
import { count } from '#lambdas/runtime/metrics.ts';

/** A kind of work that the reconciler checks for every minute. */
export interface Job<Item> {
  readonly name: string;
  /** Items that are due now. */
  readonly list: () => Promise<readonly Item[]>;
  /** Must be idempotent: may be called again for the same item. */
  readonly handle: (item: Item) => Promise<void>;
  /** The ids of an item, for the log. */
  readonly describe: (item: Item) => Readonly<Record<string, string>>;
  /** Number of items handled concurrently; 1 by default. */
  readonly atOnce?: number;
  /** Milliseconds after the start in which items are started; the others wait for the next run. 40 s by default. */
  readonly beginsWithin?: number;
}

/**
 * The default of `beginsWithin`: the reconciler ends after 55 s, and a run that is killed loses what its jobs counted.
 */
const standardTime = 40_000;

/**
 * Handles the items that are due, `atOnce` of them at a time. If listing or handling fails, that is counted and the
 * next run tries again; the other items are still handled. Never throws.
 */
export async function runJob<Item>(job: Job<Item>): Promise<void> {
  const { name, list, handle, describe, atOnce = 1, beginsWithin = standardTime } = job;
  const end = Date.now() + beginsWithin;
  let items: readonly Item[];
  try {
    items = await list();
  } catch (error) {
    return reportFailure('A job could not list its work', error, { job: name });
  }
  const waiting = items.values();
  const handleWaiting = async () => {
    for (const item of waiting) {
      if (Date.now() >= end) return;
      try {
        await handle(item);
      } catch (error) {
        reportFailure('A job could not finish an item', error, { job: name, ...describe(item) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, handleWaiting));
}

/**
 * Parses each item of a list. An item that does not fit the schema is counted and left out, so that the others are
 * handled.
 */
export function parseEach<S extends z.ZodMiniType>(
  schema: S,
  items: readonly Readonly<Record<string, unknown>>[],
): z.output<S>[] {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    if (parsed.success) return [parsed.data];
    reportFailure('An item is corrupt', parsed.error, { pk: String(item.pk), sk: String(item.sk) });
    return [];
  });
}

function reportFailure(message: string, error: unknown, about: Readonly<Record<string, string>>): void {
  logger.error(message, { ...about, error: error as Error });
  count('ReconcileFailed');
}
