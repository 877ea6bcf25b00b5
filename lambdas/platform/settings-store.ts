/**
 * Runtime settings, which take effect without a deployment.
 *
 * - What is the value of the setting?   table, pk SETTINGS, sk <name>
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { RuntimeSettings } from '#shared/api/admin.ts';
import type { Offer } from '#shared/api/site.ts';
import { adapterNames, maintenanceModes } from '#shared/domain/maintenance.ts';
import { FREE_CREDITS, topUpPacks } from '#shared/domain/plans.ts';
import { putAuditLogEntry } from './audit-log-store.ts';

const partition = 'SETTINGS';

/** Each setting with its value while nobody has set it. */
const schema = z.object({
  chargeForFallback: z._default(z.boolean(), true),
  defaultFreeCredits: z._default(z.int(), FREE_CREDITS),
  dishReadings: z._default(z.boolean(), true),
  maintenance: z._default(z.enum(maintenanceModes), 'off'),
  outpaintCredits: z._default(z.int(), 0),
  specialPackLabel: z._default(z.string(), topUpPacks.SPECIAL_50.label),
  stoppedAdapters: z.pipe(
    z._default(z.array(z.enum(adapterNames)), []),
    z.transform((names) => [...new Set(names)]),
  ),
} satisfies Record<keyof RuntimeSettings, unknown>);

export type SettingName = keyof RuntimeSettings;

export const settingNames = Object.keys(schema.shape) as SettingName[];

/**
 * Whether a studio generation that fell back to the customer's own photo stays charged; by default yes, as specified
 * (customer-product.md section 8, readings 8).
 */
export async function readChargeForFallback(): Promise<boolean> {
  return readSwitch('chargeForFallback');
}

/** Credits of a new user; 2 by default (back-office-and-public-pages.md section 9). */
export async function readDefaultFreeCredits(): Promise<number> {
  return (await readSettings()).defaultFreeCredits;
}

/** Whether the vision model may read photos; by default yes. */
export async function readDishReadings(): Promise<boolean> {
  return readSwitch('dishReadings');
}

/** A switch that is on by default; eventually consistent. */
async function readSwitch(name: 'chargeForFallback' | 'dishReadings'): Promise<boolean> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: { pk: partition, sk: name } }),
  );
  return schema.shape[name].parse(Item?.value);
}

/** The settings that are public. */
export async function readOffer(): Promise<Offer> {
  const { defaultFreeCredits, maintenance, outpaintCredits, specialPackLabel } = await readSettings();
  return { freeCredits: defaultFreeCredits, maintenance, outpaintCredits, specialPackLabel };
}

export interface Settings extends RuntimeSettings {
  /** The last change of each setting. */
  readonly changes: readonly {
    readonly setting: SettingName;
    readonly at: string;
    readonly by: string;
  }[];
}

/** Range of the settings' sort keys; other items of the partition may lie within it. */
const sortedNames = settingNames.toSorted();

const changeSchema = z.object({ changedAt: z.string(), changedBy: z.string() });

/** All runtime settings, read consistently. */
export async function readSettings(): Promise<Settings> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :settings AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':settings': partition,
        ':first': sortedNames[0],
        ':last': sortedNames.at(-1),
      },
      ConsistentRead: true,
    }),
  );
  return {
    ...schema.parse(Object.fromEntries(Items.map(({ sk, value }) => [sk, value]))),
    changes: settingNames.flatMap((setting) => {
      const change = changeSchema.safeParse(Items.find(({ sk }) => sk === setting)).data;
      return change ? [{ setting, at: change.changedAt, by: change.changedBy }] : [];
    }),
  };
}

/**
 * Writes settings, and logs old and new values. Returns all settings afterwards; writes nothing and
 * returns undefined if a guarded one has been changed since it was read.
 * @param request.before All settings as they were read.
 * @param request.guarded Settings that nobody may have changed since.
 * @param request.actor The admin's user id, or the name of a command.
 */
export async function writeSettings(
  changes: Partial<RuntimeSettings>,
  request: {
    readonly before: Settings;
    readonly guarded: readonly SettingName[];
    readonly actor: string;
  },
): Promise<Settings | undefined> {
  const { before, guarded, actor } = request;
  const changed = settingNames.filter((name) => changes[name] !== undefined);
  const changedAt = nowIso();
  const { outcome } = await transact<'changed'>([
    ...changed.map((name) => ({
      put: {
        Item: { pk: partition, sk: name, value: changes[name], changedAt, changedBy: actor },
        ...(guarded.includes(name) && isAsRead(before, name)),
      },
      refused: 'changed' as const,
    })),
    putAuditLogEntry({
      actor,
      action: 'CHANGE_SETTINGS',
      details: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: changes[name] }])),
    }),
  ]);
  if (outcome === 'changed') return undefined;
  const kept = before.changes.filter(({ setting }) => !changed.includes(setting));
  const made = changed.map((setting) => ({ setting, at: changedAt, by: actor }));
  return { ...before, ...changes, changes: [...kept, ...made] };
}

/** The condition that nobody has changed a setting since it was read. */
function isAsRead({ changes }: Settings, name: SettingName) {
  const change = changes.find(({ setting }) => setting === name);
  return change
    ? { ConditionExpression: 'changedAt = :read', ExpressionAttributeValues: { ':read': change.at } }
    : { ConditionExpression: 'attribute_not_exists(changedAt)' };
}
