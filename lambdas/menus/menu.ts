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
  /**
   * The generation whose pictures the dish had before its last attempt, or its free redo if that generation was deleted.
   * The dish shows them if the attempt makes none; null once it has made some.
   */
  formerId: z._default(z.nullable(z.string()), null),
  /**
   * Whether the generation of the last attempt was refunded and deleted before the menu saw its end: the menu may resume
   * once.
   */
  isCreditBack: z._default(z.boolean(), false),
});

export type StoredMenu = z.output<typeof storedMenuSchema>;
export type StoredDish = z.output<typeof storedDishSchema>;

/** Whether a dish is still to be begun. */
export function isToCome({ state }: StoredDish): boolean {
  return state === 'waiting' || state === 'asked';
}

interface DishProgress {
  readonly state: StoredDish['state'];
  readonly formerId?: StoredDish['formerId'];
}

/** The state in which a dish is shown: `asked` is running, and a failed attempt leaves a dish done that had pictures. */
export function shownState({ state, formerId = null }: DishProgress): keyof StoredMenu['counts'] {
  if (state === 'asked') return 'running';
  return state === 'failed' && formerId !== null ? 'done' : state;
}

/** Counts dishes by the state in which they are shown. */
export function countDishes(dishes: readonly DishProgress[]): StoredMenu['counts'] {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const dish of dishes) counts[shownState(dish)] += 1;
  return counts;
}
