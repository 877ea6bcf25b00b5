import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Generation } from '#shared/api/generations.ts';
import type { Dish, Look, Menu } from '#shared/api/menus.ts';
import { galleryKey, generationQuery, useSetCover } from '#web/generations/generation-queries.ts';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { readAfresh } from '#web/lib/read-afresh.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { words as common } from '#web/lib/words.ts';
import { type Direction, hasLook, isDirected, isRemade } from './carried-out.ts';
import { menuQuery, menusQuery } from './menu-queries.ts';
import { words } from './words.ts';

export interface MenuActions {
  /** The action in progress. */
  readonly pending: Direction | 'dish' | undefined;
  /** `look`: the new look of the dishes that have not begun, with `resume`. */
  readonly direct: (action: Direction, look?: Look) => void;
  /** Changes the look of a dish that has not begun; null is the look of the menu. */
  readonly setLook: (dish: Dish, look: Look | null) => void;
  /** Makes a dish again, for a credit. */
  readonly remake: (dish: Dish, look: Look | null) => void;
  /** Chooses one of the two pictures of a dish. */
  readonly choose: (generation: Generation, cover: number) => void;
  /** Reads the menu again after its dishes were changed in another way. */
  readonly readAgain: () => void;
}

/** What every change of a menu does: its reply is the changed menu. */
function useMenuChange(menuId: string) {
  const client = useQueryClient();
  const { queryKey } = menuQuery(menuId);
  return {
    // The reply to a poll in progress would restore the old state.
    onMutate: () => client.cancelQueries({ queryKey }),
    retry: repeatsTransient,
    onSuccess: (menu: Menu) => {
      client.setQueryData(queryKey, menu);
      void client.invalidateQueries({ queryKey: menusQuery.queryKey });
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onSettled: (_: Menu | undefined, error: Error | null) =>
      void (error && client.invalidateQueries({ queryKey })),
  };
}

/**
 * Renames a dish. Continues after the dialog has closed; if it fails then, its message saves the same name again by one
 * press.
 */
export function useRenameDish(menuId: string, number: number) {
  const client = useQueryClient();
  const isOpen = useIsMounted();
  const change = useMenuChange(menuId);
  const mutation = useMutation({
    mutationFn: (name: string) => call('changeDish', { params: { menuId, number }, body: { name } }),
    ...change,
    onSuccess: (menu) => {
      change.onSuccess(menu);
      const { generation } = menu.dishes.find((dish) => dish.number === number) ?? {};
      if (!generation) return;
      void client.invalidateQueries({ queryKey: generationQuery(generation.id).queryKey });
      void client.invalidateQueries({ queryKey: galleryKey });
    },
    onError: (error, name) => {
      if (isOpen.current) return;
      notify.error(words.notRenamed(name), {
        description: messageOf(error),
        action: { label: common.tryAgain, onClick: () => mutation.mutate(name) },
      });
    },
  });
  return mutation;
}

/**
 * The user's actions on a menu. A refusal is shown. After a lost reply, the menu is read again: it may show that the
 * action was carried out, so that nobody pays for the same one twice.
 */
export function useMenuActions(menuId: string): MenuActions {
  const client = useQueryClient();
  const query = menuQuery(menuId);
  const { queryKey } = query;
  const change = useMenuChange(menuId);
  async function onFailure(error: Error, isCarriedOut: (menu: Menu) => boolean): Promise<void> {
    if (isTransient(error)) {
      const menu = await readAfresh(client, query);
      if (!menu) return void notify.error(words.actionUnanswered);
      if (isCarriedOut(menu)) return change.onSuccess(menu);
    }
    notify.error(words.actionFailed, { description: messageOf(error) });
  }
  const direction = useMutation({
    mutationFn: ({ action, look }: { action: Direction; look: Look | undefined }) =>
      call('directMenu', { params: { menuId }, body: { action, ...(look && { look }) } }),
    ...change,
    onError: (error, { action, look }) => onFailure(error, (menu) => isDirected(menu, action, look)),
  });
  const setLook = useMutation({
    mutationFn: ({ number, look }: Pick<Dish, 'number' | 'look'>) =>
      call('changeDish', { params: { menuId, number }, body: { look } }),
    ...change,
    onError: (error, { number, look }) => onFailure(error, (menu) => hasLook(menu, number, look)),
  });
  const remake = useMutation({
    mutationFn: ({ number, attempt, look }: Pick<Dish, 'number' | 'attempt' | 'look'>) =>
      call('remakeDish', { params: { menuId, number }, body: { seen: attempt, look } }),
    ...change,
    onError: (error, { number, attempt }) => onFailure(error, (menu) => isRemade(menu, number, attempt)),
  });
  const cover = useSetCover();
  return {
    pending: direction.isPending
      ? direction.variables.action
      : setLook.isPending || remake.isPending
        ? 'dish'
        : undefined,
    direct: (action, look) => direction.mutate({ action, look }),
    setLook: ({ number }, look) => setLook.mutate({ number, look }),
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
