import * as z from 'zod';
import { landingSections, menuPackPlatforms, menuPackSections } from '#shared/api/site.ts';

/** The public pages whose images admins manage. */
export type SitePage = 'landing' | 'menuPack';

const fileSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('image'),
    /** 128 random bits: the public name of all files of this picture. */
    folder: z.string(),
    /** Pixels of the widest rendition. */
    width: z.int().min(1),
    height: z.int().min(1),
    /** Pixels, smallest first. */
    widths: z.array(z.int().min(1)).min(1),
  }),
  z.object({
    type: z.literal('video'),
    folder: z.string(),
    extension: z.enum(['mp4', 'mov']),
    /** Pixels; absent when the file does not say. */
    width: z.int().min(1).optional(),
    height: z.int().min(1).optional(),
  }),
]);

export const siteImageSchema = z.object({
  id: z.string(),
  section: z.enum([...landingSections, ...menuPackSections]),
  platform: z.enum(menuPackPlatforms).nullable(),
  file: fileSchema,
  before: fileSchema.nullable(),
  /** Empty when there is none. */
  title: z.string(),
  description: z.string(),
  displayOrder: z.int().min(0),
  isActive: z.boolean(),
  createdAt: z.string(),
});

export type SiteImage = z.output<typeof siteImageSchema>;
export type SiteFile = z.output<typeof fileSchema>;
