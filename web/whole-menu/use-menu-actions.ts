import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Generation } from '#shared/api/generations.ts';
import type { Dish, Look, Menu } from '#shared/api/menus.ts';
import { useSetCover } from '#web/generations/generation-queries.ts';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { menuQuery, menusQuery } from './menu-queries.ts';
import { words } from './words.ts';

type Direction = 'pause' | 'resume' | 'cancel' | 'retry';

export interface MenuActions {
  /** The action in progress. */
  readonly pending: Direction | 'dish' | undefined;
  /** `look`: the new look of the dishes that have not begun, with `resume`. */
  readonly direct: (action: Direction, look?: Look) => void;
  readonly rename: (dish: Dish, name: string) => void;
  /** Changes the look of a dish that has not begun; null is the look of the menu. */
  readonly setLook: (dish: Dish, look: Look | null) => void;
  /** Makes a dish again, for a credit. */
  readonly remake: (dish: Dish, look: Look | null) => void;
  /** Chooses one of the two pictures of a dish. */
  readonly choose: (generation: Generation, cover: number) => void;
  /** Reads the menu again after its dishes were changed in another way. */
  readonly readAgain: () => void;
}

/** The user's actions on a menu. Each reply is the changed menu; a refusal is shown. */
export function useMenuActions(menuId: string): MenuActions {
  const client = useQueryClient();
  const { queryKey } = menuQuery(menuId);
  const options = {
    // The reply to a poll in progress would restore the old state.
    onMutate: () => client.cancelQueries({ queryKey }),
    retry: (failures: number, error: Error) => failures < 2 && isTransient(error),
    onSuccess: (menu: Menu) => {
      client.setQueryData(queryKey, menu);
      void client.invalidateQueries({ queryKey: menusQuery.queryKey });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (error: Error) => {
      notify.error(words.actionFailed, { description: messageOf(error) });
      void client.invalidateQueries({ queryKey });
    },
  };
  const direction = useMutation({
    mutationFn: ({ action, look }: { action: Direction; look: Look | undefined }) =>
      call('directMenu', { params: { menuId }, body: { action, ...(look && { look }) } }),
    ...options,
  });
  const change = useMutation({
    mutationFn: ({ number, body }: { number: number; body: { name?: string; look?: Look | null } }) =>
      call('changeDish', { params: { menuId, number }, body }),
    ...options,
  });
  const remake = useMutation({
    mutationFn: ({ number, attempt, look }: Pick<Dish, 'number' | 'attempt' | 'look'>) =>
      call('remakeDish', { params: { menuId, number }, body: { seen: attempt, look } }),
    ...options,
  });
  const cover = useSetCover();
  return {
    pending: direction.isPending
      ? direction.variables.action
      : change.isPending || remake.isPending
        ? 'dish'
        : undefined,
    direct: (action, look) => direction.mutate({ action, look }),
    rename: ({ number }, name) => change.mutate({ number, body: { name } }),
    setLook: ({ number }, look) => change.mutate({ number, body: { look } }),
    remake: ({ number, attempt }, look) => remake.mutate({ number, attempt, look }),
    readAgain: () => void client.invalidateQueries({ queryKey }),
    choose: (generation, index) => {
      const show = (shown: Generation) =>
        client.setQueryData(queryKey, (menu) => menu && withGeneration(menu, shown));
      show({ ...generation, cover: index });
      cover.mutate(
        { generationId: generation.id, cover: index },
        {
          onSuccess: show,
          onError: (error) => {
            show(generation);
            notify.error(words.actionFailed, { description: messageOf(error) });
          },
        },
      );
    },
  };
}

function withGeneration(menu: Menu, generation: Generation): Menu {
  const dishes = menu.dishes.map((dish) =>
    dish.generation?.id === generation.id ? { ...dish, generation } : dish,
  );
  return { ...menu, dishes };
}
