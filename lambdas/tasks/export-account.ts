import * as z from 'zod/mini';
import { readNotifications } from '#lambdas/accounts/notification-store.ts';
import { readStyles } from '#lambdas/accounts/style-store.ts';
import type { Account } from '#lambdas/accounts/user-store.ts';
import { listPayments, readBilling } from '#lambdas/billing/billing-store.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { readApproval } from '#lambdas/generations/approval-store.ts';
import { readCollections } from '#lambdas/generations/collection-store.ts';
import { generationFolder, isContinued, mediaKeys, originalKeys } from '#lambdas/generations/file-keys.ts';
import { filesFor, isWatermarked, type StoredGeneration } from '#lambdas/generations/generation.ts';
import { queryAllOfUser } from '#lambdas/generations/generation-store.ts';
import { overlayOf } from '#lambdas/generations/overlay-of.ts';
import { readPost } from '#lambdas/generations/post-store.ts';
import { readShare } from '#lambdas/generations/share-store.ts';
import type { StoredMenu } from '#lambdas/menus/menu.ts';
import { queryAllMenus, queryDishes } from '#lambdas/menus/menu-store.ts';
import { photoKeys, repairedKey, type StoredPhoto } from '#lambdas/photos/photo.ts';
import { queryPhotos } from '#lambdas/photos/photo-store.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { listFolder, openFile } from '#lambdas/runtime/file-storage.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import { brand } from '#shared/brand.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { uploadStorageDays } from '#shared/domain/limits.ts';
import type { ExportPart, PartRequest } from './export-part.ts';

/** A file of the export. Its content is read on demand. */
interface ExportedFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array | string>;
}

/** A picture of a generation or photo: its key and its name in the export. */
interface Picture {
  readonly bucket: string;
  readonly key: string;
  readonly name: string;
}

const logoName = 'logo.png';

/** Generations or photos whose files are exported between two checks of the remaining time. */
const pageSize = 5;

const cursorSchema = z.object({
  of: z.enum(['generations', 'photos']),
  key: z.optional(z.record(z.string(), z.unknown())),
});

type Cursor = z.output<typeof cursorSchema>;

/** Determines which files of a generation are exported. */
interface Choice {
  readonly hasWatermark: boolean;
  /** Keys of the pictures that a model continued for a pack: no item refers to them. */
  readonly continued: ReadonlySet<string>;
}

/**
 * A user's stored data, file by file: `data.json`, the logo, then the pictures in full size, with a watermark if a
 * download has one, and the masks of their dishes, then the cut-outs and the masks that the user drew. Pictures deleted
 * in the meantime are left out.
 */
export function exportAccount(account: Account, { from, hasTime }: PartRequest): ExportPart<ExportedFile> {
  const { userId } = account;
  const { hasWatermark } = entitlementsOf(account.tier);
  let cursor: Cursor | undefined =
    from === undefined ? { of: 'generations' } : cursorSchema.parse(JSON.parse(from));

  async function* files(): AsyncGenerator<ExportedFile> {
    const choice = { hasWatermark, continued: await listContinued(userId) };
    if (from === undefined) {
      yield { name: 'data.json', lastModified: new Date(), input: describe(account, choice) };
      const { logo } = account.brandKit;
      const input = logo && (await openFile(readEnvironment('tasks').MEDIA_BUCKET, logo.key));
      if (input) yield { name: logoName, lastModified: new Date(), input };
    }
    while (cursor) {
      const { of, key }: Cursor = cursor;
      const { pictures, next } = of === 'generations' ? await picturePage(choice, key) : await photoPage(key);
      for (const { bucket, key: file, name, at } of pictures) {
        const input = await openFile(bucket, file);
        if (input) yield { name, lastModified: new Date(at), input };
      }
      if (next) cursor = { of, key: next };
      else cursor = of === 'generations' ? { of: 'photos' } : undefined;
      if (!hasTime()) return;
    }
  }

  async function picturePage(choice: Choice, key?: Record<string, unknown>) {
    const { items, next } = await queryAllOfUser(userId, pageSize, key);
    const pictures = items.flatMap((generation) =>
      picturesOf(generation, choice).map((picture) => ({ ...picture, at: generation.createdAt })),
    );
    return { pictures, next };
  }

  async function photoPage(key?: Record<string, unknown>) {
    const { items, next } = await queryPhotos(userId, pageSize, key);
    const pictures = items.flatMap((photo) =>
      filesOf(photo, hasWatermark).map((file) => ({ ...file, at: photo.correction?.at ?? photo.createdAt })),
    );
    return { pictures, next };
  }

  return { content: files(), next: () => cursor && JSON.stringify(cursor) };
}

async function listContinued(userId: string): Promise<ReadonlySet<string>> {
  const continued = new Set<string>();
  for await (const key of listFolder(readEnvironment('tasks').ORIGINALS_BUCKET, generationFolder(userId)))
    if (isContinued(key)) continued.add(key);
  return continued;
}

/** Writes `data.json`, generation by generation. */
async function* describe(account: Account, choice: Choice): AsyncGenerator<string> {
  const { userId, username, email, fullName, companyName, kitchen, about, avatarUrl, createdAt } = account;
  const { role, subscription, credits, tier } = account;
  const { openGenerations: _open, version: _version, ...balances } = credits;
  const { customerId } = await readBilling(userId);
  const { devices, isMailed, seenAt } = await readNotifications(userId);
  const head = JSON.stringify(
    {
      about: `Everything that ${brand.name} keeps of this account, but for what its machines alone need, such as counters, for photos as they were uploaded, which are deleted after ${uploadStorageDays} days, and, on plans with a watermark, for pictures without it.`,
      exportedAt: new Date().toISOString(),
      profile: {
        ...{ userId, username, email, fullName, companyName, kitchen, about, avatarUrl, createdAt },
        role: role ?? null,
      },
      plan: { tier, ...subscription, stripeCustomerId: customerId },
      credits: balances,
      // The full URL would let its reader send messages to the device, so only the host is exported.
      notifiedDevices: devices.map(({ endpoint, createdAt: since }) => ({
        pushService: new URL(endpoint).host,
        since,
      })),
      notifiedByEmail: isMailed,
      notificationsSeenAt: seenAt,
      brandKit: brandKitEntry(account),
      houseStyles: await readStyles(userId),
      collections: (await readCollections(userId)).items,
      ledger: await allEntries(userId),
      payments: (await listPayments(userId)).map(({ userId: _, ...payment }) => payment),
    },
    null,
    2,
  );
  yield `${head.slice(0, -2)},\n  "generations": `;
  yield* listOf(
    (from) => queryAllOfUser(userId, 100, from),
    (generation) => generationEntry(generation, choice),
  );
  yield ',\n  "photos": ';
  yield* listOf(
    (from) => queryPhotos(userId, 100, from),
    (photo) => photoEntry(photo, choice.hasWatermark),
  );
  yield ',\n  "menus": ';
  yield* listOf((from) => queryAllMenus(userId, 100, from), menuEntry);
  yield '\n}\n';
}

function brandKitEntry({ brandKit: { look, logo } }: Account) {
  return { look: look ?? null, logo: logo ? logoName : null };
}

/** Writes a JSON array, page by page. */
async function* listOf<Item>(
  readPage: (from?: Record<string, unknown>) => Promise<{
    items: readonly Item[];
    next: Record<string, unknown> | undefined;
  }>,
  toEntry: (item: Item) => object | Promise<object>,
): AsyncGenerator<string> {
  let separator = '[';
  let from: Record<string, unknown> | undefined;
  do {
    const { items, next } = await readPage(from);
    for (const item of items) {
      const text = JSON.stringify(await toEntry(item), null, 2);
      yield `${separator}\n    ${text.replaceAll('\n', '\n    ')}`;
      separator = ',';
    }
    from = next;
  } while (from);
  yield separator === '[' ? '[]' : '\n  ]';
}

async function menuEntry({ userId, counts: _, requestHash: _hash, ...menu }: StoredMenu) {
  const dishes = await queryDishes(userId, menu.id);
  return { ...menu, dishes: dishes.map(({ menuId: _menu, userId: _user, ...dish }) => dish) };
}

/** The record of a photo; its cut-out, corrected mask and repaired file are separate files of the export. */
function photoEntry(photo: StoredPhoto, hasWatermark: boolean) {
  const { id, width, height, createdAt, correction, cutOut, reading, facts, repair } = photo;
  return {
    id,
    width,
    height,
    createdAt,
    correctedAt: correction?.at ?? null,
    correctedDish: correction?.dish ?? null,
    cutOut: cutOut?.findings ?? null,
    dish: cutOut?.dish ?? null,
    reading: reading?.content ?? null,
    measures: facts?.content ?? null,
    repair: repair?.content
      ? { ruleId: repair.ruleId, isWatermarked: repair.isWatermarked ?? false, ...repair.content }
      : null,
    files: filesOf(photo, hasWatermark).map(({ name }) => name),
  };
}

/**
 * The cut-out, the mask that the user drew and the repaired file, as far as they exist. The repaired file is left out
 * if a download of the picture has a watermark, because it has none.
 */
function filesOf(photo: StoredPhoto, hasWatermark: boolean): Picture[] {
  const { ORIGINALS_BUCKET: bucket } = readEnvironment('tasks');
  const { cutOut } = photoKeys(photo);
  const lacksWatermark = hasWatermark && photo.file.needsWatermark && !photo.repair?.isWatermarked;
  const type = photo.repair?.content?.measures.format === 'png' ? 'png' : 'jpg';
  return [
    ...(photo.cutOut?.state === 'made' ? [{ bucket, key: cutOut, name: `cut-outs/${photo.id}.png` }] : []),
    ...(photo.correction ? [{ bucket, key: photo.correction.key, name: `masks/${photo.id}.png` }] : []),
    ...(photo.repair?.state === 'made' && !lacksWatermark
      ? [{ bucket, key: repairedKey(photo, photo.repair), name: `repaired/${photo.id}.${type}` }]
      : []),
  ];
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

async function generationEntry(generation: StoredGeneration, choice: Choice) {
  const { id, kind, state, createdAt, finishedAt, productName, templateName, width, height } = generation;
  const { source, framing, foodLock, studio, menu, dish, prompt, tier, cover, variations } = generation;
  const { fallback, refunded, message, redo, redoOf, words } = generation;
  const { overlay, formerOverlays, favourite, collections } = generation;
  const shares = await Promise.all(Object.values(generation.shares).map(readShare));
  const approvals = await Promise.all(
    variations.map(({ index }) =>
      readApproval({ userId: generation.userId, generationId: id, variation: index }),
    ),
  );
  const posts = await Promise.all(
    variations.map(({ index }) =>
      readPost({ userId: generation.userId, generationId: id, variation: index }),
    ),
  );
  return {
    id,
    kind,
    state,
    createdAt,
    finishedAt,
    productName,
    templateName,
    width,
    height,
    source,
    framing,
    foodLock,
    studio,
    menu,
    dish: dish ?? null,
    prompt,
    tier,
    cover,
    variations: variations.map((variation) => ({
      variation: variation.index,
      width: variation.width,
      height: variation.height,
      adapter: variation.adapter,
      fidelity: variation.fidelity,
      measures: variation.measures ?? null,
    })),
    watermarked: isWatermarked(generation),
    fallback,
    refunded,
    message,
    redo: redo ?? null,
    redoOf: redoOf ?? null,
    overlay: overlay ?? null,
    formerOverlays: formerOverlays ?? [],
    words: words ?? null,
    favourite: favourite ?? false,
    collections: [...(collections ?? [])],
    shares: shares.flatMap((share) =>
      share
        ? [
            {
              address: `/s/${share.id}`,
              variation: share.variation,
              title: share.title,
              description: share.description,
              createdAt: share.createdAt,
            },
          ]
        : [],
    ),
    approvals: approvals.flatMap((approval) =>
      approval
        ? [
            {
              variation: approval.variation,
              approvedAt: approval.approvedAt,
              approvedBy: approval.approvedBy ?? null,
              files: Object.values(approval.files),
            },
          ]
        : [],
    ),
    posts: posts.flatMap(({ variation, text, changedAt, former, reading }) =>
      text || reading
        ? [
            {
              variation,
              text: text ?? null,
              changedAt: changedAt ?? null,
              former,
              seenInThePicture: reading ?? null,
            },
          ]
        : [],
    ),
    files: picturesOf(generation, choice).map(({ name }) => name),
  };
}

/**
 * The prepared photo and the generated pictures, as a download would return them (readings 21), with the masks of the
 * dishes.
 */
function picturesOf(generation: StoredGeneration, { hasWatermark, continued }: Choice): Picture[] {
  const { ORIGINALS_BUCKET, MEDIA_BUCKET } = readEnvironment('tasks');
  const { id, createdAt, original, variations } = generation;
  const name = (part: string) => `pictures/${createdAt.slice(0, 10)}-${id}-${part}`;
  return [
    ...(original === null ? [] : [{ bucket: MEDIA_BUCKET, key: original, name: name('original.jpg') }]),
    ...variations.flatMap((variation) => {
      const { index, base, hasDishMask } = variation;
      const { delivered, large, isWatermarked: isMarked } = filesFor(variation, hasWatermark);
      const files = [{ key: delivered.key, name: name(`${index + 1}.jpg`) }];
      if (large) files.push({ key: large.key, name: name(`${index + 1}-large.jpg`) });
      // These two have no watermark.
      const { wide } = originalKeys(generation, index);
      if (!isMarked && base && overlayOf(generation) !== undefined)
        files.push({ key: base.key, name: name(`${index + 1}-without-words.jpg`) });
      if (!isMarked && continued.has(wide))
        files.push({ key: wide, name: name(`${index + 1}-continued.jpg`) });
      const pictures = files.map((file) => ({ bucket: ORIGINALS_BUCKET, ...file }));
      if (!hasDishMask) return pictures;
      const { dishMask } = mediaKeys(generation, index);
      return [...pictures, { bucket: MEDIA_BUCKET, key: dishMask, name: name(`${index + 1}-dish.webp`) }];
    }),
  ];
}
