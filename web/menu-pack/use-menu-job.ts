import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { type MenuDraft, menuRequest } from './menu-draft.ts';
import { words } from './words.ts';

export interface MenuJob {
  readonly generation: Generation | undefined;
  readonly running: boolean;
  /** ISO time at which the job was made, or sent. */
  readonly since: string;
  readonly start: () => void;
}

/** Sends the draft's enhancement and follows it; the job's id is part of the draft, so a reload finds it. */
export function useMenuJob(draft: MenuDraft, change: (changes: Partial<MenuDraft>) => void): MenuJob {
  const client = useQueryClient();
  const navigate = useNavigate();
  const subscribed = useMe()?.subscription.subscribed ?? false;
  const create = useCreateGeneration();
  const sentAt = useRef(new Date().toISOString());
  const job = useQuery({
    ...generationQuery(draft.jobId ?? ''),
    enabled: draft.jobId !== null && !create.isPending,
    retry: 4,
    retryDelay: 1500,
  });
  const generation = draft.jobId === null ? undefined : job.data;
  const ended = generation !== undefined && !isOpen(generation);
  useEffect(() => {
    if (ended) void refreshAfterJob(client);
  }, [ended, client]);
  const lost = job.error instanceof ApiError && job.error.code === 'not_found';

  const forget = useEffectEvent(() => {
    change({ jobId: null });
    notify.info(words.lostJob);
  });
  useEffect(() => {
    if (lost) forget();
  }, [lost]);

  function refuse(error: unknown): void {
    change({ jobId: null });
    if (error instanceof ApiError && error.code === 'insufficient_credits') {
      notify.error(words.insufficient, {
        description: words.insufficientText,
        action: {
          label: subscribed ? words.buyCredits : words.upgradePlan,
          onClick: () => navigate(paths.credits),
        },
      });
    } else {
      notify.error(words.failed, { description: messageOf(error) });
    }
  }

  return {
    generation,
    running: draft.jobId !== null && !lost && !ended,
    since: generation?.createdAt ?? sentAt.current,
    start: () => {
      const request = menuRequest(draft, ulid());
      if (request === undefined || create.isPending) return;
      sentAt.current = new Date().toISOString();
      change({ jobId: request.id });
      create.mutate(request, { onError: refuse });
    },
  };
}
