import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';

/** Names the folder where each cloud of a whole run records the permissions used; unset for single files. */
export const recordVariable = 'PERMISSION_RECORD';

const grantSchema = z.object({
  functionName: z.string(),
  action: z.string(),
  resource: z.string(),
  isUsed: z.boolean(),
});

const recordSchema = z.object({ at: z.string(), grants: z.array(grantSchema) });

export type RecordedGrant = z.output<typeof grantSchema>;
export type PermissionRecord = z.output<typeof recordSchema>;

/** The record of the last whole run that passed its tests. */
const lastRecord = join(import.meta.dirname, '..', '..', '.build', 'permissions.json');

/** Records the permissions that the functions of a stopped cloud used, if this is a whole run. */
export function recordPermissions(cloud: Pick<LocalCloud, 'grants'>): void {
  const folder = process.env[recordVariable];
  if (!folder) return;
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(cloud.grants()));
}

/** Merges the records of all clouds of a run and stores the result for `npm run tool:permissions`. */
export function mergeRecords(folder: string): PermissionRecord {
  const merged = new Map<string, RecordedGrant>();
  for (const file of readdirSync(folder))
    for (const grant of z.array(grantSchema).parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))) {
      const resource = withoutDrawnIds(grant.resource);
      const name = `${grant.functionName} ${grant.action} ${resource}`;
      merged.set(name, { ...grant, resource, isUsed: grant.isUsed || merged.get(name)?.isUsed === true });
    }
  const record = { at: new Date().toISOString(), grants: [...merged.values()] };
  mkdirSync(dirname(lastRecord), { recursive: true });
  writeFileSync(lastRecord, JSON.stringify(record));
  return record;
}

/** Removes generated ids: user pools and secrets have another one in each cloud. */
function withoutDrawnIds(resource: string): string {
  return resource
    .replace(/(:userpool\/[a-z0-9-]+_)\w+$/, '$1*')
    .replace(/(:secret:.+)-[0-9A-Za-z]{6}$/, '$1-*');
}

/** The record of the last whole run. Throws when there was none. */
export function readLastRecord(): PermissionRecord {
  return recordSchema.parse(JSON.parse(readFileSync(lastRecord, 'utf8')));
}
