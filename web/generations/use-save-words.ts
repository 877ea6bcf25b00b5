import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import type { Overlay } from '#shared/domain/overlay.ts';
import { call } from '#web/lib/api.ts';
import { messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { newId } from '#web/lib/server-time.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { words as shared } from '#web/lib/words.ts';
import { words } from './editor-words.ts';
import { generationQuery } from './generation-queries.ts';

const savingWordsKey = (generationId: string) => ['words', generationId];

/** Whether words of a generation are being saved, also by an editor that was closed meanwhile. */
export function useIsSavingWords(generationId: string): boolean {
  return useIsMutating({ mutationKey: savingWordsKey(generationId) }) > 0;
}

/**
 * Saves words. The same words are saved under the same id (idempotency key), because the reply to an earlier request
 * may be lost. Continues after the editor has closed; if it fails then, its message saves them again by one press.
 */
export function useSaveWords(
  { id: generationId, words: seen }: Generation,
  onAccepted: (accepted: Generation) => void,
) {
  const client = useQueryClient();
  const [after] = useState(seen?.id ?? null);
  const isOpen = useIsMounted();
  const last = useRef<{ readonly id: string; readonly of: string } | undefined>(undefined);
  const mutation = useMutation({
    mutationKey: savingWordsKey(generationId),
    mutationFn: async ({ overlay, isOver }: { readonly overlay: Overlay; readonly isOver: boolean }) => {
      const query = generationQuery(generationId);
      const now = isOver ? await client.fetchQuery({ ...query, staleTime: 0 }) : undefined;
      const seenId = now ? (now.words?.id ?? null) : after;
      const of = JSON.stringify([overlay, seenId]);
      if (last.current?.of !== of) last.current = { id: newId(), of };
      const body = { id: last.current.id, after: seenId, overlay };
      return call('changeWords', { params: { generationId }, body });
    },
    retry: repeatsTransient,
    onSuccess: onAccepted,
    onError: (error, wanted) => {
      if (isOpen.current) return;
      notify.error(words.notSaved, {
        description: messageOf(error),
        action: { label: shared.tryAgain, onClick: () => mutation.mutate(wanted) },
      });
    },
  });
  return {
    now: (overlay: Overlay) => mutation.mutate({ overlay, isOver: false }),
    /** Overwrites a version that was saved in the meantime. */
    over: (overlay: Overlay) => mutation.mutate({ overlay, isOver: true }),
    isPending: mutation.isPending,
    isError: mutation.isError,
    error: mutation.error,
  };
}
