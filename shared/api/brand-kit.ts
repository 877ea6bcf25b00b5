import * as z from 'zod/mini';
import { maxLogoBytes } from '#shared/domain/limits.ts';
import { brandLookSchema } from '#shared/domain/overlay.ts';
import { base64Schema } from './base64.ts';
import type { Route } from './route.ts';

/** The logo as it is drawn on pictures: without empty margins, with its transparency. */
const logoSchema = z.lazy(() =>
  z.object({
    /** Path on the site's own origin, under /media/. */
    url: z.string(),
    width: z.int(),
    height: z.int(),
  }),
);

/** The logo, fonts and colours that an account's pictures share. */
export const brandKitSchema = z.object({
  /** Font and colours of words; null until they are chosen. */
  look: z.nullable(brandLookSchema),
  logo: z.nullable(logoSchema),
});

const logoFileSchema = base64Schema(
  maxLogoBytes,
  'Please choose a logo under 3 MB',
  'The logo is not base64',
);

export const brandKitRoutes = {
  saveBrandKit: {
    method: 'PUT',
    path: '/api/me/brand-kit',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'Keeps a font and two colours for the words on pictures.',
    body: brandLookSchema,
    reply: brandKitSchema,
  },
  deleteLogo: {
    method: 'DELETE',
    path: '/api/me/brand-kit/logo',
    access: 'user',
    owner: 'account',
    status: 200,
    summary: 'Removes the logo; pictures that show it stay as they are. Again is no error.',
    reply: brandKitSchema,
  },
} as const satisfies Record<string, Route>;

/** Separate from the other account routes, because its function decodes files of customers. */
export const logoRoutes = {
  setLogo: {
    method: 'PUT',
    path: '/api/me/brand-kit/logo',
    access: 'user',
    owner: 'photos',
    status: 200,
    summary: 'Keeps a logo, from a PNG, JPEG, WebP or plain SVG; it replaces the former one.',
    /** The file in base64. */
    body: z.strictObject({ file: logoFileSchema }),
    reply: brandKitSchema,
  },
} as const satisfies Record<string, Route>;

export type BrandKit = z.output<typeof brandKitSchema>;
