import * as z from 'zod/mini';
import { countSchema } from '#shared/domain/numbers.ts';
import { plainText } from '#shared/domain/plain-text.ts';
import { productNameSchema } from '#shared/domain/prompt-requests.ts';
import { maxDishes } from '#shared/domain/whole-menu.ts';
import { generationSchema, menuChoicesSchema } from './generations.ts';
import type { Route } from './route.ts';
import { sourceSchema, ulidSchema } from './source.ts';

/** The look of a menu, or of a dish that has its own. */
export const lookSchema = z.pick(menuChoicesSchema, {
  backgroundStyle: true,
  plateStyle: true,
  imageStyle: true,
});

/** A platform and one of its image types. */
export const targetSchema = z.pick(menuChoicesSchema, { platform: true, imageType: true });

/** Image types of platforms, each once. */
export const targetsSchema = z.array(targetSchema).check(
  z.maxLength(12),
  z.refine(
    (targets) =>
      new Set(targets.map(({ platform, imageType }) => `${platform}/${imageType}`)).size === targets.length,
    'Choose each platform once',
  ),
);

const sideSchema = z.int().check(z.minimum(1), z.maximum(100_000));

const newDishSchema = z.strictObject({
  name: productNameSchema,
  source: sourceSchema,
  /** Pixels of the upright photo. The dish is drawn for the target whose aspect ratio is closest to it. */
  photo: z.strictObject({ width: sideSchema, height: sideSchema }),
  /** Null: the menu's look. */
  look: z._default(z.nullable(lookSchema), null),
});

/**
 * - `running`: dishes are made, a few at a time.
 * - `paused`: no dish begins, except those that are made again; `pausedFor` says why.
 * - `cancelled`: no further dish begins.
 * - `done`: every dish has ended.
 */
const menuStateSchema = z.enum(['running', 'paused', 'cancelled', 'done']);

/** `approval`: the first dish is made and waits for the customer. */
const pauseReasonSchema = z.enum(['customer', 'approval', 'credits', 'limit', 'plan']);

/** `waiting` dishes cost nothing yet; `cancelled` ones never will. */
const dishStateSchema = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);

const summarySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  state: menuStateSchema,
  pausedFor: z.nullable(pauseReasonSchema),
  /** What the customer can do about it, in plain words; null while nothing is to be done. */
  message: z.nullable(z.string()),
  look: lookSchema,
  targets: z.array(targetSchema),
  /** Dishes by state. */
  counts: z.object({
    waiting: countSchema,
    running: countSchema,
    done: countSchema,
    failed: countSchema,
    cancelled: countSchema,
  }),
});

const dishSchema = z.object({
  /** From 1, in the order of the menu. */
  number: z.int(),
  name: z.string(),
  source: sourceSchema,
  state: dishStateSchema,
  /** Null: the look of the menu. */
  look: z.nullable(lookSchema),
  /**
   * Why its last attempt failed, in plain words; null otherwise. Its credit was not taken, or was returned. A dish that
   * had pictures before is `done` nevertheless, and shows those.
   */
  message: z.nullable(z.string()),
  /** Id of the generation that was ordered last, also where that was deleted since; null before the dish began. */
  attempt: z.nullable(z.string()),
  /** Its latest pictures, those of the free redo if there is one; null before it began, and where they were deleted. */
  generation: z.nullable(generationSchema),
});

const menuSchema = z.extend(summarySchema, { dishes: z.array(dishSchema) });

export type Menu = z.output<typeof menuSchema>;
export type MenuSummary = z.output<typeof summarySchema>;
export type Dish = z.output<typeof dishSchema>;
export type Look = z.output<typeof lookSchema>;
export type CreateMenu = z.output<(typeof menuRoutes)['createMenu']['body']>;

const menuParams = z.strictObject({ menuId: ulidSchema });
const dishParams = z.strictObject({
  menuId: ulidSchema,
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxDishes)),
});

export const menuRoutes = {
  createMenu: {
    method: 'POST',
    path: '/api/menus',
    access: 'user',
    owner: 'menus',
    refusedFrom: 'generation',
    status: 202,
    summary:
      'Starts a menu: every dish becomes a generation when its turn comes and is charged then; the same id again returns the same menu.',
    body: z.lazy(() =>
      z.strictObject({
        id: ulidSchema,
        name: z._default(
          z.string().check(z.overwrite(plainText), z.trim(), z.maxLength(100, 'Menu name too long')),
          '',
        ),
        look: lookSchema,
        targets: targetsSchema.check(z.minLength(1, 'Choose a delivery platform')),
        /** Makes the first dish and waits until the customer goes on. */
        firstDishFirst: z._default(z.boolean(), false),
        dishes: z
          .array(newDishSchema)
          .check(
            z.minLength(1, 'Add a photo'),
            z.maxLength(maxDishes, `A menu has at most ${maxDishes} dishes`),
          ),
      }),
    ),
    reply: menuSchema,
  },
  listMenus: {
    method: 'GET',
    path: '/api/menus',
    access: 'user',
    owner: 'menus',
    status: 200,
    summary: "The caller's menus, newest first, without their dishes; at most 50.",
    reply: z.object({ items: z.array(summarySchema) }),
  },
  getMenu: {
    method: 'GET',
    path: '/api/menus/{menuId}',
    access: 'user',
    owner: 'menus',
    status: 200,
    summary: 'One menu with its dishes and their pictures.',
    params: menuParams,
    reply: menuSchema,
  },
  directMenu: {
    method: 'POST',
    path: '/api/menus/{menuId}/direction',
    access: 'user',
    owner: 'menus',
    status: 200,
    summary:
      'Pauses a menu, goes on with it, cancels what has not begun, or makes again what failed; again is no error.',
    params: menuParams,
    body: z.strictObject({
      action: z.enum(['pause', 'resume', 'cancel', 'retry']),
      /** With `resume`: the look of the dishes that have not begun. */
      look: z.optional(lookSchema),
    }),
    reply: menuSchema,
  },
  changeDish: {
    method: 'PATCH',
    path: '/api/menus/{menuId}/dishes/{number}',
    access: 'user',
    owner: 'menus',
    status: 200,
    summary: 'Renames a dish, or gives it another look while it has not begun.',
    params: dishParams,
    body: z.lazy(() =>
      z.strictObject({ name: z.optional(productNameSchema), look: z.optional(z.nullable(lookSchema)) }),
    ),
    reply: menuSchema,
  },
  remakeDish: {
    method: 'POST',
    path: '/api/menus/{menuId}/dishes/{number}/remake',
    access: 'user',
    owner: 'menus',
    refusedFrom: 'generation',
    status: 202,
    summary: 'Makes a finished or failed dish again, for a credit, in another look if one is given.',
    params: dishParams,
    body: z.lazy(() =>
      z.strictObject({
        /** The dish's `attempt` that the caller saw, so that two presses are one order. */
        seen: z.nullable(ulidSchema),
        look: z.optional(z.nullable(lookSchema)),
      }),
    ),
    reply: menuSchema,
  },
  deleteMenu: {
    method: 'DELETE',
    path: '/api/menus/{menuId}',
    access: 'user',
    owner: 'menus',
    status: 204,
    summary: 'Removes the list of a menu that is not running; its pictures stay in the gallery.',
    params: menuParams,
  },
} as const satisfies Record<string, Route>;
