import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Generation } from '#shared/api/generations.ts';
import { ulidSchema } from '#shared/api/source.ts';
import type { RedoReason } from '#shared/domain/redo.ts';
import { call } from '#web/lib/api.ts';
import type { CallRequest } from '#web/lib/api-client.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { ledgerKey } from '#web/lib/billing.ts';
import { notify } from '#web/lib/notify.ts';
import { useIsSavingMask } from '#web/lib/saving-mask.ts';
import { newId } from '#web/lib/server-time.ts';
import { tabMemory } from '#web/lib/tab-memory.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import {
  changeGeneration,
  galleryKey,
  generationQuery,
  refreshAfterGeneration,
} from './generation-queries.ts';
import { unansweredText } from './refusal.ts';
import { type GenerationApi, type Submission, submitGeneration } from './submit-generation.ts';
import { words } from './words.ts';

interface Wish {
  readonly reason: RedoReason;
  readonly note: string;
}

interface AskForRedo {
  readonly ask: (wish: Wish) => void;
  /** Whether the request is in progress, or waits for a mask that is being saved. */
  readonly isPending: boolean;
  /** Why there is no redo, or that no reply came; undefined if there is no problem. */
  readonly problem: string | undefined;
}

/**
 * Asks for the free redo of a generation. The id of the request (idempotency key) is stored in this tab until a reply
 * came, also after the dialog was closed or the page reloaded: so a request whose reply was lost is found again instead
 * of refused as a second one.
 */
export function useAskForRedo(generationId: string, onStarted: (redo: Generation) => void): AskForRedo {
  const client = useQueryClient();
  const memory = tabMemory(`platepost.redo.${generationId}`);
  const mutationKey = ['redo', generationId];
  // Also if the dialog was closed and opened again.
  const isSending = useIsMutating({ mutationKey }) > 0;
  const isSavingMask = useIsSavingMask();
  const isShown = useIsMounted();
  const request = useMutation({
    mutationKey,
    mutationFn: async (wish: Wish): Promise<Submission> => {
      const kept = ulidSchema.safeParse(memory.read());
      const first = await send(kept.data ?? newId(), kept.success, wish);
      return first.outcome === 'unusable-id' ? send(newId(), false, wish) : first;
    },
    onSuccess: (submission, { reason }) => {
      if (submission.outcome !== 'accepted') {
        // There may be a redo: of the lost request, or requested elsewhere.
        void client.invalidateQueries({ queryKey: generationQuery(generationId).queryKey });
        void client.invalidateQueries({ queryKey: galleryKey });
        const problem = problemOf(submission);
        if (!isShown.current && problem !== undefined)
          notify.error(words.redoNotStarted, { description: problem });
        return;
      }
      const { generation, isEarlier } = submission;
      memory.drop();
      if (isEarlier) notify.info(words.earlierArrived);
      client.setQueryData(generationQuery(generation.id).queryKey, generation);
      changeGeneration(client, generationId, (known) => ({ ...known, redo: { id: generation.id, reason } }));
      void refreshAfterGeneration(client);
      void client.invalidateQueries({ queryKey: ledgerKey });
      onStarted(generation);
    },
  });

  function send(id: string, isRepeat: boolean, wish: Wish): Promise<Submission> {
    memory.keep(id);
    return submitGeneration({ id, ...wish }, { isRepeat, api: apiOf(generationId) });
  }

  /** Runs once, even if the button is pressed twice before it renders again. */
  function ask(wish: Wish): void {
    if (client.isMutating({ mutationKey }) === 0) request.mutate(wish);
  }

  return { ask, isPending: isSending || isSavingMask, problem: problemOf(request.data) };
}

function apiOf(generationId: string): GenerationApi<CallRequest<'redoGeneration'>['body']> {
  return {
    create: (body) => call('redoGeneration', { params: { generationId }, body }),
    read: (id) => call('getGeneration', { params: { generationId: id } }),
  };
}

function problemOf(submission: Submission | undefined): string | undefined {
  switch (submission?.outcome) {
    case 'refused':
      return messageOf(submission.error);
    case 'unanswered':
      return unansweredText(submission.error, words.redoUnanswered);
    default:
      return undefined;
  }
}
