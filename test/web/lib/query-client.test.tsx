import { focusManager } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { meQuery } from '#web/lib/account.ts';
import { apiErrorOf } from '#web/lib/api-error.ts';
import { createQueryClient, readAgainOnFocus } from '#web/lib/query-client.ts';

test('a window that gets the focus reads again, although it was visible all the time', () => {
  readAgainOnFocus();
  const changed = vi.fn();
  onTestFinished(focusManager.subscribe(changed));
  window.dispatchEvent(new Event('focus'));
  expect(changed).toHaveBeenCalledOnce();
});

describe('after a refusal', () => {
  /** Whether the account is to be read again after a query got this answer. */
  async function readsAccountAgain(answer: Response): Promise<boolean> {
    const client = createQueryClient();
    onTestFinished(() => client.clear());
    client.setQueryData(meQuery.queryKey, {} as never);
    const queryFn = async () => {
      throw await apiErrorOf(answer);
    };
    await expect(client.fetchQuery({ queryKey: ['users'], queryFn })).rejects.toThrow();
    return client.getQueryState(meQuery.queryKey)?.isInvalidated === true;
  }

  test('of the API, the account is read again, because the role may have been taken away', async () => {
    const headers = { 'content-type': 'application/problem+json' };
    const problem = JSON.stringify({ code: 'forbidden', title: 'Staff only' });
    expect(await readsAccountAgain(new Response(problem, { status: 403, headers }))).toBe(true);
  });

  test('of a firewall, it is not', async () => {
    expect(await readsAccountAgain(new Response('<html>', { status: 403 }))).toBe(false);
  });
});
