import type { CreateMenu, Menu } from '#shared/api/menus.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, isTransient } from '#web/lib/api-error.ts';
import { isOffServerTime, newId } from '#web/lib/server-time.ts';

/** How a request for a menu ended. */
export type Started =
  | { readonly outcome: 'started'; readonly menu: Menu; readonly isEarlier: boolean }
  /** No answer came. The next attempt has to use the same id. */
  | { readonly outcome: 'unanswered'; readonly id: string; readonly error: unknown }
  /** Nothing was started. */
  | { readonly outcome: 'refused'; readonly error: unknown };

/**
 * Starts a menu. The API answers a repeated id with the menu that exists: after a lost answer the same id starts no
 * second one, also if the choices have changed meanwhile.
 */
export async function startMenu(
  requestWith: (id: string) => CreateMenu,
  unansweredId: string | null,
): Promise<Started> {
  const id = unansweredId ?? newId();
  try {
    return {
      outcome: 'started',
      menu: await call('createMenu', { body: requestWith(id) }),
      isEarlier: false,
    };
  } catch (error) {
    if (isTransient(error)) return { outcome: 'unanswered', id, error };
    const code = error instanceof ApiError ? error.code : undefined;
    // Too old to be accepted, and the API has looked for a menu with this id first; or this device's clock is wrong, and
    // the refusal has brought the server's time.
    if (code === 'id_out_of_time' && (unansweredId !== null || isOffServerTime(id)))
      return startMenu(requestWith, null);
    if (code !== 'conflict' || unansweredId === null) return { outcome: 'refused', error };
    try {
      const menu = await call('getMenu', { params: { menuId: id } });
      return { outcome: 'started', menu, isEarlier: true };
    } catch (readError) {
      if (readError instanceof ApiError && readError.code === 'not_found')
        return startMenu(requestWith, null);
      return { outcome: 'unanswered', id, error: readError };
    }
  }
}
