import { type PhotoFraming, useFraming } from '#web/photos/use-framing.ts';
import { type MenuDraft, targetOf } from './menu-draft.ts';

/** How the photo of the draft is framed. With a new plate the model draws all of the picture. */
export function useMenuFraming(draft: MenuDraft): PhotoFraming {
  const keepsDish = draft.plateStyle === 'current';
  return useFraming(draft.photo?.source, targetOf(draft), { chosen: draft.framing, keepsDish });
}
