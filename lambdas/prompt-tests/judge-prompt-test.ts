import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { PromptTest, promptTestRoutes } from '#shared/api/prompt-tests.ts';
import type { RouteInput } from '#shared/api/route.ts';
import { findPromptTest, putVerdict } from './prompt-test-store.ts';
import { toTestReply } from './to-test-reply.ts';

/**
 * Stores which side of a prompt test is better, or why; what is absent stays, and null removes the verdict.
 * @throws AppError `not_found`
 */
export async function judgePromptTest(
  userId: string,
  id: string,
  changes: RouteInput<typeof promptTestRoutes.judgePromptTest>['body'],
): Promise<PromptTest> {
  const { verdict } = changes;
  const { outcome } = await transact<'gone'>([
    putVerdict(id, { ...changes, ...(verdict !== undefined && { judgedAt: verdict && nowIso() }) }),
    putAuditLogEntry({ actor: userId, action: 'JUDGE_PROMPT_TEST', details: { testId: id, ...changes } }),
  ]);
  if (outcome === 'gone') throw new AppError('not_found', 'This prompt test does not exist');
  return toTestReply(await findPromptTest(id));
}
