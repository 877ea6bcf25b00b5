import { useRef } from 'react';
import type { CreatePack } from '#shared/api/packs.ts';
import { call } from '#web/lib/api.ts';
import { useOffer } from '#web/lib/offer.ts';
import { newId } from '#web/lib/server-time.ts';
import { useExportTask } from '#web/lib/use-export-task.ts';
import { words } from './words.ts';

/** What a ZIP is to hold. */
export type Packed = Pick<CreatePack, 'pictures' | 'targets'> & Partial<Pick<CreatePack, 'withTexts'>>;

/** Packs pictures into a ZIP and saves it. Its owner stays on the screen while it runs: leaving stops it. */
export function usePack() {
  const { outpaintCredits } = useOffer();
  const wanted = useRef<Packed>({ pictures: [], targets: [] });
  const { isPending, mutate } = useExportTask({
    start: (signal) =>
      call('createPack', { body: { id: newId(), ...wanted.current, outpaintCredits } }, signal),
    read: (taskId, signal) => call('getMyTask', { params: { taskId } }, signal),
    failed: words.packFailed,
  });
  const pack = (packed: Packed) => {
    wanted.current = packed;
    mutate();
  };
  return { isPacking: isPending, pack, outpaintCredits };
}
