import * as z from 'zod/mini';
import { maxOutpaintCredits } from '#shared/domain/plans.ts';
import { maxPackPictures } from '#shared/domain/whole-menu.ts';
import { targetsSchema } from './menus.ts';
import type { Route } from './route.ts';
import { ulidSchema, variationIndexSchema } from './source.ts';
import { taskSchema } from './task.ts';

export const packRoutes = {
  createPack: {
    method: 'POST',
    path: '/api/packs',
    access: 'user',
    owner: 'delivery',
    status: 202,
    summary:
      'Begins a ZIP of chosen pictures: for platforms, the exact file of each; otherwise their own full files. The same id again returns the same task.',
    body: z.lazy(() =>
      z.strictObject({
        id: ulidSchema,
        pictures: z
          .array(z.strictObject({ generationId: ulidSchema, variation: variationIndexSchema }))
          .check(
            z.minLength(1, 'Choose a picture'),
            z.maxLength(maxPackPictures, `A download holds at most ${maxPackPictures} pictures`),
            z.refine(
              (pictures) =>
                new Set(pictures.map(({ generationId, variation }) => `${generationId}/${variation}`))
                  .size === pictures.length,
              'Choose each picture once',
            ),
          ),
        targets: z._default(targetsSchema, []),
        /** Whether the sheet has the alt texts and descriptions of the pictures that have a post. */
        withTexts: z._default(z.boolean(), true),
        /** The price of a dish whose picture has to be continued, in credits, as the customer has seen it. */
        outpaintCredits: z._default(z.int().check(z.minimum(0), z.maximum(maxOutpaintCredits)), 0),
      }),
    ),
    reply: taskSchema,
  },
} as const satisfies Record<string, Route>;

export type CreatePack = z.output<(typeof packRoutes)['createPack']['body']>;
