import { type Query, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Menu } from '#shared/api/menus.ts';
import { generationQuery } from '#web/generations/generation-queries.ts';
import { isNotFound } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { menuQuery } from './menu-queries.ts';

/**
 * Polls the free redos of a menu's dishes. When one has pictures, the menu is read again, because its dish shows them.
 * @returns The numbers of the dishes whose redo is running.
 */
export function useRedoneDishes({ id: menuId, dishes }: Menu): ReadonlySet<number> {
  const client = useQueryClient();
  const ordered = dishes.flatMap(({ number, generation }) =>
    generation?.redo ? [{ number, redoId: generation.redo.id }] : [],
  );
  const redos = useQueries({
    queries: ordered.map(({ redoId }) => ({
      ...generationQuery(redoId),
      // A deleted redo must not be polled every second.
      enabled: ({ state }: Pick<Query, 'state'>) => !isNotFound(state.error),
    })),
  });
  const made = redos.flatMap(({ data }) => (data?.state === 'done' && !data.fallback ? [data.id] : []));
  const news = made.join();
  useEffect(() => {
    if (news !== '') void client.invalidateQueries({ queryKey: menuQuery(menuId).queryKey });
  }, [news, menuId, client]);
  return new Set(
    ordered.flatMap(({ number }, index) => {
      const redo = redos[index]?.data;
      return redo && isOpen(redo) ? [number] : [];
    }),
  );
}
