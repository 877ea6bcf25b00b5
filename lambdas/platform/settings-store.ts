/**
 * Runtime settings, which take effect without a deployment.
 *
 * - What is the value of the setting?   table, pk SETTINGS, sk <name>
 */
import { isDeepStrictEqual } from 'node:util';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { RuntimeSettings } from '#shared/api/admin.ts';
import type { Offer } from '#shared/api/site.ts';
import { askForAdapter } from '#shared/domain/adapters.ts';
import { type AdapterName, adapterNames, maintenanceModes } from '#shared/domain/maintenance.ts';
import { FREE_CREDITS, topUpPacks } from '#shared/domain/plans.ts';
import { putAuditLogEntry } from './audit-log-store.ts';

const partition = 'SETTINGS';

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
  return z.object({ value: z.boolean() }).parse(Item ?? { value: true }).value;
}

/** The settings that are public. */
export async function readOffer(): Promise<Offer> {
  const { defaultFreeCredits, maintenance, outpaintCredits, specialPackLabel } = await readSettings();
  return { freeCredits: defaultFreeCredits, maintenance, outpaintCredits, specialPackLabel };
}

export interface Settings extends RuntimeSettings {
  /** The last change of each setting. */
  readonly changes: readonly {
    readonly setting: keyof RuntimeSettings;
    readonly at: string;
    readonly by: string;
  }[];
}

const names = [
  'chargeForFallback',
  'defaultFreeCredits',
  'dishReadings',
  'maintenance',
  'outpaintCredits',
  'specialPackLabel',
  'stoppedAdapters',
] as const satisfies readonly (keyof RuntimeSettings)[];

/** Range of the settings' sort keys; other items of the partition may lie within it. */
const sortedNames = names.toSorted();

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
  const item = (name: keyof RuntimeSettings) => Items.find(({ sk }) => sk === name);
  return {
    chargeForFallback: z.boolean().parse(item('chargeForFallback')?.value ?? true),
    defaultFreeCredits: z.int().parse(item('defaultFreeCredits')?.value ?? FREE_CREDITS),
    dishReadings: z.boolean().parse(item('dishReadings')?.value ?? true),
    maintenance: z.enum(maintenanceModes).parse(item('maintenance')?.value ?? 'off'),
    outpaintCredits: z.int().parse(item('outpaintCredits')?.value ?? 0),
    specialPackLabel: z.string().parse(item('specialPackLabel')?.value ?? topUpPacks.SPECIAL_50.label),
    stoppedAdapters: once(z.array(z.enum(adapterNames)).parse(item('stoppedAdapters')?.value ?? [])),
    changes: names.flatMap((setting) => {
      const change = changeSchema.safeParse(item(setting)).data;
      return change ? [{ setting, at: change.changedAt, by: change.changedBy }] : [];
    }),
  };
}

/**
 * Changes settings and logs old and new values; unchanged ones are neither written nor logged. Returns all settings
 * after the change.
 * @param seen The settings as the actor read them; settings absent here are changed in any case.
 * @throws AppError `conflict` if a setting to be changed differs from `seen`, `invalid_input` if an edit mode would be
 * left without an adapter; then nothing is changed
 */
export async function changeSettings(
  { stoppedAdapters, ...others }: Partial<RuntimeSettings>,
  actor: string,
  seen: Partial<RuntimeSettings> = {},
): Promise<Settings> {
  const changes = { ...others, ...(stoppedAdapters && { stoppedAdapters: once(stoppedAdapters) }) };
  const before = await readSettings();
  const changed = names.filter(
    (name) => changes[name] !== undefined && !isDeepStrictEqual(changes[name], before[name]),
  );
  if (changed.length === 0) return before;
  if (changed.some((name) => seen[name] !== undefined && !isDeepStrictEqual(seen[name], before[name])))
    throw changedMeanwhile();
  const missing = changed.includes('stoppedAdapters') && askForAdapter(changes.stoppedAdapters ?? []);
  if (missing) throw new AppError('invalid_input', missing, [{ path: 'stoppedAdapters', message: missing }]);
  const changedAt = nowIso();
  const { outcome } = await transact<'changed'>([
    ...changed.map((name) => ({
      put: {
        Item: { pk: partition, sk: name, value: changes[name], changedAt, changedBy: actor },
        ...(seen[name] !== undefined && isAsRead(before, name)),
      },
      refused: 'changed' as const,
    })),
    putAuditLogEntry({
      actor,
      action: 'CHANGE_SETTINGS',
      details: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: changes[name] }])),
    }),
  ]);
  if (outcome === 'changed') throw changedMeanwhile();
  forgetMaintenance();
  const kept = before.changes.filter(({ setting }) => !changed.includes(setting));
  const made = changed.map((setting) => ({ setting, at: changedAt, by: actor }));
  return { ...before, ...changes, changes: [...kept, ...made] };
}

function once(names: readonly AdapterName[]): AdapterName[] {
  return [...new Set(names)];
}

/** The condition that nobody has changed a setting since it was read. */
function isAsRead({ changes }: Settings, name: keyof RuntimeSettings) {
  const change = changes.find(({ setting }) => setting === name);
  return change
    ? { ConditionExpression: 'changedAt = :read', ExpressionAttributeValues: { ':read': change.at } }
    : { ConditionExpression: 'attribute_not_exists(changedAt)' };
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody else has changed the same setting in the meantime, so that nothing was saved. What they set is shown now.',
  );
}
