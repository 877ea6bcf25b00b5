import { expect, it, vi } from 'vitest';
import { removeStaleSignUps } from '#lambdas/identity/remove-stale-sign-ups.ts';
import { runJob } from '#lambdas/platform/job.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';

const aws = awsJsonStub();
const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400;
const signUp = (name: string, days: number) => ({ Username: name, UserCreateDate: daysAgo(days) });
const removed = () =>
  aws.calls.filter(({ operation }) => operation === 'AdminDeleteUser').map(({ input }) => input.Username);

it('removes sign-ups of more than a week ago that nobody confirmed, from every page of the list', async () => {
  const pages = [[signUp('old', 7.1), signUp('new', 6.9)], [signUp('older', 30)]];
  aws.answer('ListUsers', ({ PaginationToken = '0' }) => {
    const page = Number(PaginationToken);
    return { Users: pages[page], ...(page + 1 < pages.length && { PaginationToken: String(page + 1) }) };
  });
  aws.answer('AdminGetUser', ({ Username }) => ({ Username, UserStatus: 'UNCONFIRMED' }));
  aws.answer('AdminDeleteUser', () => ({}));
  await runJob(removeStaleSignUps);
  expect(removed()).toEqual(['old', 'older']);
  expect(aws.calls[0]?.input).toMatchObject({ Filter: 'cognito:user_status = "UNCONFIRMED"' });
});

it('keeps one that was confirmed a moment ago', async () => {
  aws.answer('ListUsers', () => ({ Users: [signUp('old', 8)] }));
  aws.answer('AdminGetUser', ({ Username }) => ({ Username, UserStatus: 'CONFIRMED' }));
  await runJob(removeStaleSignUps);
  expect(removed()).toEqual([]);
});

it('reads a limited number of pages a run, and goes on with the others in the next run', async () => {
  aws.answer('ListUsers', ({ PaginationToken = '0' }) =>
    PaginationToken === '5'
      ? { Users: [signUp('old', 8)] }
      : { Users: [signUp('new', 1)], PaginationToken: String(Number(PaginationToken) + 1) },
  );
  aws.answer('AdminGetUser', ({ Username }) => ({ Username, UserStatus: 'UNCONFIRMED' }));
  aws.answer('AdminDeleteUser', () => ({}));
  await runJob(removeStaleSignUps);
  expect(aws.calls).toHaveLength(5);
  await runJob(removeStaleSignUps);
  expect(removed()).toEqual(['old']);
});

it('ends with the others of the reconciler’s jobs when Cognito is slow, and removes the rest in later runs', async () => {
  const left = new Set(Array.from({ length: 300 }, (_, n) => `bot-${n}`));
  aws.answer('ListUsers', () => ({ Users: [...left].map((name) => signUp(name, 8)) }));
  aws.answer('AdminGetUser', ({ Username }) => ({ Username, UserStatus: 'UNCONFIRMED' }));
  aws.answer('AdminDeleteUser', ({ Username }) => {
    left.delete(String(Username));
    vi.setSystemTime(Date.now() + 200);
    return {};
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await runJob(removeStaleSignUps);
    expect(removed()).toHaveLength(200);
    await runJob(removeStaleSignUps);
    expect(left.size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('begins anew when Cognito does not know the next page any more', async () => {
  aws.answer('AdminGetUser', ({ Username }) => ({ Username, UserStatus: 'UNCONFIRMED' }));
  aws.answer('AdminDeleteUser', () => ({}));
  aws.answer('ListUsers', ({ PaginationToken }) =>
    PaginationToken === undefined
      ? { Users: [], PaginationToken: 'outdated' }
      : awsError('InvalidParameterException'),
  );
  await runJob(removeStaleSignUps);
  aws.answer('ListUsers', () => ({ Users: [signUp('old', 8)] }));
  await runJob(removeStaleSignUps);
  expect(aws.calls.filter(({ operation }) => operation === 'ListUsers').at(-1)?.input).not.toHaveProperty(
    'PaginationToken',
  );
  expect(removed()).toEqual(['old']);
});
