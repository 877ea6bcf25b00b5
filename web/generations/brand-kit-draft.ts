import { lookChangesSchema } from '#shared/domain/overlay.ts';
import { keptDraft } from '#web/lib/kept-draft.ts';

/** The font and colours that a user has chosen and not saved yet. */
export const brandKitDraft = (userId: string) =>
  keptDraft(`platepost.brand-kit.${userId}`, lookChangesSchema);
