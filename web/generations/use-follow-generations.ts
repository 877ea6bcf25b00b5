import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { isNotFound } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { noteSeen } from '#web/lib/notifications.ts';
import { generationQuery, refreshAfterGeneration } from './generation-queries.ts';
import { isCutOff } from './lost-connection.tsx';

/** Number of attempts to find an unknown generation: its request may still be on its way. */
const lookups = 4;
const lookupDelay = 1500;

export interface FollowedGenerations {
  /** In the order of the ids; undefined for one that is not read yet. */
  readonly all: readonly (Generation | undefined)[];
  /** Id of the first one that the API does not have. */
  readonly missing: string | undefined;
  /** Whether the connection is lost. */
  readonly isCutOff: boolean;
}

/**
 * Polls generations until they end, also those of an earlier visit, and reads credits and gallery again after each.
 * Those that are still being sent are not looked up. Those in `shownOpen` are shown as running, so their end is
 * reported even if the first poll finds it.
 */
export function useFollowGenerations(
  ids: readonly string[],
  sending: readonly string[] = [],
  shownOpen: readonly string[] = [],
): FollowedGenerations {
  const client = useQueryClient();
  /** A finished one that is missing was deleted. */
  const lookupsOf = (id: string) => {
    const known = client.getQueryData(generationQuery(id).queryKey);
    return known && !isOpen(known) ? 0 : lookups;
  };
  const followed = useQueries({
    queries: ids.map((id) => ({
      ...generationQuery(id),
      enabled: !sending.includes(id),
      retry: (failures: number, error: Error) => failures < (isNotFound(error) ? lookupsOf(id) : 2),
      retryDelay: lookupDelay,
    })),
    // The result stays the same object until something in it changes.
    combine: (queries): FollowedGenerations => ({
      all: queries.map(({ data }) => data),
      missing: ids.find((id, index) => !sending.includes(id) && isNotFound(queries[index]?.error)),
      isCutOff: queries.some(isCutOff),
    }),
  });
  const { all } = followed;

  // A generation that had ended before it was read changes nothing.
  const seenOpen = useRef(new Set(shownOpen));
  useEffect(() => {
    for (const generation of all) {
      if (generation === undefined) continue;
      if (isOpen(generation)) seenOpen.current.add(generation.id);
      else if (seenOpen.current.delete(generation.id)) {
        void refreshAfterGeneration(client);
        void noteSeen(client);
      }
    }
  }, [all, client]);

  return followed;
}
