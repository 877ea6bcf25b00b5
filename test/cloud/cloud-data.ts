import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mediaKeys, originalKeys, sharePictureKey, signedKey } from '#lambdas/generations/file-keys.ts';
import { type StoredGeneration, storedGenerationSchema } from '#lambdas/generations/generation.ts';
import { photoKeys, storedPhotoSchema } from '#lambdas/photos/photo.ts';
import { available } from '#shared/domain/credits.ts';
import { imageModels } from '#shared/image-models.ts';
import type { CloudAddress } from '#test/support/cloud-address.ts';

type Item = Record<string, unknown>;
type DataCloud = Pick<CloudAddress, 'awsUrl' | 'region' | 'outputs' | 'accessKey'>;

/** The table and the buckets of a cloud, read directly with an access key for everything. */
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

  /** Removes the delete markers below `prefix`, which restores the versions before; returns their keys. */
  async function undelete(prefix: string): Promise<string[]> {
    const Bucket = await bucketNamed('originals');
    const { DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: prefix }));
    for (const { Key, VersionId } of DeleteMarkers)
      await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
    return DeleteMarkers.flatMap(({ Key }) => Key ?? []);
  }

  /**
   * Lets time pass for everything that has not ended, or for the generation `id` alone, by moving stored times
   * back, because AWS and the SDK would notice a clock that is moved forward. Anything that ends meanwhile stays
   * unchanged.
   */
  async function minutesPass(minutes: number, id?: string): Promise<void> {
    for (const item of await items()) if (id === undefined || item.id === id) await age(item, minutes);
  }

  /** Lets time pass for one user's generation, without reading the whole table. */
  async function generationWaits(userId: string, id: string, minutes: number): Promise<void> {
    const keys = [
      { pk: `USER#${userId}`, sk: `GENERATION#${id}` },
      { pk: 'OPEN', sk: `${id}#${userId}` },
    ];
    for (const Key of keys) {
      const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (Item) await age(Item, minutes);
    }
  }

  async function age({ pk, sk, ...item }: Item, minutes: number): Promise<void> {
    const earlier = (time: unknown) => new Date(Date.parse(String(time)) - minutes * 60_000).toISOString();
    const Key = { pk, sk };
    if (pk === 'OPEN_TASKS') {
      await moveOpenTask(Key, String(item.id), earlier);
    } else if (pk === 'OUTBOX') {
      // The time is a part of the key.
      const [notBefore, id] = String(sk).split('#');
      if (!(await removed(Key))) return;
      await table.send(
        new PutCommand({ TableName, Item: { ...item, pk, sk: `${earlier(notBefore)}#${id}` } }),
      );
    } else if (pk === 'OPEN') {
      await moveBack(Key, { createdAt: earlier(item.createdAt) });
    } else if (String(sk).startsWith('PHOTO#')) {
      for (const [part, work] of Object.entries(item))
        if (isLeased(work)) await moveLeaseBack(Key, part, work.leaseUntil, earlier(work.leaseUntil));
    } else if (isOpenGeneration({ sk, ...item }) || isOpenTask({ sk, ...item })) {
      const times = ['createdAt', 'queuedAt', 'leaseUntil'].filter((name) => item[name]);
      await moveBack(
        Key,
        Object.fromEntries(times.map((name) => [name, earlier(item[name])])),
        String(item.state),
      );
    }
  }

  /** Entry and task contain the same time. A running task uses the time that it has read. */
  async function moveOpenTask(Key: Item, id: string, earlier: (time: unknown) => string): Promise<void> {
    const notBefore = earlier(String(Key.sk).split('#')[0]);
    const task = { pk: `TASK#${id}`, sk: 'TASK' };
    const steps: TransactWriteCommandInput['TransactItems'] = [
      { Delete: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
      { Put: { TableName, Item: { ...Key, sk: `${notBefore}#${id}`, id } } },
      {
        Update: {
          TableName,
          Key: task,
          UpdateExpression: 'SET notBefore = :notBefore',
          ConditionExpression: 'attribute_not_exists(leaseUntil) OR leaseUntil < :now',
          ExpressionAttributeValues: { ':notBefore': notBefore, ':now': new Date().toISOString() },
        },
      },
    ];
    await table.send(new TransactWriteCommand({ TransactItems: steps })).catch((error: Error) => {
      if (error.name !== 'TransactionCanceledException') throw error;
    });
  }

  /** The lease of one work on a photo, unless another run has it by now. */
  async function moveLeaseBack(Key: Item, part: string, seen: string, earlier: string): Promise<void> {
    const change = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #part.leaseUntil = :earlier',
      ConditionExpression: '#part.leaseUntil = :seen',
      ExpressionAttributeNames: { '#part': part },
      ExpressionAttributeValues: { ':seen': seen, ':earlier': earlier },
    });
    await table.send(change).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }

  async function removed(Key: Item): Promise<boolean> {
    const { Attributes } = await table.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
    return Attributes !== undefined;
  }

  async function moveBack(Key: Item, times: Record<string, string>, state?: string): Promise<void> {
    const names = Object.keys(times);
    const isLeased = times.leaseUntil !== undefined;
    try {
      await table.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
          ConditionExpression: [
            'attribute_exists(pk)',
            ...(state === undefined ? [] : ['#state = :state']),
            ...(isLeased ? ['attribute_exists(leaseUntil)'] : []),
          ].join(' AND '),
          ...(state !== undefined && { ExpressionAttributeNames: { '#state': 'state' } }),
          ExpressionAttributeValues: {
            ...Object.fromEntries(Object.entries(times).map(([name, time]) => [`:${name}`, time])),
            ...(state !== undefined && { ':state': state }),
          },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  /** Enables adapters again whose model was retired, as an operator does (docs/runbook.md). */
  async function enableAdapters(): Promise<void> {
    const { Items = [] } = await table.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :settings AND begins_with(sk, :adapter)',
        ExpressionAttributeValues: { ':settings': 'SETTINGS', ':adapter': 'ADAPTER#' },
      }),
    );
    for (const { pk, sk } of Items) await removed({ pk, sk });
  }

  /** Changes the admins' setting `chargeForFallback`: whether a fallback stays charged. */
  async function chargeForFallback(value: boolean): Promise<void> {
    await table.send(new PutCommand({ TableName, Item: { pk: 'SETTINGS', sk: 'chargeForFallback', value } }));
  }

  /**
   * Inconsistencies as sentences; empty when every generation has ended, every balance is the sum of its ledger,
   * every credit spent is explained, and the files are exactly those that the generations name.
   */
  async function inconsistencies(): Promise<string[]> {
    const all = await items();
    const [originals, media] = await Promise.all([keys('originals'), keys('media')]);
    return [
      ...unfinishedWork(all),
      ...wrongBalances(all),
      ...wrongCosts(all),
      ...wrongFiles(all, originals, media),
    ];
  }

  return {
    items,
    generations,
    keys,
    file,
    undelete,
    minutesPass,
    generationWaits,
    chargeForFallback,
    enableAdapters,
    inconsistencies,
  };
}

function isGeneration({ sk }: Item): boolean {
  return String(sk).startsWith('GENERATION#');
}

function isOpenGeneration(item: Item): boolean {
  return isGeneration(item) && (item.state === 'queued' || item.state === 'processing');
}

/** Work on a photo that is being made. */
function isLeased(work: unknown): work is { readonly leaseUntil: string } {
  return typeof work === 'object' && work !== null && 'leaseUntil' in work;
}

/** An export, a deletion or the sweep after one. */
function isOpenTask({ sk, state }: Item): boolean {
  return sk === 'TASK' && (state === 'queued' || state === 'running');
}

function generationsIn(items: Item[]): StoredGeneration[] {
  return items.filter(isGeneration).map((item) => storedGenerationSchema.parse(item));
}

function unfinishedWork(items: Item[]): string[] {
  return [
    ...items.filter(({ pk }) => pk === 'OPEN').map(({ sk }) => `open entry ${sk}`),
    ...items
      .filter((item) => isOpenGeneration(item) || (isOpenTask(item) && item.kind !== 'sweep'))
      .map(({ id, sk, state }) => `${sk === 'TASK' ? 'task' : 'generation'} ${id} is ${state}`),
    ...items
      .filter((item) => isGeneration(item) && item.leaseToken !== undefined)
      .map(({ id }) => `generation ${id} still has a lease`),
  ];
}

function wrongBalances(items: Item[]): string[] {
  const wrong: string[] = [];
  const ledger = Map.groupBy(
    items.filter(({ sk }) => String(sk).startsWith('LEDGER#')),
    ({ pk }) => String(pk),
  );
  const generations = Map.groupBy(generationsIn(items), ({ userId }) => `USER#${userId}`);
  for (const credits of items.filter(({ sk }) => sk === 'ACCOUNT#CREDITS')) {
    const user = String(credits.pk);
    const entries = ledger.get(user) ?? [];
    const booked = entries.reduce(
      (sum, { free, subscription, purchased }) =>
        sum + Number(free) + Number(subscription) + Number(purchased),
      0,
    );
    const left = available(credits as never);
    if (booked !== left) wrong.push(`${user}: the ledger says ${booked}, the balance ${left}`);
    if (credits.openGenerations !== 0)
      wrong.push(`${user}: ${credits.openGenerations} generations are counted as open`);
    const keys = new Set(entries.map(({ id }) => id));
    for (const generation of generations.get(user) ?? []) {
      const isBooked = keys.has(`${generation.redoOf ? 'redo' : 'spend'}#${generation.id}`);
      if (!isBooked) wrong.push(`generation ${generation.id} was not paid`);
      if (keys.has(`refund#${generation.id}`) !== generation.refunded)
        wrong.push(`generation ${generation.id}: refund and record differ`);
      if (generation.state === 'failed' && !generation.refunded && !generation.redoOf)
        wrong.push(`generation ${generation.id} failed and was not refunded`);
    }
    for (const { id } of entries) {
      const [kind, generation] = String(id).split('#');
      if (kind === 'refund' && !keys.has(`spend#${generation}`))
        wrong.push(`${id} refunds a spend that does not exist`);
    }
  }
  return wrong;
}

/**
 * Checks costs: each generation's cost is the sum of the calls that drew it, without those for its post, for a picture
 * that a pack has continued, and of a run that had lost its lease, and each tier's budget the sum of all its calls.
 */
function wrongCosts(items: Item[]): string[] {
  const wrong: string[] = [];
  const calls = items.filter(({ pk }) => String(pk).startsWith('USAGE#'));
  const costOf = (some: Item[]) => some.reduce((total, { cost }) => total + Number(cost), 0);
  // A call is logged without its user, and two users may have chosen the same id.
  const drawing = calls.filter(
    ({ kind, model, leaseLost }) => kind !== 'post' && model !== imageModels.outpaint && !leaseLost,
  );
  const callsOf = Map.groupBy(drawing, ({ generationId }) => String(generationId));
  for (const [id, generations] of Map.groupBy(generationsIn(items), (generation) => generation.id)) {
    const recorded = generations.reduce((total, { modelCost }) => total + modelCost, 0);
    const cost = costOf(callsOf.get(id) ?? []);
    if (cost !== recorded) wrong.push(`generation ${id} cost ${recorded}, its calls ${cost}`);
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
  const allowed = new Set<string>();
  for (const generation of generationsIn(items)) {
    const { state, original, variations } = generation;
    if (state !== 'done') continue;
    if (original !== null) named.media.add(original);
    for (const variation of variations) {
      const { index, preview, thumbnail, basePreview, hasDishMask, clean, watermarked, base } = variation;
      named.media.add(preview).add(thumbnail);
      if (basePreview !== undefined) named.media.add(basePreview);
      if (hasDishMask) named.media.add(mediaKeys(generation, index).dishMask);
      // Made when a pack first needs it.
      allowed.add(originalKeys(generation, index).wide);
      for (const file of [clean.delivered, clean.large, watermarked?.delivered, watermarked?.large, base])
        if (file) {
          named.originals.add(file.key);
          // Made when the file is first downloaded.
          allowed.add(signedKey(file.key));
        }
    }
  }
  // A killed process may have written the file of a photo or a share whose record does not name it yet.
  for (const photo of items.filter(({ sk }) => String(sk).startsWith('PHOTO#'))) {
    const stored = storedPhotoSchema.parse(photo);
    const { cutOut, masks, plate } = photoKeys(stored);
    // A mask that was replaced by another stays until the bucket removes it.
    for (const key of [cutOut, plate, ...originals.filter((key) => key.startsWith(masks))]) allowed.add(key);
    if (stored.cutOut?.state === 'made') named.originals.add(cutOut);
    if (stored.correction) named.originals.add(stored.correction.key);
  }
  for (const { logo } of items.filter(({ sk }) => sk === 'ACCOUNT#BRAND_KIT'))
    if (logo) named.media.add((logo as { key: string }).key);
  for (const { pk } of items.filter(({ sk }) => sk === 'SHARE'))
    allowed.add(sharePictureKey(String(pk).slice('SHARE#'.length)));
  const compare = (bucket: string, names: Set<string>, there: Set<string>) => [
    ...[...there]
      .filter((key) => !names.has(key) && !allowed.has(key))
      .map((key) => `${bucket}: ${key} belongs to no generation`),
    ...[...names].filter((key) => !there.has(key)).map((key) => `${bucket}: ${key} is missing`),
  ];
  return [
    ...compare('originals', named.originals, new Set(originals)),
    ...compare('media', named.media, new Set(media)),
  ];
}
