import type { Account } from '#lambdas/accounts/user-store.ts';
import { listPayments } from '#lambdas/billing/billing-store.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { queryAllOfUser } from '#lambdas/generations/generation-store.ts';
import { photoKeys, type StoredPhoto } from '#lambdas/photos/photo.ts';
import { photosOf } from '#lambdas/photos/photo-store.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { openFile } from '#lambdas/runtime/file-storage.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import { brand } from '#shared/brand.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';

type Page = Awaited<ReturnType<typeof queryAllOfUser>>;
type Generation = Page['items'][number];

/** A file of the export. Its content is read on demand. */
interface ExportedFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array | string>;
}

/** A picture of a generation: its key and its name in the export. */
interface Picture {
  readonly bucket: string;
  readonly key: string;
  readonly name: string;
}

/**
 * A user's stored data, file by file: `data.json`, then the pictures in full size, with a watermark where a download
 * has one, then the masks that the user drew. Pictures deleted in the meantime are left out.
 */
export async function* exportAccount(account: Account): AsyncGenerator<ExportedFile> {
  const { userId } = account;
  const hasWatermark = entitlementsOf(account.tier).hasWatermark;
  yield { name: 'data.json', lastModified: new Date(), input: describe(account, hasWatermark) };
  for await (const generation of generationsOf(userId)) {
    for (const { bucket, key, name } of picturesOf(generation, hasWatermark)) {
      const input = await openFile(bucket, key);
      if (input) yield { name, lastModified: new Date(generation.createdAt), input };
    }
  }
  for await (const photo of photosOf(userId)) {
    for (const { bucket, key, name } of maskOf(photo)) {
      const input = await openFile(bucket, key);
      if (input) yield { name, lastModified: new Date(photo.correctedAt ?? photo.createdAt), input };
    }
  }
}

/** Writes `data.json`, generation by generation. */
async function* describe(account: Account, hasWatermark: boolean): AsyncGenerator<string> {
  const { userId, email, fullName, companyName, createdAt, role, subscription, credits, tier } = account;
  const { openGenerations: _open, version: _version, ...balances } = credits;
  const head = JSON.stringify(
    {
      about: `Everything that ${brand.name} keeps of this account.`,
      exportedAt: new Date().toISOString(),
      profile: { userId, email, fullName, companyName, createdAt, role: role ?? null },
      plan: { tier, ...subscription },
      credits: balances,
      ledger: await allEntries(userId),
      payments: (await listPayments(userId)).map(({ name, pence, credits: bought, createdAt: at }) => ({
        name,
        pence,
        credits: bought,
        createdAt: at,
      })),
    },
    null,
    2,
  );
  yield `${head.slice(0, -2)},\n  "generations": [`;
  let separator = '';
  for await (const generation of generationsOf(userId)) {
    const text = JSON.stringify(toEntry(generation, hasWatermark), null, 2);
    yield `${separator}\n    ${text.replaceAll('\n', '\n    ')}`;
    separator = ',';
  }
  yield '\n  ],\n  "photos": [';
  separator = '';
  for await (const photo of photosOf(userId)) {
    const text = JSON.stringify(photoEntry(photo), null, 2);
    yield `${separator}\n    ${text.replaceAll('\n', '\n    ')}`;
    separator = ',';
  }
  yield '\n  ]\n}\n';
}

/** What was made of a photo; its corrected mask is a file of the export. */
function photoEntry(photo: StoredPhoto) {
  const { id, width, height, createdAt, cutOut, reading } = photo;
  const files = maskOf(photo).map(({ name }) => name);
  return {
    id,
    width,
    height,
    createdAt,
    cutOut: cutOut?.findings ?? null,
    reading: reading?.content ?? null,
    files,
  };
}

/** The mask that the user drew, where there is one. */
function maskOf(photo: StoredPhoto): Picture[] {
  if (photo.correctedAt === undefined) return [];
  const { ORIGINALS_BUCKET } = readEnvironment('tasks');
  return [{ bucket: ORIGINALS_BUCKET, key: photoKeys(photo).mask, name: `masks/${photo.id}.png` }];
}

async function allEntries(userId: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEntries(userId, cursor);
    entries.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return entries;
}

async function* generationsOf(userId: string): AsyncGenerator<Generation> {
  let from: Page['next'];
  do {
    const page = await queryAllOfUser(userId, 100, from);
    yield* page.items;
    from = page.next;
  } while (from);
}

function toEntry(generation: Generation, hasWatermark: boolean) {
  const { id, kind, state, createdAt, finishedAt, productName, templateName, studio, menu } = generation;
  const { source, fallback, refunded, message, shares } = generation;
  return {
    id,
    kind,
    state,
    createdAt,
    finishedAt,
    productName,
    templateName,
    source,
    studio,
    menu,
    fallback,
    refunded,
    message,
    shares: Object.values(shares).map((share) => `/s/${share}`),
    files: picturesOf(generation, hasWatermark).map(({ name }) => name),
  };
}

/** The prepared photo and the generated pictures, as a download would return them (readings 21). */
function picturesOf(generation: Generation, hasWatermark: boolean): Picture[] {
  const { ORIGINALS_BUCKET, MEDIA_BUCKET } = readEnvironment('tasks');
  const { id, createdAt, original, variations } = generation;
  const name = (part: string) => `pictures/${createdAt.slice(0, 10)}-${id}-${part}.jpg`;
  return [
    ...(original === null ? [] : [{ bucket: MEDIA_BUCKET, key: original, name: name('original') }]),
    ...variations.flatMap(({ index, clean, watermarked }) => {
      const { delivered, large } = (hasWatermark && watermarked) || clean;
      const files = [{ key: delivered.key, name: name(`${index + 1}`) }];
      if (large) files.push({ key: large.key, name: name(`${index + 1}-large`) });
      return files.map((file) => ({ bucket: ORIGINALS_BUCKET, ...file }));
    }),
  ];
}
