import * as z from 'zod/mini';
import { landingSections, menuPackPlatforms, menuPackSections } from '#shared/api/site.ts';
import { countSchema, positiveSchema } from '#shared/domain/numbers.ts';

/** The public pages whose images admins manage. */
export type SitePage = 'landing' | 'menuPack';

const fileSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('image'),
    /** 128 random bits: the public name of all files of this picture. */
    folder: z.string(),
    /** Pixels of the widest rendition. */
    width: positiveSchema,
    height: positiveSchema,
    /** Pixels, smallest first. */
    widths: z.array(positiveSchema).check(z.minLength(1)),
  }),
  z.object({
    type: z.literal('video'),
    folder: z.string(),
    extension: z.enum(['mp4', 'mov']),
    /** Pixels; absent when the file does not say. */
    width: z.optional(positiveSchema),
    height: z.optional(positiveSchema),
  }),
]);

export const siteImageSchema = z.object({
  id: z.string(),
  section: z.enum([...landingSections, ...menuPackSections]),
  platform: z.nullable(z.enum(menuPackPlatforms)),
  file: fileSchema,
  before: z.nullable(fileSchema),
  /** Empty when there is none. */
  title: z.string(),
  description: z.string(),
  displayOrder: countSchema,
  isActive: z.boolean(),
  createdAt: z.string(),
});

export type SiteImage = z.output<typeof siteImageSchema>;
export type SiteFile = z.output<typeof fileSchema>;
