import * as z from 'zod/mini';
import { keptDraft } from '#web/lib/kept-draft.ts';

/** The changed fields of the profile as typed, also if they are not valid. */
const draftSchema = z.object({
  fullName: z.optional(z.string()),
  companyName: z.optional(z.string()),
  kitchen: z.optional(z.string()),
  about: z.optional(z.string()),
});

/** The draft of a user's profile that is being edited. */
export const profileDraft = (userId: string) => keptDraft(`platepost.profile.${userId}`, draftSchema);
