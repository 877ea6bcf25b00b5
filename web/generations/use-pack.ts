import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { CreatePack } from '#shared/api/packs.ts';
import { call } from '#web/lib/api.ts';
import { mayHaveSucceeded } from '#web/lib/api-error.ts';
import { refreshCredits } from '#web/lib/billing.ts';
import { offerQuery } from '#web/lib/offer-query.ts';
import { newId } from '#web/lib/server-time.ts';
import { useExportTask } from '#web/lib/use-export-task.ts';
import { approvalKey } from './approval-query.ts';
import { words } from './words.ts';

/** The content of a ZIP. */
export type Packed = Pick<CreatePack, 'pictures' | 'targets'> & Partial<Pick<CreatePack, 'withTexts'>>;

/** Makes a ZIP of pictures and saves it. Leaving the screen stops it. */
export function usePack() {
  const client = useQueryClient();
  const outpaintCredits = useQuery(offerQuery).data?.outpaintCredits ?? 0;
  const wanted = useRef<Packed>({ pictures: [], targets: [] });
  /** A ZIP that may be made although its request failed. Asked for again under its id, it is not made twice. */
  const unanswered = useRef<{ readonly id: string; readonly content: string }>(undefined);
  const { isPending, mutate } = useExportTask({
    start: async (signal) => {
      const asked = { ...wanted.current, outpaintCredits };
      const content = JSON.stringify(asked);
      const id = unanswered.current?.content === content ? unanswered.current.id : newId();
      unanswered.current = { id, content };
      try {
        const task = await call('createPack', { body: { id, ...asked } }, signal);
        unanswered.current = undefined;
        return task;
      } catch (error) {
        if (!mayHaveSucceeded(error)) unanswered.current = undefined;
        throw error;
      }
    },
    read: (taskId, signal) => call('getMyTask', { params: { taskId } }, signal),
    failed: words.packFailed,
    onSettled: () => {
      // The first ZIP of a picture approves it, and a continued picture costs credits.
      void client.invalidateQueries({ queryKey: approvalKey });
      void refreshCredits(client);
    },
  });
  const pack = (packed: Packed) => {
    wanted.current = packed;
    mutate();
  };
  return { isPacking: isPending, pack, outpaintCredits };
}

export type Packing = ReturnType<typeof usePack>;
