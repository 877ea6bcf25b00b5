import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { PromptTest } from '#shared/api/prompt-tests.ts';
import { promptTestQuery, promptTestsQuery } from '#web/admin/prompt-testing/prompt-test-queries.ts';

type State = PromptTest['a']['state'];

/** How often the list is read again that holds one test whose sides stand so. */
function intervalOf(a: State, b: State): unknown {
  const client = new QueryClient();
  const test = { a: { state: a }, b: { state: b } } as PromptTest;
  client.setQueryData(promptTestsQuery.queryKey, { pages: [{ items: [test] }], pageParams: [''] });
  const query = client.getQueryCache().find({ queryKey: promptTestsQuery.queryKey });
  const { refetchInterval } = promptTestsQuery;
  return typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
}

describe('past prompt tests', () => {
  it('are read again while one of them runs, so that it gets its pictures', () => {
    expect(intervalOf('done', 'processing')).toBe(1000);
    expect(intervalOf('queued', 'queued')).toBe(1000);
  });

  it('are left alone when all have ended', () => {
    expect(intervalOf('done', 'failed')).toBe(false);
  });
});

describe('a prompt test', () => {
  it('that is not there is not asked for again and again', () => {
    const { refetchInterval } = promptTestQuery('gone');
    const interval = (status: string, data?: PromptTest) =>
      typeof refetchInterval === 'function' && refetchInterval({ state: { status, data } } as never);
    expect(interval('pending')).toBe(1000);
    expect(interval('error')).toBe(false);
    const running = { a: { state: 'done' }, b: { state: 'queued' } } as PromptTest;
    expect(interval('error', running)).toBe(1000);
  });
});
