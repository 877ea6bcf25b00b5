import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { ulid } from 'ulid';
import type { Generation } from '#shared/api/generations.ts';
import {
  generationQuery,
  refreshAfterJob,
  useCreateGeneration,
} from '#web/generations/generation-queries.ts';
import { useMe } from '#web/lib/account.ts';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { notify } from '#web/lib/notify.ts';
import { paths } from '#web/paths.ts';
import { generationRequest } from './generation-request.ts';
import type { Wizard } from './use-wizard.ts';
import type { Chosen } from './wizard.ts';
import { words } from './words.ts';

/** One picture of the results. */
export interface Result extends Chosen {
  readonly previewUrl: string;
  readonly thumbnailUrl: string;
  readonly shareId: string | null;
  readonly originalUrl: string;
  readonly width: number;
  readonly height: number;
  readonly generation: Generation;
}

export interface Jobs {
  readonly results: readonly Result[];
  /** The job that runs now: its last known state, or undefined while it is being sent. */
  readonly running: { readonly generation: Generation | undefined; readonly since: string } | undefined;
  /** The newest job if it failed. */
  readonly failed: Generation | undefined;
  readonly start: () => void;
}

/** How often an unknown job is looked for before it counts as never started: its request may still arrive. */
const lookups = 4;

/**
 * The draft's generations: sends them, follows them by the server's own account, and finds them again after a
 * reload, because the jobs' ids are part of the draft.
 */
export function useJobs({ state, dispatch }: Wizard): Jobs {
  const client = useQueryClient();
  const create = useCreateGeneration();
  const refusal = useRefusal();
  const sending = create.isPending ? create.variables.id : undefined;
  const sentAt = useRef(new Date().toISOString());

  const queries = useQueries({
    queries: state.jobs.map((id) => ({
      ...generationQuery(id),
      enabled: id !== sending,
      retry: (failures: number, error: Error) =>
        error instanceof ApiError && error.code === 'not_found' ? failures < lookups : failures < 2,
      retryDelay: 1500,
    })),
  });

  const lost = state.jobs.find((id, index) => {
    const error = queries[index]?.error;
    return id !== sending && error instanceof ApiError && error.code === 'not_found';
  });
  const forget = useEffectEvent((generationId: string) => {
    dispatch({ type: 'jobForgotten', generationId });
    // Where results were seen, the job had started: it was deleted in the gallery since.
    notify.info(state.chosen === null ? words.lostJob : words.deletedJob);
  });
  useEffect(() => {
    if (lost !== undefined) forget(lost);
  }, [lost]);

  const generations = queries.map((query) => query.data);
  const ended = generations.filter((generation) => generation && !isOpen(generation)).length;
  useEffect(() => {
    if (ended > 0) void refreshAfterJob(client);
  }, [ended, client]);

  const results = generations.flatMap((generation) => (generation ? resultsOf(generation) : []));
  const first = results[0];
  const chooseFirst = useEffectEvent(() => {
    if (first && state.chosen === null) {
      dispatch({
        type: 'resultChosen',
        chosen: { generationId: first.generationId, variation: first.variation },
      });
    }
  });
  const anyResult = first !== undefined;
  useEffect(() => {
    if (anyResult) chooseFirst();
  }, [anyResult]);

  const last = generations.at(-1);
  const isRunning = state.jobs.length > 0 && lost === undefined && (last === undefined || isOpen(last));

  return {
    results,
    running: isRunning ? { generation: last, since: last?.createdAt ?? sentAt.current } : undefined,
    failed: last?.state === 'failed' ? last : undefined,
    start: () => {
      if (create.isPending || isRunning) return;
      const request = generationRequest(state, ulid());
      sentAt.current = new Date().toISOString();
      dispatch({ type: 'jobStarted', generationId: request.id });
      create.mutate(request, {
        onError: (error) => {
          dispatch({ type: 'jobForgotten', generationId: request.id });
          refusal(error);
        },
      });
    },
  };
}

function resultsOf(generation: Generation): readonly Result[] {
  if (generation.state !== 'done') return [];
  return generation.variations.map((variation) => ({
    generationId: generation.id,
    variation: variation.index,
    previewUrl: variation.previewUrl,
    thumbnailUrl: variation.thumbnailUrl,
    shareId: variation.shareId,
    originalUrl: generation.originalUrl ?? variation.previewUrl,
    width: variation.width,
    height: variation.height,
    generation,
  }));
}

/** Says why a job was refused, in the spec's words, and offers the way on. */
function useRefusal(): (error: unknown) => void {
  const navigate = useNavigate();
  const subscribed = useMe()?.subscription.subscribed ?? false;
  return (error) => {
    switch (error instanceof ApiError ? error.code : undefined) {
      case 'insufficient_credits':
        return notify.error(words.insufficientToast, {
          description: words.insufficientToastText,
          action: {
            label: subscribed ? words.buyCredits : words.upgradePlan,
            onClick: () => navigate(paths.credits),
          },
        });
      case 'format_locked':
        return notify.error('Upgrade to Pro for more formats', { description: words.formatRefusedText });
      case 'filter_locked':
        return notify.error(words.filtersLocked, { description: words.filterLockedText });
      case 'scene_locked':
        return notify.error(words.scenesLocked, { description: words.sceneLockedText });
      case 'random_only':
        return notify.error(words.randomOnly, { description: messageOf(error) });
      default:
        return notify.error(messageOf(error));
    }
  };
}
