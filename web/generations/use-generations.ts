import { useMutation, useMutationState, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CreateGeneration, Generation } from '#shared/api/generations.ts';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { isNotFound } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { notify } from '#web/lib/notify.ts';
import { newId, serverNow } from '#web/lib/server-time.ts';
import { tabMemory } from '#web/lib/tab-memory.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { generationQuery } from './generation-queries.ts';
import { unansweredText } from './refusal.ts';
import { type GenerationApi, type Submission, submitGeneration } from './submit-generation.ts';
import { useFollowGenerations } from './use-follow-generations.ts';
import { useRefusal } from './use-refusal.ts';
import { words } from './words.ts';

/** The generations that a draft stores, so that a reload finds them again. */
export interface DraftGenerations {
  /** Oldest first; the last one may still run, or be on its way to the API. */
  readonly ids: readonly string[];
  /** Id of a request without a reply: the next request uses it again. */
  readonly unansweredId: string | null;
  /** Generation of the chosen result, or whose results were shown; null while there is none. */
  readonly chosenId: string | null;
}

/** Changes of a draft that follow from its generations. */
export interface DraftChanges {
  /**
   * A request with this id is being sent, or its generation was found to run: add it to `ids` and clear `unansweredId`.
   */
  readonly onStarted: (generationId: string) => void;
  /** The API refused the request, or the generation was deleted: remove the id from `ids`. */
  readonly onForgotten: (generationId: string) => void;
  /** The request got no reply: remove the id from `ids` and store it as `unansweredId`. */
  readonly onUnanswered: (generationId: string) => void;
  /** The API refused the request with this error; the id has been removed from `ids`. */
  readonly onRefused?: (error: unknown) => void;
}

export interface Generations {
  /** In the order of `ids`; undefined for one that is not read yet. */
  readonly all: readonly (Generation | undefined)[];
  /** The generation that runs now. */
  readonly running: RunningGeneration | undefined;
  /** The newest generation, if it failed. */
  readonly failed: Generation | undefined;
  /** Sends a request with the given id. Does nothing while a generation runs. */
  readonly start: (requestWith: (id: string) => CreateGeneration) => void;
}

export interface RunningGeneration {
  /** Its last known state; undefined while it is being sent or read. */
  readonly generation: Generation | undefined;
  /** Whether the API has not accepted it yet. */
  readonly isSending: boolean;
  /** ISO time of the server's clock. */
  readonly since: string;
  /** Whether the connection is lost, so that the state may be old. */
  readonly isCutOff: boolean;
}

interface Attempt {
  readonly request: CreateGeneration;
  readonly isRepeat: boolean;
}

const createApi: GenerationApi<CreateGeneration> = {
  create: (request) => call('createGeneration', { body: request }),
  read: (generationId) => call('getGeneration', { params: { generationId } }),
};

/**
 * The id of the last refused request. Its user may have left the screen before, so that the draft still contains it.
 */
const refusedRequest = tabMemory('platepost.refused');

/** Sends the generations of a draft and follows them until they end. */
export function useGenerations(
  kind: CreateGeneration['kind'],
  { ids, unansweredId, chosenId }: DraftGenerations,
  { onStarted, onForgotten, onUnanswered, onRefused }: DraftChanges,
): Generations {
  const client = useQueryClient();
  const refusal = useRefusal(kind);
  const isShown = useIsMounted();
  const sentAt = useRef(new Date(serverNow()).toISOString());
  const mutationKey = ['submit-generation', kind];
  // Includes those sent before the user left this screen and came back.
  const sending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => (mutation.state.variables as Attempt).request.id,
  });
  const submit = useMutation({
    mutationKey,
    mutationFn: async ({ request, isRepeat }: Attempt) => {
      const submission = await submitGeneration(request, { isRepeat, api: createApi });
      if (submission.outcome === 'refused') refusedRequest.keep(request.id);
      return submission;
    },
    onSuccess: (submission) => {
      if (submission.outcome === 'accepted')
        client.setQueryData(generationQuery(submission.generation.id).queryKey, submission.generation);
      // The callback of `mutate` does not run after the user has left the screen.
      if (submission.outcome === 'refused' && !isShown.current) refusal(submission.error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  });

  const [refused] = useState(refusedRequest.read);
  const known = ids.filter((id) => id !== refused);
  const { all, missing, isCutOff } = useFollowGenerations(known, sending);
  const forgetRefused = useEffectEvent(() => {
    if (refused !== undefined && ids.includes(refused)) onForgotten(refused);
  });
  useEffect(() => forgetRefused(), []);
  const giveUp = useEffectEvent((id: string) => {
    // Its results or those of a later one were shown, so it has been deleted since.
    const wasDeleted = chosenId !== null && (id === chosenId || id !== ids.at(-1));
    if (wasDeleted) onForgotten(id);
    else onUnanswered(id);
    notify.info(wasDeleted ? words.deleted : words.neverReceived);
  });
  useEffect(() => {
    if (missing !== undefined) giveUp(missing);
  }, [missing]);

  const redo = useRunningRedo(known, all);
  const join = useEffectEvent((id: string) => onStarted(id));
  useEffect(() => {
    if (redo !== undefined) join(redo);
  }, [redo]);

  const last = all.at(-1);
  const isRunning = known.length > 0 && missing === undefined && (last === undefined || isOpen(last));

  function send(id: string, isRepeat: boolean, requestWith: (id: string) => CreateGeneration): void {
    sentAt.current = new Date(serverNow()).toISOString();
    onStarted(id);
    const settle = (submission: Submission) => {
      switch (submission.outcome) {
        case 'accepted':
          if (submission.isEarlier) notify.info(words.earlierArrived);
          return;
        case 'refused':
          onForgotten(id);
          onRefused?.(submission.error);
          return refusal(submission.error);
        case 'unanswered':
          onUnanswered(id);
          return notify.error(unansweredText(submission.error, words.unanswered));
        case 'unusable-id':
          onForgotten(id);
          return send(newId(), false, requestWith);
      }
    };
    submit.mutate({ request: requestWith(id), isRepeat }, { onSuccess: settle });
  }

  return {
    all,
    running: isRunning
      ? {
          generation: last,
          isSending: last === undefined && sending.includes(ids.at(-1) ?? ''),
          since: last?.createdAt ?? sentAt.current,
          isCutOff,
        }
      : undefined,
    failed: last?.state === 'failed' ? last : undefined,
    start: (requestWith) => {
      if (isRunning || sending.length > 0) return;
      send(unansweredId ?? newId(), unansweredId !== null, requestWith);
    },
  };
}

/** The id of a running free redo that is not in the draft: its reply was lost, for example by a reload. */
function useRunningRedo(
  ids: readonly string[],
  all: readonly (Generation | undefined)[],
): string | undefined {
  const redos = all.flatMap((each) => (each?.redo && !ids.includes(each.redo.id) ? [each.redo.id] : []));
  const found = useQueries({ queries: redos.map(generationQuery) });
  return found.find(({ data, error }) => data && isOpen(data) && !isNotFound(error))?.data?.id;
}
