import { type PhotoFraming, useFraming } from '#web/photos/use-framing.ts';
import { type MenuDraft, targetOf } from './menu-draft.ts';

/** The framing of the draft's photo. With a new plate the model draws the whole picture. */
export function useMenuFraming(draft: MenuDraft): PhotoFraming {
  const keepsDish = draft.plateStyle === 'current';
  return useFraming(draft.photo?.source, targetOf(draft), { chosen: draft.framing, keepsDish });
}
