import * as z from 'zod/mini';

/** The profile as it is typed: it need not be fit to be saved. */
const draftSchema = z.object({
  fullName: z.string(),
  companyName: z.string(),
  kitchen: z.optional(z.string()),
  about: z.optional(z.string()),
});

type ProfileDraft = z.output<typeof draftSchema>;

const key = (userId: string) => `platepost.profile.${userId}`;

/** A profile that was being edited in this tab when it was reloaded or left. */
export function readProfileDraft(userId: string): ProfileDraft | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(sessionStorage.getItem(key(userId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Keeps a profile that is being edited; undefined once it is saved or discarded. Without storage, a reload loses it. */
export function keepProfileDraft(userId: string, draft: ProfileDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key(userId), JSON.stringify(draft));
    else sessionStorage.removeItem(key(userId));
  } catch (error) {
    reportError(error);
  }
}
