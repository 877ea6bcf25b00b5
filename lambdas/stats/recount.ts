import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { formerPrefix } from '#lambdas/runtime/keys.ts';
import { type CounterName, effectOf, type Scope } from './counters.ts';
import {
  listUserCounters,
  readCounters,
  type UserCounter,
  writeActiveUsers,
  writeCounters,
  writeUserCounter,
} from './stats-store.ts';

type Item = Record<string, unknown>;

/** Counts of things that exist: what is not in the table is not counted. */
const existing: ReadonlySet<string> = new Set<CounterName>(['users', 'images']);

/**
 * Mends the counters from a scan of the whole table, for an operator, while no jobs run: what changes during
 * the scan may be missed. Counts of what exists are replaced. Counts of what ever happened are only raised,
 * because deleted things have left no item that could be counted.
 * @param every What the table holds; read from it unless it is at hand.
 * @returns How many items were read.
 */
export async function recount(
  every: AsyncIterable<Item> | Iterable<Item> = everyItem(),
): Promise<{ items: number }> {
  const scopes = new Map<string, { scope: Scope; counters: Map<CounterName, number> }>();
  const users = new Map<string, UserCounter>();
  let items = 0;

  scopes.set('total', {
    scope: { scope: 'total' },
    counters: new Map([
      ['users', 0],
      ['images', 0],
    ]),
  });
  for await (const item of every) {
    items += 1;
    const effect = effectOf(undefined, asItWas(item));
    for (const { name, by, ...scope } of effect?.increments ?? []) {
      const key = scope.scope === 'total' ? 'total' : `${scope.scope} ${scope.of}`;
      const entry = scopes.get(key) ?? { scope, counters: new Map() };
      entry.counters.set(name, (entry.counters.get(name) ?? 0) + by);
      scopes.set(key, entry);
    }
    if (effect?.activity) addActivity(users, effect.activity.userId, effect.activity.day);
  }

  for (const { scope, counters } of scopes.values()) await mendCounters(scope, counters);
  await mendUsers(users);
  return { items };
}

async function* everyItem(): AsyncGenerator<Item> {
  for await (const page of paginateScan({ client: dynamodb() }, { TableName: tableName() }))
    yield* page.Items ?? [];
}

async function mendCounters(scope: Scope, counted: ReadonlyMap<CounterName, number>): Promise<void> {
  const known = await readCounters(scope);
  const mended = [...counted].map(([name, value]): [CounterName, number] => [
    name,
    existing.has(name) && scope.scope === 'total' ? value : Math.max(value, known[name] ?? 0),
  ]);
  await writeCounters(scope, Object.fromEntries(mended));
}

/** Users whose generations are all deleted keep what is known of them. */
async function mendUsers(counted: ReadonlyMap<string, UserCounter>): Promise<void> {
  const users = await listUserCounters();
  for (const [userId, counter] of counted) {
    const known = users.get(userId);
    const mended = {
      generations: Math.max(counter.generations, known?.generations ?? 0),
      lastActiveDay:
        known && known.lastActiveDay > counter.lastActiveDay ? known.lastActiveDay : counter.lastActiveDay,
    };
    users.set(userId, mended);
    await writeUserCounter(userId, mended);
  }
  const usersByDay = new Map<string, number>();
  for (const { lastActiveDay } of users.values())
    usersByDay.set(lastActiveDay, (usersByDay.get(lastActiveDay) ?? 0) + 1);
  await writeActiveUsers(usersByDay);
}

/** What is kept of deleted users was counted as theirs. */
function asItWas(item: Item): Item {
  return String(item.pk).startsWith(formerPrefix) ? { ...item, pk: '' } : item;
}

function addActivity(users: Map<string, UserCounter>, userId: string, day: string): void {
  const known = users.get(userId);
  users.set(userId, {
    generations: (known?.generations ?? 0) + 1,
    lastActiveDay: known && known.lastActiveDay > day ? known.lastActiveDay : day,
  });
}
