import * as z from 'zod/mini';
import { keptDraft } from '#web/lib/kept-draft.ts';

/** The corrected mask of a photo that was not saved yet, as a PNG in base64. */
export const unsavedMask = (photoId: string) =>
  keptDraft(`platepost.unsaved-mask.${photoId}`, z.object({ png: z.string() }));
