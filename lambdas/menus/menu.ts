import * as z from 'zod/mini';
import { lookSchema, menuRoutes, targetSchema } from '#shared/api/menus.ts';
import { sourceSchema } from '#shared/api/source.ts';

const replySchema = menuRoutes.getMenu.reply;
const summary = replySchema.shape;

/** A menu as stored; its dishes are items of their own. */
export const storedMenuSchema = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  finishedAt: summary.finishedAt,
  state: summary.state,
  pausedFor: summary.pausedFor,
  message: summary.message,
  look: lookSchema,
  targets: z.array(targetSchema),
  /** The first dish is made alone, until the customer approves it. */
  firstDishFirst: z.boolean(),
  /** Counts as of the last run; a menu that is read with its dishes counts them. */
  counts: summary.counts,
  /** Version for optimistic locking; each change adds 1. */
  version: z._default(z.int(), 0),
  /** SHA-256 of the request, to distinguish a repetition from another request under the same id. */
  requestHash: z.string(),
});

const dish = summary.dishes.def.element.shape;

/** A dish as stored. */
export const storedDishSchema = z.object({
  menuId: z.string(),
  userId: z.string(),
  number: dish.number,
  name: dish.name,
  source: sourceSchema,
  photo: z.object({ width: z.int(), height: z.int() }),
  look: dish.look,
  /** `asked`: the dish was asked for again while its menu was paused, and is made although the others wait. */
  state: z.enum([...dish.state.options, 'asked']),
  message: dish.message,
  /** The generation of the last attempt. */
  generationId: z.nullable(z.string()),
  /**
   * The free redo of that generation. Recorded when the generation is deleted; until then, the generation itself names
   * it.
   */
  redoId: z._default(z.nullable(z.string()), null),
  /** Whether that generation was refunded and deleted before the menu saw its end: the menu may resume once. */
  isCreditBack: z._default(z.boolean(), false),
});

export type StoredMenu = z.output<typeof storedMenuSchema>;
export type StoredDish = z.output<typeof storedDishSchema>;

/** Whether a dish is still to be begun. */
export function isToCome({ state }: StoredDish): boolean {
  return state === 'waiting' || state === 'asked';
}

/** Counts dishes by state; `asked` counts as running. */
export function countDishes(dishes: readonly Pick<StoredDish, 'state'>[]): StoredMenu['counts'] {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { state } of dishes) counts[state === 'asked' ? 'running' : state] += 1;
  return counts;
}
