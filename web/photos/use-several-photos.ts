import { useEntitlements } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { isPhotoFile } from '#web/lib/photo-file.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { paths } from '#web/paths.ts';
import { handPhotos } from './handed-photos.ts';
import { words } from './words.ts';

/**
 * Handles a drop or paste where one photo is expected. Several photos lead to a whole menu if the plan includes it;
 * otherwise the first is used, with a message.
 */
export function useSeveralPhotos(onFile: (file: File) => void): (file: File, all: readonly File[]) => void {
  const goTo = useGoTo();
  const { menuEnhancerAccess } = useEntitlements();
  return (file, all) => {
    const photos = all.filter(isPhotoFile);
    if (photos.length < 2) return onFile(photos[0] ?? file);
    if (menuEnhancerAccess) {
      handPhotos(all);
      goTo(paths.wholeMenu());
      notify.info(words.menuBegun(photos.length), { description: words.menuBegunText });
      return;
    }
    onFile(photos[0] ?? file);
    notify.info(words.firstTaken, { description: words.firstTakenText(photos.length) });
  };
}
