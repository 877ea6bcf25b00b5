import type { CreateMenu, Menu } from '#shared/api/menus.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, isTransient, isUnsent, mayHaveSucceeded } from '#web/lib/api-error.ts';
import { isOffServerTime } from '#web/lib/server-time.ts';

/** The outcome of a request for a menu. */
export type Started =
  | { readonly outcome: 'started'; readonly menu: Menu; readonly isEarlier: boolean }
  /** No reply came. The next attempt must use the same id. */
  | { readonly outcome: 'unanswered'; readonly error: unknown }
  /** Nothing was started. */
  | { readonly outcome: 'refused'; readonly error: unknown }
  /** No menu has this id, and none can get it: the next attempt may use a new one. */
  | { readonly outcome: 'unusable-id' };

/**
 * Starts a menu. The id is an idempotency key: the API answers a repeated id with the existing menu, so after a lost
 * reply the same id starts no second one, even if the choices have changed in the meantime.
 * @param isRepeat Whether a request with this id was sent before without a reply.
 */
export async function startMenu(request: CreateMenu, isRepeat: boolean): Promise<Started> {
  const { id } = request;
  try {
    return { outcome: 'started', menu: await call('createMenu', { body: request }), isEarlier: false };
  } catch (error) {
    const mayExist = isRepeat ? mayHaveSucceeded(error) : isTransient(error) && !isUnsent(error);
    if (mayExist) return { outcome: 'unanswered', error };
    const code = error instanceof ApiError ? error.code : undefined;
    // The id is too old, and the API has looked for a menu with this id first. Or this device's clock is wrong, and the
    // reply contains the server's time.
    if (code === 'id_out_of_time' && (isRepeat || isOffServerTime(id))) return { outcome: 'unusable-id' };
    if (code !== 'conflict' || !isRepeat) return { outcome: 'refused', error };
    try {
      const menu = await call('getMenu', { params: { menuId: id } });
      return { outcome: 'started', menu, isEarlier: true };
    } catch (readError) {
      if (readError instanceof ApiError && readError.code === 'not_found') return { outcome: 'unusable-id' };
      return { outcome: 'unanswered', error: readError };
    }
  }
}
