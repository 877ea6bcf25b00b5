/**
 * The maintenance switch, one of the runtime settings (platform/settings-store.ts writes it).
 *
 * - What does the switch stop?   table, pk SETTINGS, sk maintenance
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type MaintenanceMode, maintenanceModes } from '#shared/domain/maintenance.ts';
import { AppError } from './app-error.ts';
import { cachedFor } from './cached-for.ts';
import { dynamodb, guardWrites, tableName } from './dynamodb.ts';

const itemSchema = z.object({ value: z.enum(maintenanceModes), changedAt: z.iso.datetime() });

interface Maintenance {
  readonly mode: MaintenanceMode;
  /** When the switch last left `all` or `generation`, in milliseconds since 1970; 0 if it never did, or is at `all`. */
  readonly endedAt: number;
}

/** The mode of the maintenance switch, cached for at most five seconds; `forgetMaintenance` clears it after a change. */
export const { read: readMaintenance, forget: forgetMaintenance } = cachedFor(5_000, read);

async function read(): Promise<Maintenance> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: { pk: 'SETTINGS', sk: 'maintenance' } }),
  );
  if (!Item) return { mode: 'off', endedAt: 0 };
  const { value, changedAt } = itemSchema.parse(Item);
  return { mode: value, endedAt: value === 'all' ? 0 : Date.parse(changedAt) };
}

/** The error for work that the switch stops. */
export function refusal(mode: Exclude<MaintenanceMode, 'off'>): AppError {
  return mode === 'all'
    ? new AppError('maintenance')
    : new AppError(
        'maintenance',
        'This is paused while we work on it. Nothing was charged. Please try again in a few minutes.',
      );
}

const exempt = new AsyncLocalStorage<true>();

/** Runs work that may write while the switch stops everything, as the change of the switch itself. */
export function despiteMaintenance<T>(work: () => Promise<T>): Promise<T> {
  return exempt.run(true, work);
}

/**
 * From now on, this process writes nothing to the table while the switch stops everything. For functions whose callers
 * get the error. Functions that work for minutes check the switch before they start instead, so that work that they
 * have started is not lost.
 */
export function stopWritesDuringMaintenance(): void {
  guardWrites(async () => {
    if (!exempt.getStore() && (await readMaintenance()).mode === 'all') throw refusal('all');
  });
}
