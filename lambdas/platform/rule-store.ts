/**
 * Changes that operators made to the rules of the platforms.
 *
 * - Which changes are in force?         table, pk PLATFORM_RULES, sk CURRENT
 * - Who changed which rule when?        table, pk PLATFORM_RULES, sk begins CHANGE#, then the time and the rule
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { ruleChangeSchema } from '#shared/api/rules.ts';
import { allRules, type PlatformRule, type RuleChange } from '#shared/domain/platform-rules.ts';
import { putAuditLogEntry } from './audit-log-store.ts';

const partition = 'PLATFORM_RULES';
const currentKey = { pk: partition, sk: 'CURRENT' };

const currentSchema = z.object({
  changes: z.array(ruleChangeSchema),
  version: z.int(),
  /** Time of the last change or reset, by rule. */
  changedAt: z._default(z.record(z.string(), z.string()), {}),
});

type CurrentChanges = z.output<typeof currentSchema>;

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
  return allRules((await readCurrentChanges({ consistent: false })).changes);
}

/** The changes in force. */
export async function readCurrentChanges(options: { readonly consistent: boolean }): Promise<CurrentChanges> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: currentKey, ConsistentRead: options.consistent }),
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
    readCurrentChanges({ consistent: true }),
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
 * Replaces the current change of a rule, records it and logs it. Returns false, and writes nothing, if anybody has
 * changed a rule since `current` was read.
 * @param request.change Null to reset the rule to its published values.
 */
export async function writeRuleChange(request: {
  readonly ruleId: string;
  readonly change: RuleChange | null;
  readonly current: CurrentChanges;
  readonly actor: string;
}): Promise<boolean> {
  const { ruleId, change, current, actor } = request;
  const { changes, version, changedAt } = current;
  const others = changes.filter((other) => other.ruleId !== ruleId);
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
      details: { ruleId, from: changes.find((other) => other.ruleId === ruleId) ?? null, to: change },
    }),
  ]);
  return outcome === 'committed';
}
