/**
 * Photos of users, by their content: cut-out and reading of a photo are made once.
 *
 * - What was made of this photo?                              table, pk USER#<user>, sk PHOTO#<sha256 of the file>
 * - Which photos are remembered for this user?               table, pk USER#<user>, sk begins PHOTO#
 *
 * An item ends with the upload that it names, or a week after its last use, and at the latest after four weeks, before
 * the bucket removes what was made of the photo.
 */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { expiryIn, nowIso } from '#lambdas/runtime/time.ts';
import { type Step, type TransactionResult, transact } from '#lambdas/runtime/transaction.ts';
import { unlessRefused } from '#lambdas/runtime/update-expression.ts';
import type { Size } from '#shared/domain/formats.ts';
import { table } from '#shared/table.ts';
import { maxPhotoLifetime, photoLifetime } from './limits.ts';
import { type PhotoPart, type PhotoWork, type StoredPhoto, storedPhotoSchema } from './photo.ts';
import { uploadRemovedAt } from './uploads.ts';

/** The user's photo, read consistently; undefined if there is none or it has expired. */
export async function readPhoto(userId: string, id: string): Promise<StoredPhoto | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: photoKey(userId, id), ConsistentRead: true }),
  );
  const photo = Item && storedPhotoSchema.parse(Item);
  return photo && photo.expiresAt > expiryIn(0) ? photo : undefined;
}

/** A page of the user's photos that are remembered. */
export async function queryPhotos(
  userId: string,
  limit: number,
  from?: Record<string, unknown>,
): Promise<{ items: StoredPhoto[]; next: Record<string, unknown> | undefined }> {
  const { Items = [], LastEvaluatedKey } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':user': userPartition(userId), ':prefix': 'PHOTO#' },
      Limit: limit,
      ExclusiveStartKey: from,
    }),
  );
  return { items: Items.map((item) => storedPhotoSchema.parse(item)), next: LastEvaluatedKey };
}

/** @throws AppError `not_found` when there is no such photo, it has expired, or it is somebody else's. */
export async function findPhoto(userId: string, id: string): Promise<StoredPhoto> {
  const photo = await readPhoto(userId, id);
  if (!photo) throw noPhoto();
  return photo;
}

function noPhoto(): AppError {
  return new AppError('not_found', 'This photo is no longer there. Please upload it again.');
}

/** Creates the photo, or notes that it was used again and where its file is now. */
export async function keepPhoto(
  photo: Pick<StoredPhoto, 'id' | 'userId' | 'file' | 'width' | 'height'>,
): Promise<StoredPhoto> {
  const { id, userId, file } = photo;
  const expiresAt = file.store === 'uploads' ? uploadRemovedAt(file.key) : expiryIn(photoLifetime);
  for (;;) {
    const known = await readPhoto(userId, id);
    const isKept = known && !beginsAnew(known, file, expiresAt);
    const written = isKept
      ? await renew(known, file, expiresAt)
      : await create({ ...photo, expiresAt }, known?.createdAt);
    // Refused when it was created, corrected, or expired, meanwhile.
    if (written) return written;
  }
}

/**
 * Whether another upload of the photo would outlive what is known of it, and with it a correction that its free redo
 * needs. A photo that was corrected stays as long as it can, because the correction would be lost at once.
 */
function beginsAnew(known: StoredPhoto, file: StoredPhoto['file'], expiresAt: number): boolean {
  const isOtherUpload = file.store === 'uploads' && file.key !== known.file.key;
  return isOtherUpload && !known.correction && lastExpiry(known) < expiresAt;
}

/** The latest time until which a photo is remembered, in seconds since the epoch. */
function lastExpiry({ createdAt }: StoredPhoto): number {
  return Math.floor(Date.parse(createdAt) / 1000) + maxPhotoLifetime;
}

/** @param replaced When the item was created that this one replaces, if one that has not expired is to be replaced. */
async function create(
  photo: Pick<StoredPhoto, 'id' | 'userId' | 'file' | 'width' | 'height' | 'expiresAt'>,
  replaced: string = '',
): Promise<StoredPhoto | undefined> {
  const { id, userId } = photo;
  const item: StoredPhoto = { ...photo, createdAt: nowIso() };
  const put = new PutCommand({
    TableName: tableName(),
    Item: { ...photoKey(userId, id), ...item },
    ConditionExpression:
      'attribute_not_exists(pk) OR #expiry <= :now OR (createdAt = :replaced AND attribute_not_exists(correction))',
    ExpressionAttributeNames: { '#expiry': table.expiry },
    ExpressionAttributeValues: { ':now': expiryIn(0), ':replaced': replaced },
  });
  return (await unlessRefused(dynamodb().send(put))) && item;
}

async function renew(
  photo: StoredPhoto,
  file: StoredPhoto['file'],
  expiresAt: number,
): Promise<StoredPhoto | undefined> {
  const { userId, id, expiresAt: known } = photo;
  const update = new UpdateCommand({
    TableName: tableName(),
    Key: photoKey(userId, id),
    UpdateExpression: 'SET #file = :file, #expiry = :expiry',
    ConditionExpression: '#expiry > :now',
    ExpressionAttributeNames: { '#file': 'file', '#expiry': table.expiry },
    ExpressionAttributeValues: {
      ':file': file,
      ':expiry': Math.min(lastExpiry(photo), Math.max(known, expiresAt)),
      ':now': expiryIn(0),
    },
    ReturnValues: 'ALL_NEW',
  });
  const updated = await unlessRefused(dynamodb().send(update));
  return updated && storedPhotoSchema.parse(updated.Attributes);
}

/**
 * Notes that a corrected mask replaces the cut-out, or that it does no longer.
 * @param onlyThis Whether to refuse this unless the table still has the correction of `photo`.
 * @throws AppError `not_found`, `conflict`
 */
export async function noteCorrection(
  { userId, id, correction: seen }: StoredPhoto,
  correction: StoredPhoto['correction'],
  onlyThis = false,
): Promise<StoredPhoto> {
  const isSame = seen ? 'correction.#key = :seen' : 'attribute_not_exists(correction)';
  const values = {
    ...(correction && { ':correction': correction }),
    ...(onlyThis && seen && { ':seen': seen.key }),
  };
  const updated = await unlessRefused(
    dynamodb().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: photoKey(userId, id),
        UpdateExpression: correction ? 'SET correction = :correction' : 'REMOVE correction',
        ConditionExpression: `attribute_exists(pk)${onlyThis ? ` AND ${isSame}` : ''}`,
        ...(onlyThis && seen && { ExpressionAttributeNames: { '#key': 'key' } }),
        ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  if (updated) return storedPhotoSchema.parse(updated.Attributes);
  if (!onlyThis) throw noPhoto();
  await findPhoto(userId, id);
  throw correctedElsewhere();
}

/** The refusal of a correction that began with a mask which is no longer the photo's. */
export function correctedElsewhere(): AppError {
  return new AppError(
    'conflict',
    'This photo was corrected in another tab meanwhile. Please check what is kept now, and press “Use this” again.',
  );
}

/**
 * Replaces what the table says about one part of a photo, and about its size where that was measured, together with
 * `steps`. Refused as `changed` unless the table still says of the part what `photo` says, so that of two who act on
 * the same state one succeeds.
 */
export function replaceWork<P extends PhotoPart, Outcome extends string = never>(
  photo: StoredPhoto,
  part: P,
  work: PhotoWork<P>,
  {
    steps = [],
    upright,
  }: { readonly steps?: readonly Step<Outcome>[]; readonly upright?: Size | undefined } = {},
): Promise<TransactionResult<Outcome | 'changed'>> {
  const { userId, id, [part]: seen } = photo;
  return transact<Outcome | 'changed'>([
    {
      update: {
        Key: photoKey(userId, id),
        UpdateExpression: `SET #part = :work${upright ? ', width = :width, height = :height' : ''}`,
        ConditionExpression: seen ? '#part = :seen' : 'attribute_exists(pk) AND attribute_not_exists(#part)',
        ExpressionAttributeNames: { '#part': part },
        ExpressionAttributeValues: {
          ':work': work,
          ...(upright && { ':width': upright.width, ':height': upright.height }),
          ...(seen && { ':seen': seen }),
        },
      },
      refused: 'changed',
    },
    ...steps,
  ]);
}

function photoKey(userId: string, id: string) {
  return { pk: userPartition(userId), sk: `PHOTO#${id}` };
}
