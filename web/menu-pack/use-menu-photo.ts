import { words as shared } from '#web/generations/words.ts';
import { nameFromFile } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { usePhotoUpload } from '#web/lib/use-photo-upload.ts';
import type { MenuDraft, MenuPhoto } from './menu-draft.ts';
import type { MenuGeneration } from './use-menu-generation.ts';

/** The photo of the draft: its upload, and its replacement by another one. */
export function useMenuPhoto(
  { unansweredId }: Pick<MenuDraft, 'unansweredId'>,
  { failed }: Pick<MenuGeneration, 'failed'>,
  change: (changes: Partial<MenuDraft>) => void,
) {
  const take = (chosen: MenuPhoto, { keepsFraming = false } = {}) => {
    // The request without a reply was about another photo.
    if (unansweredId !== null) notify.info(shared.leftUnanswered);
    change({
      photo: chosen,
      unansweredId: null,
      ...(!keepsFraming && { framing: null }),
      // The message about the failure belongs to the former photo.
      ...(failed && { generationId: null }),
    });
  };
  const upload = usePhotoUpload((uploadId, { fileName, preview }) =>
    take({ source: { type: 'upload', uploadId }, name: nameFromFile(fileName), preview }),
  );
  return {
    upload,
    /** Makes a photo the photo of the draft. */
    take,
    rename: (photo: MenuPhoto, name: string) => change({ photo: { ...photo, name } }),
  };
}

export type MenuPhotoControl = ReturnType<typeof useMenuPhoto>;
