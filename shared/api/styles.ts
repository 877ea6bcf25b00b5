import * as z from 'zod/mini';
import { maxStyleNameLength } from '#shared/domain/limits.ts';
import { plainText } from '#shared/domain/plain-text.ts';
import { choiceIdSchema, sceneIdSchema, studioChoicesSchema } from './generations.ts';
import { lookSchema } from './menus.ts';
import type { Route } from './route.ts';
import { ulidSchema } from './source.ts';

/** House styles that one account may keep. */
export const maxStyles = 20;

/** A look of the studio: the choices that stay the same from dish to dish, without format, framing and random picks. */
const studioLookSchema = z.lazy(() =>
  z.extend(
    z.pick(studioChoicesSchema, {
      creationPath: true,
      adjustment: true,
      cameraAngle: true,
      customPrompt: true,
      promoText: true,
      promoPosition: true,
      promoLook: true,
      avatarGender: true,
      avatarEthnicity: true,
    }),
    {
      foodLock: z.boolean(),
      filter: z.nullable(z.strictObject({ id: choiceIdSchema })),
      scene: z.nullable(
        z.union([
          z.strictObject({ id: sceneIdSchema }),
          z.strictObject({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
        ]),
      ),
    },
  ),
);

const nameSchema = z
  .string()
  .check(
    z.overwrite(plainText),
    z.trim(),
    z.minLength(1, 'Please name the style'),
    z.maxLength(maxStyleNameLength, 'Style name too long'),
  );

/**
 * A named look (house style). It serves the studio, the Menu Enhancer Pack and whole menus, or one of the two groups.
 */
const styleSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    createdAt: z.string(),
    studio: z.nullable(studioLookSchema),
    menu: z.nullable(lookSchema),
  }),
);

/** Sorted by name, with the default for new pictures and menus. */
export const stylesSchema = z.object({
  items: z.array(styleSchema).check(z.maxLength(maxStyles)),
  defaultId: z.nullable(z.string()),
});

const styleParams = z.strictObject({ styleId: ulidSchema });

export const styleRoutes = {
  listStyles: {
    method: 'GET',
    path: '/api/styles',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: "The caller's house styles and the one that new pictures begin with.",
    reply: stylesSchema,
  },
  saveStyle: {
    method: 'PUT',
    path: '/api/styles/{styleId}',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: `Creates a house style, or changes the parts that are given; at most ${maxStyles}, each name once.`,
    params: styleParams,
    body: z.lazy(() =>
      z.strictObject({
        name: nameSchema,
        studio: z.optional(studioLookSchema),
        menu: z.optional(lookSchema),
        /** Whether it is the default for new pictures; absent: unchanged. */
        isDefault: z.optional(z.boolean()),
      }),
    ),
    reply: stylesSchema,
  },
  deleteStyle: {
    method: 'DELETE',
    path: '/api/styles/{styleId}',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'Removes a house style; pictures that were made in it stay. Again is no error.',
    params: styleParams,
    reply: stylesSchema,
  },
} as const satisfies Record<string, Route>;

export type Styles = z.output<typeof stylesSchema>;
export type Style = z.output<typeof styleSchema>;
export type StudioLook = z.output<typeof studioLookSchema>;
export type SaveStyle = z.output<(typeof styleRoutes)['saveStyle']['body']>;
