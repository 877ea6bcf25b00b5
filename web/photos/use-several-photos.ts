import { useEntitlements } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { paths } from '#web/paths.ts';
import { handPhotos } from './handed-photos.ts';
import { words } from './words.ts';

/**
 * Takes what was dropped or pasted where one photo is asked for. Several lead to a whole menu, where the plan has one;
 * elsewhere the first is taken, and a message says so.
 */
export function useSeveralPhotos(onFile: (file: File) => void): (file: File, all: readonly File[]) => void {
  const goTo = useGoTo();
  const { menuEnhancerAccess } = useEntitlements();
  return (file, all) => {
    const photos = all.filter(({ type }) => type.startsWith('image/'));
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
