/**
 * Changes that operators made to the rules of the platforms.
 *
 * - Which changes are in force?         table, pk PLATFORM_RULES, sk CURRENT
 * - Who changed which rule when?        table, pk PLATFORM_RULES, sk begins CHANGE#, then the time and the rule
 */
import { isDeepStrictEqual } from 'node:util';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { ruleChangeSchema } from '#shared/api/rules.ts';
import { allRules, type PlatformRule, type RuleChange } from '#shared/domain/platform-rules.ts';
import { contradictionsIn } from '#shared/domain/rule-contradictions.ts';
import { putAuditLogEntry } from './audit-log-store.ts';

const partition = 'PLATFORM_RULES';
const currentKey = { pk: partition, sk: 'CURRENT' };

const currentSchema = z.object({
  changes: z.array(ruleChangeSchema),
  version: z.int(),
  /** Time of the last change or reset, by rule. */
  changedAt: z._default(z.record(z.string(), z.string()), {}),
});

const historySchema = z.object({
  at: z.string(),
  by: z.string(),
  ruleId: z.string(),
  /** Null for a reset to the published values. */
  change: z.nullable(ruleChangeSchema),
});

export type PastChange = z.output<typeof historySchema>;

/** Number of changes in the back office's reply; older ones stay in the table and in the audit log. */
const shownChanges = 100;

/** Every rule with the changes of operators; eventually consistent. */
export async function readRules(): Promise<PlatformRule[]> {
  return allRules((await readCurrent(false)).changes);
}

async function readCurrent(isConsistent: boolean): Promise<z.output<typeof currentSchema>> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: currentKey, ConsistentRead: isConsistent }),
  );
  return Item ? currentSchema.parse(Item) : { changes: [], version: 0, changedAt: {} };
}

/** Every rule in force, the time of each rule's last change, and the latest changes, newest first. */
export async function readRuleHistory(): Promise<{
  rules: PlatformRule[];
  changedAt: Readonly<Record<string, string>>;
  history: PastChange[];
}> {
  const [{ changes, changedAt }, { Items = [] }] = await Promise.all([
    readCurrent(true),
    dynamodb().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :rules AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':rules': partition, ':prefix': 'CHANGE#' },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: shownChanges,
      }),
    ),
  ]);
  return {
    rules: allRules(changes),
    changedAt,
    history: Items.map((item) => historySchema.parse(item)),
  };
}

/**
 * Replaces the values of a rule, or resets it to the published values; records the change and logs it. Values that are
 * in force already change nothing.
 * @param values Null to reset.
 * @param seen Time of the rule's last change as the actor saw it, null for never; without it, the rule is replaced in
 * any case.
 * @throws AppError `not_found`, `rule_contradicts` with a sentence, `conflict` if another change came first
 */
export async function changeRule(
  ruleId: string,
  values: Omit<RuleChange, 'ruleId'> | null,
  actor: string,
  seen?: string | null,
): Promise<void> {
  if (!allRules().some(({ id }) => id === ruleId)) throw new AppError('not_found', 'There is no such rule');
  const change = values && { ...values, ruleId };
  const contradictions = change ? contradictionsIn(change) : [];
  if (contradictions.length > 0) throw new AppError('rule_contradicts', contradictions.join(' '));
  const { changes, version, changedAt } = await readCurrent(true);
  const others = changes.filter((other) => other.ruleId !== ruleId);
  const before = changes.find((other) => other.ruleId === ruleId) ?? null;
  // Also if the request is sent again, because its reply was lost.
  if (isDeepStrictEqual(change, before)) return;
  if (seen !== undefined && seen !== (changedAt[ruleId] ?? null)) throw changedMeanwhile();
  const at = nowIso();
  const { outcome } = await transact<'changed'>([
    {
      put: {
        Item: {
          ...currentKey,
          changes: change ? [...others, change] : others,
          version: version + 1,
          changedAt: { ...changedAt, [ruleId]: at },
        },
        ConditionExpression: 'attribute_not_exists(pk) OR version = :seen',
        ExpressionAttributeValues: { ':seen': version },
      },
      refused: 'changed',
    },
    { put: { Item: { pk: partition, sk: `CHANGE#${at}#${ruleId}`, at, by: actor, ruleId, change } } },
    putAuditLogEntry({
      actor,
      action: change ? 'CHANGE_PLATFORM_RULE' : 'RESET_PLATFORM_RULE',
      details: { ruleId, from: before, to: change },
    }),
  ]);
  if (outcome === 'changed') throw changedMeanwhile();
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody else has changed this rule in the meantime, so that nothing was saved. Save again to replace what they entered, or cancel to see it.',
  );
}
