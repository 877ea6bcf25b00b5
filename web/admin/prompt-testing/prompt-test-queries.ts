import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreatePromptTest, PromptTest } from '#shared/api/prompt-tests.ts';
import { call } from '#web/lib/api.ts';
import type { CallRequest } from '#web/lib/api-client.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

/** Polling interval of a running test, in milliseconds. */
const pollEvery = 1000;

/** Whether a side is still running. */
export function isRunning({ a, b }: Pick<PromptTest, 'a' | 'b'>): boolean {
  return isOpen(a) || isOpen(b);
}

/** One test, polled every second while it runs. */
export function promptTestQuery(testId: string) {
  return queryOptions({
    queryKey: ['admin', 'prompt-test', testId],
    queryFn: ({ signal }) => call('getPromptTest', { params: { testId } }, signal),
    refetchInterval: ({ state: { data, status } }) => {
      const isAwaited = data === undefined ? status === 'pending' : isRunning(data);
      return isAwaited ? pollEvery : false;
    },
    refetchIntervalInBackground: true,
  });
}

/** All tests, page by page, newest first. */
export const promptTestsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'prompt-tests'],
  queryFn: ({ pageParam, signal }) =>
    call('listPromptTests', { query: pageParam === '' ? {} : { cursor: pageParam } }, signal),
  initialPageParam: '',
  getNextPageParam: (page) => page.cursor,
  // When a test ends, its pictures appear in the list, too.
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ items }) => items.some(isRunning)) ? pollEvery : false,
});

/** Starts a test. The caller makes the id (idempotency key), so that a request whose reply was lost can be repeated. */
export function useCreatePromptTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreatePromptTest) => call('createPromptTest', { body }),
    retry: (failures, error) => failures < 3 && isTransient(error),
    onSuccess: (test) => {
      client.setQueryData(promptTestQuery(test.id).queryKey, test);
      void client.invalidateQueries({ queryKey: promptTestsQuery.queryKey });
    },
    onError: (error) => notify.error(words.failed(messageOf(error))),
  });
}

/** Saves a verdict. */
export function useJudgePromptTest(testId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallRequest<'judgePromptTest'>['body']) =>
      call('judgePromptTest', { params: { testId }, body }),
    onSuccess: (test) => {
      client.setQueryData(promptTestQuery(test.id).queryKey, test);
      void client.invalidateQueries({ queryKey: promptTestsQuery.queryKey });
      notify.success(words.verdictSaved);
    },
    onError: (error) => notify.error(words.verdictFailed, { description: messageOf(error) }),
  });
}

/** Removes a test with its pictures. */
export function useDeletePromptTest(onDeleted: (testId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (testId: string) => call('deletePromptTest', { params: { testId } }),
    onSuccess: (_reply, testId) => {
      notify.success(words.deleted);
      onDeleted(testId);
    },
    onError: (error) => notify.error(words.deleteFailed, { description: messageOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: promptTestsQuery.queryKey }),
  });
}
