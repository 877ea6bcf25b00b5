import { overlaySchema } from '#shared/domain/overlay.ts';
import { keptDraft } from '#web/lib/kept-draft.ts';

/** Words on the pictures of a generation that are being edited. */
export const wordsDraft = (generationId: string) =>
  keptDraft(`platepost.words.${generationId}`, overlaySchema);
