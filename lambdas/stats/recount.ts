import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { formerPrefix } from '#lambdas/runtime/keys.ts';
import { type ActiveUser, type CounterName, existingCounters, incrementsOf, type Scope } from './counters.ts';
import {
  listUserCounters,
  readCounters,
  type UserCounter,
  writeActiveUsers,
  writeCounters,
  writeUserCounter,
} from './stats-store.ts';

type Item = Record<string, unknown>;

/** Counters that a scan counts completely: of existing items and of the ledger, whose entries outlive the account. */
const complete: ReadonlySet<CounterName> = new Set([
  ...existingCounters,
  'freeCreditsDistributed',
  'freeCreditsUsed',
  'paidCredits',
]);

/**
 * Corrects the counters from a scan of the whole table. An operator runs it while no generations run, because it may
 * miss changes during the scan. Complete counters are replaced; the others are only raised, because deleted items cannot
 * be counted.
 * @param every The table's items, if the caller has them already.
 * @returns the number of items read
 */
export async function recount(
  every: AsyncIterable<Item> | Iterable<Item> = everyItem(),
): Promise<{ items: number }> {
  const scopes = new Map<string, { scope: Scope; counters: Map<CounterName, number> }>();
  const users = new Map<string, UserCounter>();
  let items = 0;

  scopes.set('total', {
    scope: { scope: 'total' },
    counters: new Map([...complete].map((name) => [name, 0])),
  });
  for await (const item of every) {
    items += 1;
    const increments = incrementsOf(undefined, asBeforeDeletion(item));
    for (const { name, by, ...scope } of increments?.counters ?? []) {
      const key = scope.scope === 'total' ? 'total' : `${scope.scope} ${scope.of}`;
      const entry = scopes.get(key) ?? { scope, counters: new Map() };
      entry.counters.set(name, (entry.counters.get(name) ?? 0) + by);
      scopes.set(key, entry);
    }
    if (increments?.activeUser) addActiveUser(users, increments.activeUser);
  }

  for (const { scope, counters } of scopes.values()) await correctCounters(scope, counters);
  await correctUsers(users);
  return { items };
}

async function* everyItem(): AsyncGenerator<Item> {
  for await (const page of paginateScan({ client: dynamodb() }, { TableName: tableName() }))
    yield* page.Items ?? [];
}

async function correctCounters(scope: Scope, counted: ReadonlyMap<CounterName, number>): Promise<void> {
  const known = await readCounters(scope);
  const corrected = [...counted].map(([name, value]): [CounterName, number] => [
    name,
    complete.has(name) ? value : Math.max(value, known[name] ?? 0),
  ]);
  await writeCounters(scope, Object.fromEntries(corrected));
}

/** Keeps the counters of users whose generations are all deleted. */
async function correctUsers(counted: ReadonlyMap<string, UserCounter>): Promise<void> {
  const users = await listUserCounters();
  for (const [userId, counter] of counted) {
    const known = users.get(userId);
    const corrected = {
      generations: Math.max(counter.generations, known?.generations ?? 0),
      lastActiveDay:
        known && known.lastActiveDay > counter.lastActiveDay ? known.lastActiveDay : counter.lastActiveDay,
    };
    users.set(userId, corrected);
    await writeUserCounter(userId, corrected);
  }
  const usersByDay = new Map<string, number>();
  for (const { lastActiveDay } of users.values())
    usersByDay.set(lastActiveDay, (usersByDay.get(lastActiveDay) ?? 0) + 1);
  await writeActiveUsers(usersByDay);
}

/** Blanks the new key of a deleted user: items under it are ignored, but were counted before the deletion. */
function asBeforeDeletion(item: Item): Item {
  return String(item.pk).startsWith(formerPrefix) ? { ...item, pk: '' } : item;
}

function addActiveUser(users: Map<string, UserCounter>, { userId, day }: ActiveUser): void {
  const known = users.get(userId);
  users.set(userId, {
    generations: (known?.generations ?? 0) + 1,
    lastActiveDay: known && known.lastActiveDay > day ? known.lastActiveDay : day,
  });
}
