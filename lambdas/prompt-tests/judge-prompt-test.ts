import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { PromptTest } from '#shared/api/prompt-tests.ts';
import { findPromptTest, putVerdict, type StoredTest } from './prompt-test-store.ts';
import { toTestReply } from './to-test-reply.ts';

/**
 * Stores which side of a prompt test is better, and why; null removes the verdict.
 * @throws AppError `not_found`
 */
export async function judgePromptTest(
  userId: string,
  id: string,
  { verdict, note }: Pick<StoredTest, 'verdict' | 'note'>,
): Promise<PromptTest> {
  const { outcome } = await transact<'gone'>([
    putVerdict(id, { verdict, note, judgedAt: verdict && nowIso() }),
    putAuditLogEntry({ actor: userId, action: 'JUDGE_PROMPT_TEST', details: { testId: id, verdict, note } }),
  ]);
  if (outcome === 'gone') throw new AppError('not_found', 'This prompt test does not exist');
  return toTestReply(await findPromptTest(id));
}
