import * as z from 'zod/mini';
import { keptDraft } from '#web/lib/kept-draft.ts';

/** What was changed of the profile, as it is typed: it need not be fit to be saved. */
const draftSchema = z.object({
  fullName: z.optional(z.string()),
  companyName: z.optional(z.string()),
  kitchen: z.optional(z.string()),
  about: z.optional(z.string()),
});

/** A user's profile that is being edited. */
export const profileDraft = (userId: string) => keptDraft(`platepost.profile.${userId}`, draftSchema);
