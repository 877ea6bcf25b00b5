/**
 * Approvals: a picture counts as approved when its owner first takes it out, as a download, in a ZIP or on a share
 * page.
 *
 * - Which files of a variation did its owner take out, and when?   table, pk USER#<user>, sk APPROVAL#<generation>#<variation>
 *
 * What was written about a file never changes. The item goes with its generation.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { userPartition } from '#lambdas/runtime/keys.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import { type ApprovedFile, approvedFileSchema } from '#shared/api/approvals.ts';
import type { CheckResult } from '#shared/domain/check-file.ts';
import type { StoredGeneration } from './generation.ts';
import { whileKept } from './generation-store.ts';
import { wordsOf } from './overlay-of.ts';

export const approvalSchema = z.object({
  generationId: z.string(),
  variation: z.int(),
  approvedAt: z.string(),
  /** E-mail that the account had then; absent in records of former releases. */
  approvedBy: z.optional(z.string()),
  /** By the words on the picture and the file's name. */
  files: z.record(z.string(), approvedFileSchema),
});

export type Approval = z.output<typeof approvalSchema>;

/** A file that its owner takes out; `name` is the same each time for the same file. */
export interface TakenFile extends Omit<Readonly<ApprovedFile>, 'at' | 'words' | 'checks'> {
  readonly name: string;
  readonly checks: readonly CheckResult[];
}

/** Upper bound of the files of one picture: every platform's files, with some changes of the words. */
const maxFiles = 60;

/**
 * Records files of a variation as approved. Earlier records stay unchanged. Nothing is written for a generation that
 * has been deleted in the meantime, or that expires because it is outside the gallery: the record would outlive it.
 * @param email The account's address, from callers that know it; the account is read otherwise.
 */
export async function approve(
  generation: StoredGeneration,
  variation: number,
  taken: readonly TakenFile[],
  email?: string,
): Promise<void> {
  if (taken.length === 0 || !generation.inGallery) return;
  const at = nowIso();
  const approvedBy = email ?? (await getAccount(generation.userId))?.email;
  const { userId, id, filesVersion } = generation;
  const words = wordsOf(generation);
  const files = Object.fromEntries(
    taken.map(({ name, ...file }) => [`${filesVersion ?? ''} ${name}`, { ...file, at, words }]),
  );
  const Key = approvalKey({ userId, generationId: id, variation });
  const kept = whileKept({ userId, id });
  const first = {
    put: {
      Item: { ...Key, generationId: id, variation, approvedAt: at, approvedBy, files },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
    refused: 'known' as const,
  };
  if ((await transact([kept, first])).outcome !== 'known') return;
  const names = Object.keys(files);
  const more = {
    update: {
      Key,
      UpdateExpression: `SET ${names.map((_, n) => `files.#f${n} = if_not_exists(files.#f${n}, :f${n})`).join(', ')}`,
      ConditionExpression: 'size(files) < :most',
      ExpressionAttributeNames: Object.fromEntries(names.map((name, n) => [`#f${n}`, name])),
      ExpressionAttributeValues: {
        ':most': maxFiles,
        ...Object.fromEntries(names.map((name, n) => [`:f${n}`, files[name]])),
      },
    },
    refused: 'full' as const,
  };
  await transact([kept, more]);
}

/** The approval of a variation, read consistently; undefined if it has not been taken out. */
export async function readApproval(of: Approved): Promise<Approval | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: approvalKey(of), ConsistentRead: true }),
  );
  return Item && approvalSchema.parse(Item);
}

/** Transaction steps that remove the approvals of a generation, if there are any. */
export function removeApprovals({ userId, id, variations }: StoredGeneration): Step<never>[] {
  return variations.map(({ index: variation }) => ({
    remove: { Key: approvalKey({ userId, generationId: id, variation }) },
  }));
}

interface Approved {
  readonly userId: string;
  readonly generationId: string;
  readonly variation: number;
}

function approvalKey({ userId, generationId, variation }: Approved) {
  return { pk: userPartition(userId), sk: `APPROVAL#${generationId}#${variation}` };
}
