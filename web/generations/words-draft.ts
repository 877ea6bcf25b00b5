import { overlaySchema } from '#shared/domain/overlay.ts';
import { keptDraft } from '#web/lib/kept-draft.ts';

/** The draft of the words on a generation's pictures. */
export const wordsDraft = (generationId: string) =>
  keptDraft(`platepost.words.${generationId}`, overlaySchema);
