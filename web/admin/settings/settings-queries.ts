import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminAccount } from '#shared/api/admin.ts';
import { call } from '#web/lib/api.ts';
import type { CallReply, CallRequest } from '#web/lib/api-client.ts';
import { ApiError, isTransient, messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { readAfresh } from '#web/lib/read-afresh.ts';
import { words } from './words.ts';

export const adminsQuery = queryOptions({
  queryKey: ['admin', 'admins'],
  queryFn: ({ signal }) => call('listAdmins', {}, signal),
});

export const activityQuery = queryOptions({
  queryKey: ['admin', 'activity'],
  queryFn: ({ signal }) => call('listAuditLog', {}, signal),
  staleTime: 0,
});

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => call('getSettings', {}, signal),
});

export const rulesQuery = queryOptions({
  queryKey: ['admin', 'rules'],
  queryFn: ({ signal }) => call('listRules', {}, signal),
});

/** Reloads both lists, because each action is logged. Does not wait for them, because the action is done. */
function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const { queryKey } of [adminsQuery, activityQuery]) void client.invalidateQueries({ queryKey });
  };
}

/** Gives a role to the user with this e-mail. */
export function useAssignRole() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (body: { email: string; role: AdminAccount['role'] }) => {
      try {
        return await call('assignRole', { body });
      } catch (error) {
        // Only the reply may have been lost. The same request again would be refused: the user has a role by then.
        const admins = isTransient(error) ? await readAfresh(client, adminsQuery) : undefined;
        const assigned = admins?.items.find(
          ({ email, role }) => email?.toLowerCase() === body.email.toLowerCase() && role === body.role,
        );
        if (!assigned) throw error;
        return assigned;
      }
    },
    onSuccess: (_admin, { role }) => notify.success(words.assigned(role)),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'user_not_found') notify.error(words.notFound);
      else if (error instanceof ApiError && error.code === 'has_role') notify.error(words.hasRole);
      else
        notify.error(isTransient(error) ? words.searchFailed : words.assignFailed, {
          description: messageOf(error),
        });
    },
    onSettled: refresh,
  });
}

/** Takes a role away. */
export function useRemoveRole() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ userId }: AdminAccount) => call('removeRole', { params: { userId } }),
    retry: repeatsTransient,
    onSuccess: () => notify.success(words.removed),
    onError: (error) => {
      const isLastSuperAdmin = error instanceof ApiError && error.code === 'last_super_admin';
      notify.error(words.removeFailed, isLastSuperAdmin ? { description: error.message } : {});
    },
    onSettled: refresh,
  });
}

interface ChangeSettingsOptions {
  readonly onSaved: (settings: CallReply<'getSettings'>) => void;
  /** Gets the settings as somebody else has set them in the meantime. */
  readonly onConflict: (settings: CallReply<'getSettings'>) => void;
}

/** Changes runtime settings; reads them again if somebody else has changed them in the meantime. */
export function useChangeSettings({ onSaved, onConflict }: ChangeSettingsOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallRequest<'changeSettings'>['body']) => call('changeSettings', { body }),
    retry: repeatsTransient,
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      onSaved(settings);
      notify.success(words.saved);
    },
    onError: async (error) => {
      notify.error(words.saveFailed, { description: messageOf(error) });
      if (!(error instanceof ApiError && error.code === 'conflict')) return;
      const settings = await client.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => undefined);
      if (settings) onConflict(settings);
    },
    onSettled: () => client.invalidateQueries({ queryKey: activityQuery.queryKey }),
  });
}
