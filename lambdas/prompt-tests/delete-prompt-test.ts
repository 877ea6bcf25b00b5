import { removeSteps } from '#lambdas/generations/generation-store.ts';
import { removalSteps, removeGenerationFiles } from '#lambdas/generations/remove-generation-files.ts';
import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { readPromptTest, removePromptTest } from './prompt-test-store.ts';

/**
 * Removes a prompt test with both generations and their files; outbox entries cover files that could not be deleted. A
 * missing test is no error; a running one is.
 * @throws AppError `not_ready`, `conflict`
 */
export async function deletePromptTest(userId: string, id: string): Promise<void> {
  const result = await readPromptTest(id);
  if (!result) return;
  const generations = Object.values(result.generations);
  if (generations.some(({ state }) => state === 'queued' || state === 'processing')) {
    throw new AppError('not_ready', 'This test is still running. You can delete it when it is finished.');
  }
  const { outcome } = await transact<'changed'>([
    removePromptTest(id),
    ...generations.flatMap((generation) => [...removeSteps(generation), ...removalSteps(generation)]),
    putAuditLogEntry({ actor: userId, action: 'DELETE_PROMPT_TEST', details: { testId: id } }),
  ]);
  if (outcome === 'changed') {
    if (!(await readPromptTest(id))) return;
    throw new AppError('conflict');
  }
  await Promise.all(generations.map(removeGenerationFiles));
}
