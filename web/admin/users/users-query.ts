import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '#shared/api/admin.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { waitForTask } from '#web/lib/tasks.ts';
import { words } from './words.ts';

export type Sort = 'newest' | 'oldest' | 'email';

const usersKey = ['admin', 'users'];

/** Users page by page in the chosen order, or those whose e-mail begins with the search. */
export function usersQuery(search: string, sort: Sort) {
  return infiniteQueryOptions({
    queryKey: [...usersKey, search, sort],
    queryFn: ({ pageParam, signal }) =>
      call('listUsers', { query: { search, sort, ...(pageParam !== '' && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/** Sets purchased credits; if the balance has changed, the list reloads. */
export function useAdjustCredits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      user,
      ...body
    }: {
      user: AdminUser;
      id: string;
      seen: number;
      balance: number;
      reason: string;
    }) => call('adjustCredits', { params: { userId: user.userId }, body }),
    onSuccess: () => notify.success(words.adjusted),
    onError: (error) =>
      notify.error(words.adjustFailed, error instanceof ApiError ? { description: error.message } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  });
}

/** Deletes a user; resolves when all their data is deleted. */
export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId }: AdminUser) => {
      const started = await call('deleteUser', { params: { userId } });
      void client.invalidateQueries({ queryKey: usersKey });
      await waitForTask(started, (taskId) => call('getAdminTask', { params: { taskId } }));
    },
    onSuccess: (_result, { email }) => notify.success(words.deleted(email ?? words.emailUnavailable)),
    onError: (error) => {
      const isOfStaff = error instanceof ApiError && error.code === 'staff_account';
      notify.error(isOfStaff ? error.message : words.deleteFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: usersKey }),
  });
}
