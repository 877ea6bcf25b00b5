import { isDeepStrictEqual } from 'node:util';
import { readCurrentChanges, writeRuleChange } from '#lambdas/platform/rule-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { allRules, type RuleChange } from '#shared/domain/platform-rules.ts';
import { contradictionsIn } from '#shared/domain/rule-contradictions.ts';

/**
 * Replaces the values of a rule, or resets it to the published values; records the change and logs it. Values that are
 * in force already change nothing.
 * @param values Null to reset.
 * @param seen Time of the rule's last change as the actor saw it, null for never; undefined replaces the rule in any
 * case.
 * @throws AppError `not_found`, `rule_contradicts` with a sentence, `conflict` if another change came first
 */
export async function changeRule(
  ruleId: string,
  values: Omit<RuleChange, 'ruleId'> | null,
  actor: string,
  seen: string | null | undefined,
): Promise<void> {
  if (!allRules().some(({ id }) => id === ruleId)) throw new AppError('not_found', 'There is no such rule');
  const change = values && { ...values, ruleId };
  const contradictions = change ? contradictionsIn(change) : [];
  if (contradictions.length > 0) throw new AppError('rule_contradicts', contradictions.join(' '));
  const current = await readCurrentChanges({ consistent: true });
  const before = current.changes.find((other) => other.ruleId === ruleId) ?? null;
  // Also if the request is sent again, because its reply was lost.
  if (isDeepStrictEqual(change, before)) return;
  if (seen !== undefined && seen !== (current.changedAt[ruleId] ?? null)) throw changedMeanwhile();
  if (!(await writeRuleChange({ ruleId, change, current, actor }))) throw changedMeanwhile();
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody else has changed this rule in the meantime, so that nothing was saved. Save again to replace what they entered, or cancel to see it.',
  );
}
