/**
 * `npm run measure:scale [-- --generations <number>]`: shows that the back office stays fast as data grows. It
 * fills one table with 500 generations of 100 users and another with 100,000 of 20,000 (or the given number),
 * copied from items that the stores have written, counts them, and compares the calls of each screen on both. It
 * fails when a route makes more calls or takes more than 1.5 times as long on the large table. Filling DynamoDB
 * Local takes five minutes for 100,000 on two cores.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { startDynamoDbLocal } from 'local-cloud/dynamodb/dynamodb-local.ts';
import { ulid } from 'ulid';
import { moveLedger, removeRest } from '#lambdas/accounts/deletion-store.ts';
import { assignRole } from '#lambdas/accounts/role-store.ts';
import { ensureUser } from '#lambdas/accounts/user-store.ts';
import { handler as admin } from '#lambdas/api/admin.lambda.ts';
import { handler as generations } from '#lambdas/api/generations.lambda.ts';
import { spendCredits } from '#lambdas/credits/book-credits.ts';
import { endGeneration } from '#lambdas/generations/end-generation.ts';
import { eraseGenerations } from '#lambdas/generations/erase-generations.ts';
import type { StoredVariation } from '#lambdas/generations/generation.ts';
import { createSteps } from '#lambdas/generations/generation-store.ts';
import { takeLease } from '#lambdas/generations/lease-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { recount } from '#lambdas/stats/recount.ts';
import { forgetUserCounter } from '#lambdas/stats/stats-store.ts';
import { exportContent } from '#lambdas/tasks/export-content.ts';
import { exportUsers } from '#lambdas/tasks/export-users.ts';
import { adminRoutes } from '#shared/api/admin.ts';
import { contentRoutes } from '#shared/api/content.ts';
import type { Route } from '#shared/api/route.ts';
import { httpEvent, invoke } from '#test/lambdas/runtime/http-event.ts';
import { numberOption } from './number-option.ts';
import { storedGeneration } from './stored-generation.ts';
import { tableDefinition } from './table-definition.ts';

const { values } = parseArgs({ options: { generations: { type: 'string', default: '100000' } } });
const largest = numberOption('--generations', values.generations, 1000);

const sizes = {
  small: { users: 100, generations: 500 },
  large: { users: Math.ceil(largest / 5), generations: largest },
} as const;
type Size = keyof typeof sizes;

/** How much longer a route may take on the large table; differences below the milliseconds are noise. */
const maxRatio = 1.5;
const chanceMs = 4;
const rounds = 9;

type Item = Record<string, unknown>;

/** Calls of the table and the number of items returned. */
const traffic = { calls: 0, items: 0, scans: 0 };

function watchTraffic(): void {
  dynamodb().middlewareStack.add(
    (next, context) => async (args) => {
      traffic.calls += 1;
      if (String(context.commandName).startsWith('Scan')) traffic.scans += 1;
      const result = await next(args);
      const {
        Items,
        Item: one,
        Responses = {},
      } = result.output as unknown as {
        Items?: unknown[];
        Item?: unknown;
        Responses?: Record<string, unknown[]>;
      };
      traffic.items += (Items?.length ?? 0) + (one ? 1 : 0) + Object.values(Responses).flat().length;
      return result;
    },
    { step: 'initialize', name: 'traffic' },
  );
}

const templateUser = 'template-user';
const templateGeneration = '01JDTEMPLATEGENERATION0000';

/** One user with one finished generation, as the stores write them; returns the items. */
async function makeTemplate(): Promise<Item[]> {
  const now = new Date().toISOString();
  await ensureUser({
    userId: templateUser,
    username: templateUser,
    email: `${templateUser}@test.example`,
    fullName: 'Ada Cook',
    companyName: 'Osteria',
  });
  const draft = storedGeneration({
    id: templateGeneration,
    userId: templateUser,
    createdAt: now,
    productName: 'Margherita',
    prompt: 'A photo of a dish on a table. '.repeat(40),
  });
  await spendCredits(
    {
      userId: templateUser,
      idempotencyKey: `spend#${draft.id}`,
      amount: 1,
      limits: { open: 3, day: 1000 },
      note: 'Margherita',
    },
    () => createSteps(draft),
  );
  const lease = await takeLease(templateUser, draft.id);
  if (!lease) throw new Error('There is no generation');
  const file = (name: string) => ({
    key: `generations/${templateUser}/${name}.jpg`,
    width: 1080,
    height: 1080,
  });
  const variations = [0, 1].map(
    (index): StoredVariation => ({
      index,
      preview: `media/${'f'.repeat(32)}/${index}.jpg`,
      thumbnail: `media/${'f'.repeat(32)}/${index}.webp`,
      width: 1080,
      height: 1080,
      clean: { delivered: file(`${index}`) },
      watermarked: { delivered: file(`${index}-watermarked`) },
      adapter: 'stability-structure',
      fidelity: {
        ssim: 0.987,
        deltaE95: 1.23,
        worstDeltaE: 2.34,
        verdict: 'unchanged',
        maskCorrected: false,
      },
      hasDishMask: true,
    }),
  );
  const call = {
    model: 'us.stability.stable-image-control-structure-v1:0',
    region: 'us-east-1',
    startedAt: now,
    durationMs: 8000,
    outcome: 'made',
    cost: 70_000,
  } as const;
  await endGeneration(
    lease.generation,
    { variations, fallback: false, refund: false, message: null },
    { lease, calls: [call, call] },
  );
  return scanned();
}

async function scanned(): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of paginateScan({ client: dynamodb() }, { TableName: tableName() }))
    items.push(...(page.Items ?? []));
  return items;
}

/** Copies the items for another user, generation and time. */
function copies(items: readonly Item[], user: string, generation: string, at: string): Item[] {
  return items.map((item) => {
    const text = JSON.stringify(item)
      .replaceAll(templateUser, user)
      .replaceAll(templateGeneration, generation)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, at);
    const copy = JSON.parse(text) as Item;
    const pk = String(copy.pk);
    if (pk.startsWith('USAGE#')) copy.pk = `USAGE#${londonDay(at)}`;
    if (pk.startsWith('FREE#')) copy.pk = `${pk}-${user}`;
    return copy;
  });
}

/** All items of a table of that size, with times of the last sixty days. */
function* itemsOf(template: readonly Item[], size: Size): Generator<Item> {
  const { users, generations: count } = sizes[size];
  const ofGeneration = (item: Item) => JSON.stringify(item).includes(templateGeneration);
  const shared = (item: Item) =>
    ['BUDGET', 'STATS', 'ROLES'].some((part) => String(item.pk).startsWith(part));
  const userItems = template.filter((item) => !ofGeneration(item) && !shared(item));
  const generationItems = template.filter((item) => ofGeneration(item) && item.pk !== 'OPEN');
  const start = Date.now() - 60 * 24 * 3_600_000;
  const moment = (part: number) => new Date(start + part * 60 * 24 * 3_600_000);
  const nameOf = (index: number) => `user-${String(index).padStart(6, '0')}`;
  for (let index = 0; index < users; index += 1)
    yield* copies(userItems, nameOf(index), '', moment(index / users).toISOString());
  for (let index = 0; index < count; index += 1) {
    const at = moment(index / count);
    const made = copies(generationItems, nameOf(index % users), ulid(at.getTime()), at.toISOString());
    for (const item of made) {
      // The ledger is ordered by the version of the credits.
      if (String(item.sk).startsWith('LEDGER#')) item.gsi1sk = String(index + 10).padStart(12, '0');
      yield item;
    }
  }
}

async function fill(items: Iterable<Item>): Promise<number> {
  let written = 0;
  const iterator = items[Symbol.iterator]();
  async function write(): Promise<void> {
    for (;;) {
      const batch: Item[] = [];
      while (batch.length < 25) {
        const { value, done } = iterator.next();
        if (done) break;
        batch.push(value);
      }
      if (batch.length === 0) return;
      let left = batch.map((Item) => ({ PutRequest: { Item } }));
      while (left.length > 0) {
        const { UnprocessedItems = {} } = await dynamodb().send(
          new BatchWriteCommand({ RequestItems: { [tableName()]: left } }),
        );
        left = (UnprocessedItems[tableName()] ?? []) as typeof left;
      }
      written += batch.length;
    }
  }
  await Promise.all(Array.from({ length: 4 }, write));
  return written;
}

interface Measure {
  readonly calls: number;
  readonly items: number;
  readonly scans: number;
  /** Median of the rounds. */
  readonly ms: number;
}

/** Measures both tables alternately, so that other load of the machine affects both; the first round does not count. */
async function measure(work: (round: number) => Promise<unknown>): Promise<Record<Size, Measure>> {
  const durations: Record<Size, number[]> = { small: [], large: [] };
  const sums: Record<Size, typeof traffic> = {
    small: { calls: 0, items: 0, scans: 0 },
    large: { calls: 0, items: 0, scans: 0 },
  };
  for (let round = 0; round <= rounds; round += 1)
    for (const size of ['small', 'large'] as const) {
      use(size);
      Object.assign(traffic, { calls: 0, items: 0, scans: 0 });
      const began = performance.now();
      await work(round);
      if (round === 0) continue;
      durations[size].push(performance.now() - began);
      sums[size].calls += traffic.calls;
      sums[size].items += traffic.items;
      sums[size].scans += traffic.scans;
    }
  const of = (size: Size): Measure => ({
    calls: sums[size].calls / rounds,
    items: sums[size].items / rounds,
    scans: sums[size].scans,
    ms: durations[size].toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0,
  });
  return { small: of('small'), large: of('large') };
}

function use(size: Size): void {
  process.env.TABLE_NAME = `scale-${size}`;
}

type Handler = Parameters<typeof invoke>[0];

function asks(handler: Handler, route: Route, query: Record<string, string> = {}) {
  return async () => {
    const user = { userId: 'root', groups: '[super_admin]' };
    const { status, body } = await invoke(handler, httpEvent(route, { query, user }));
    if (status !== 200) throw new Error(`${route.path} answers ${status}: ${JSON.stringify(body)}`);
    return body;
  };
}

/** The calls of each screen of the back office. */
const questions: Readonly<Record<string, () => Promise<unknown>>> = {
  'users, newest': asks(admin, adminRoutes.listUsers),
  'users, a page further on': async () => {
    const { cursor } = (await asks(admin, adminRoutes.listUsers)()) as { cursor?: string };
    return cursor === undefined ? undefined : asks(admin, adminRoutes.listUsers, { cursor })();
  },
  'users, by e-mail': asks(admin, adminRoutes.listUsers, { sort: 'email' }),
  'users, search': asks(admin, adminRoutes.listUsers, { search: 'user-0000' }),
  overview: asks(admin, adminRoutes.getAdminOverview),
  finance: asks(admin, adminRoutes.getFinance),
  analytics: asks(admin, adminRoutes.getAnalytics),
  content: asks(generations, contentRoutes.listContent),
  admins: asks(admin, adminRoutes.listAdmins),
  activity: asks(admin, adminRoutes.listAuditLog),
  settings: asks(admin, adminRoutes.getSettings),
};

/** Reads a CSV to its end, as the task does; returns the peak of the heap in MB. */
async function exported(csv: () => AsyncIterable<string>): Promise<{ megabytes: number; heap: number }> {
  let bytes = 0;
  let lines = 0;
  let most = 0;
  const before = process.memoryUsage().heapUsed;
  for await (const line of csv()) {
    bytes += Buffer.byteLength(line);
    lines += 1;
    if (lines % 500 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  return { megabytes: bytes / 1e6, heap: most / 1e6 };
}

/** Deletes one user with all their items. */
async function deleteUser(userId: string): Promise<void> {
  await eraseGenerations(userId);
  await moveLedger(userId, `pseudonym-of-${userId}`);
  await removeRest(userId);
  await forgetUserCounter(userId);
}

/** Creates and fills the table of that size; prints how long the tasks take on it. */
async function prepare(size: Size, template: readonly Item[]): Promise<void> {
  use(size);
  await dynamodb().send(new CreateTableCommand(tableDefinition(tableName())));
  const { users, generations: count } = sizes[size];
  let began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const written = await fill(itemsOf(template, size));
  console.log(`${size}: ${users} users, ${count} generations, ${written} items written in ${seconds()}`);
  await ensureUser({
    userId: 'root',
    username: 'root',
    email: 'root@test.example',
    fullName: '',
    companyName: '',
  });
  await assignRole({ userId: 'root', role: 'super_admin', actor: 'scale' });

  began = performance.now();
  // Counts these items with the recount's code, because the engine takes minutes to scan so many.
  const { items: counted } = await recount(itemsOf(template, size));
  console.log(`${size}: counters of ${counted} items written in ${seconds()}`);
  const overview = (await asks(admin, adminRoutes.getAdminOverview)()) as { users: number; images: number };
  if (overview.users !== users) throw new Error(`The overview counts ${overview.users} users`);

  for (const [name, csv] of Object.entries({ 'users.csv': exportUsers, 'images.csv': exportContent })) {
    began = performance.now();
    const calls = traffic.calls;
    const { megabytes, heap } = await exported(() => csv({ from: undefined, hasTime: () => true }).content);
    const length = `${megabytes.toFixed(1)} MB in ${traffic.calls - calls} calls`;
    console.log(`${size}: ${name}, ${length}, ${seconds()}, at most ${heap.toFixed(0)} MB of heap`);
  }
}

process.env.POWERTOOLS_METRICS_DISABLED = 'true';
logger.setLogLevel('SILENT');
const engine = await startDynamoDbLocal({ directory: undefined });
const secrets = createServer((_req, res) => {
  res.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
  res.end(JSON.stringify({ SecretString: 'the secret of this command' }));
});
await new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve));
const bucket = { UPLOADS_BUCKET: 'uploads', ORIGINALS_BUCKET: 'originals', MEDIA_BUCKET: 'media' };
Object.assign(process.env, bucket, {
  AWS_REGION: 'eu-west-2',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_DYNAMODB: engine.url,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`,
  APP_SECRET_ARN: 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:app',
  DAILY_MODEL_BUDGET: '{"free":50,"starter":200,"pro":500,"promptTests":20,"photos":50,"posts":50}',
  USER_POOL_ID: 'pool',
  STAFF_SECOND_FACTOR: 'optional',
  EXPORTS_QUEUE_URL: 'http://127.0.0.1/exports',
  DELETIONS_QUEUE_URL: 'http://127.0.0.1/deletions',
  PUSH_SERVICES: 'https://push.example/*',
  EXPORTS_BUCKET: 'exports',
});
let isMissed = false;
try {
  process.env.TABLE_NAME = 'template';
  await dynamodb().send(new CreateTableCommand(tableDefinition('template')));
  const template = await makeTemplate();
  watchTraffic();
  await prepare('small', template);
  await prepare('large', template);
  const cells = (...texts: string[]) =>
    console.log(texts.map((text, column) => (column === 0 ? text.padEnd(26) : text.padStart(9))).join(' '));
  cells('', 'calls', 'large', 'items', 'large', 'ms', 'large', 'ratio');
  const all = { ...questions, 'deletion of a user': (round: number) => deleteUser(`user-00000${round}`) };
  for (const [name, question] of Object.entries(all)) {
    const { small: of, large: to } = await measure(question);
    const ratio = to.ms / of.ms;
    const isSlow = ratio > maxRatio && to.ms - of.ms > chanceMs;
    const hasGrown = to.calls > of.calls;
    if (isSlow || hasGrown || to.scans > 0) isMissed = true;
    cells(
      name,
      ...[of.calls, to.calls, of.items, to.items].map((count) => count.toFixed(0)),
      of.ms.toFixed(1),
      to.ms.toFixed(1),
      `${ratio.toFixed(2)}${isSlow || hasGrown ? ' !' : ''}`,
    );
  }
} finally {
  secrets.close();
  await engine.stop();
}
if (isMissed) {
  console.error('A route misses its bound.');
  process.exitCode = 1;
}
