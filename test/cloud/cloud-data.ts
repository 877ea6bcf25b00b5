import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListBucketsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type StoredGeneration, storedGenerationSchema } from '#lambdas/generations/generation.ts';
import { available } from '#shared/domain/credits.ts';
import type { CloudAddress } from '#test/support/cloud-address.ts';

type Item = Record<string, unknown>;
type DataCloud = Pick<CloudAddress, 'awsUrl' | 'region' | 'outputs' | 'accessKey'>;

/** Seen from behind: the table and the buckets of a cloud, read with an access key that may do everything. */
export function openData(cloud: DataCloud) {
  const TableName = cloud.outputs.TableName ?? '';
  const access = { region: cloud.region, endpoint: cloud.awsUrl, credentials: cloud.accessKey };
  const table = DynamoDBDocumentClient.from(new DynamoDBClient(access), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const s3 = new S3Client(access);

  async function items(): Promise<Item[]> {
    const found: Item[] = [];
    for await (const page of paginateScan({ client: table }, { TableName, ConsistentRead: true }))
      found.push(...(page.Items ?? []));
    return found;
  }

  async function generations(): Promise<StoredGeneration[]> {
    return generationsIn(await items());
  }

  async function bucketNamed(part: string): Promise<string> {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    const name = Buckets.find(({ Name }) => Name?.includes(`data${part}`))?.Name;
    if (name === undefined) throw new Error(`There is no bucket of ${part}`);
    return name;
  }

  async function keys(part: 'originals' | 'media' | 'uploads'): Promise<string[]> {
    const found: string[] = [];
    for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: await bucketNamed(part) }))
      found.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
    return found;
  }

  async function file(part: 'originals' | 'media', key: string): Promise<Buffer> {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: await bucketNamed(part), Key: key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  }

  /**
   * Lets time pass for every job that has not ended, or for `job` alone, by moving their times back: AWS and the
   * SDK would notice a clock that is moved forward.
   */
  async function minutesPass(minutes: number, job?: string): Promise<void> {
    const earlier = (time: unknown) => new Date(Date.parse(String(time)) - minutes * 60_000).toISOString();
    for (const { pk, sk, ...item } of await items()) {
      const Key = { pk, sk };
      if (job !== undefined && item.id !== job) continue;
      if (pk === 'EFFECT') {
        const [notBefore, id] = String(sk).split('#');
        await table.send(
          new PutCommand({ TableName, Item: { ...item, pk, sk: `${earlier(notBefore)}#${id}` } }),
        );
        await table.send(new DeleteCommand({ TableName, Key }));
      } else if (pk === 'OPEN') {
        await moveBack(Key, { createdAt: earlier(item.createdAt) });
      } else if (isOpenGeneration({ sk, ...item })) {
        await moveBack(Key, {
          createdAt: earlier(item.createdAt),
          queuedAt: earlier(item.queuedAt),
          ...(item.leaseUntil !== undefined && { leaseUntil: earlier(item.leaseUntil) }),
        });
      }
    }
  }

  async function moveBack(Key: Item, times: Record<string, string>): Promise<void> {
    const names = Object.keys(times);
    await table.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(times).map(([name, time]) => [`:${name}`, time]),
        ),
      }),
    );
  }

  /** The admins' setting: whether a job that ended with the user's own photo stays charged. */
  async function chargeForFallback(value: boolean): Promise<void> {
    await table.send(new PutCommand({ TableName, Item: { pk: 'SETTINGS', sk: 'chargeForFallback', value } }));
  }

  /**
   * What does not fit together, in words; empty when every job has ended, every balance is the sum of its ledger,
   * every credit spent is explained, and the files are exactly those that the generations name.
   */
  async function looseEnds(): Promise<string[]> {
    const all = await items();
    const [originals, media] = await Promise.all([keys('originals'), keys('media')]);
    return [...openEnds(all), ...wrongBooks(all), ...wrongCosts(all), ...wrongFiles(all, originals, media)];
  }

  return { items, generations, keys, file, minutesPass, chargeForFallback, looseEnds };
}

function isGeneration({ sk }: Item): boolean {
  return String(sk).startsWith('GENERATION#');
}

function isOpenGeneration(item: Item): boolean {
  return isGeneration(item) && (item.state === 'queued' || item.state === 'processing');
}

function generationsIn(items: Item[]): StoredGeneration[] {
  return items.filter(isGeneration).map((item) => storedGenerationSchema.parse(item));
}

function openEnds(items: Item[]): string[] {
  return [
    ...items.filter(({ pk }) => pk === 'OPEN').map(({ sk }) => `open entry ${sk}`),
    ...items.filter(isOpenGeneration).map(({ id, state }) => `job ${id} is ${state}`),
    ...items
      .filter((item) => isGeneration(item) && item.leaseToken !== undefined)
      .map(({ id }) => `job ${id} is still held`),
  ];
}

function wrongBooks(items: Item[]): string[] {
  const wrong: string[] = [];
  const jobs = generationsIn(items);
  for (const credits of items.filter(({ sk }) => sk === 'ACCOUNT#CREDITS')) {
    const user = String(credits.pk);
    const own = (prefix: string) =>
      items.filter(({ pk, sk }) => pk === user && String(sk).startsWith(prefix));
    const entries = own('LEDGER#');
    const booked = entries.reduce(
      (sum, { free, subscription, purchased }) =>
        sum + Number(free) + Number(subscription) + Number(purchased),
      0,
    );
    const left = available(credits as never);
    if (booked !== left) wrong.push(`${user}: the ledger says ${booked}, the balance ${left}`);
    if (credits.openJobs !== 0) wrong.push(`${user}: ${credits.openJobs} jobs are counted as open`);
    const causes = new Set(entries.map(({ id }) => id));
    for (const job of jobs.filter(({ userId }) => `USER#${userId}` === user)) {
      if (!causes.has(`spend#${job.id}`)) wrong.push(`job ${job.id} was not paid`);
      if (causes.has(`refund#${job.id}`) !== job.refunded)
        wrong.push(`job ${job.id}: refund and record differ`);
      if (job.state === 'failed' && !job.refunded) wrong.push(`job ${job.id} failed and was not refunded`);
    }
    for (const { id } of entries) {
      const [kind, job] = String(id).split('#');
      if (kind === 'refund' && !causes.has(`spend#${job}`)) wrong.push(`${id} refunds what was never spent`);
    }
  }
  return wrong;
}

/** What the models cost: each job's sum is that of its calls, and so is what the budgets of a tier hold. */
function wrongCosts(items: Item[]): string[] {
  const wrong: string[] = [];
  const calls = items.filter(({ pk }) => String(pk).startsWith('USAGE#'));
  const costOf = (some: Item[]) => some.reduce((total, { cost }) => total + Number(cost), 0);
  for (const { id, modelCost } of generationsIn(items)) {
    const cost = costOf(calls.filter((call) => call.generationId === id));
    if (cost !== modelCost) wrong.push(`job ${id} cost ${modelCost}, its calls ${cost}`);
  }
  for (const tier of ['free', 'starter', 'pro']) {
    const budgets = items.filter(({ pk }) => pk === `BUDGET#${tier}`);
    const held = budgets.reduce((total, { committed }) => total + Number(committed), 0);
    const cost = costOf(calls.filter((call) => call.tier === tier));
    if (held !== cost) wrong.push(`the budgets of ${tier} hold ${held}, its calls cost ${cost}`);
  }
  return wrong;
}

function wrongFiles(items: Item[], originals: string[], media: string[]): string[] {
  const named = { originals: new Set<string>(), media: new Set<string>() };
  for (const { state, original, variations } of generationsIn(items)) {
    if (state !== 'done') continue;
    if (original !== null) named.media.add(original);
    for (const { preview, thumbnail, clean, watermarked, base } of variations) {
      named.media.add(preview).add(thumbnail);
      for (const file of [clean.delivered, clean.large, watermarked?.delivered, watermarked?.large, base])
        if (file) named.originals.add(file.key);
    }
  }
  const compare = (bucket: string, names: Set<string>, there: string[]) => [
    ...there.filter((key) => !names.has(key)).map((key) => `${bucket}: ${key} belongs to nothing`),
    ...[...names].filter((key) => !there.includes(key)).map((key) => `${bucket}: ${key} is missing`),
  ];
  return [...compare('originals', named.originals, originals), ...compare('media', named.media, media)];
}
