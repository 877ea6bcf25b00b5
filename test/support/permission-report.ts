/**
 * `npm run tool:permissions`: the permissions of the functions, and whether tests used them, as recorded by the last
 * `npm run test:full`. Exits with 1 when a permission was not used.
 */
import { type PermissionRecord, readLastRecord } from './permission-record.ts';
import { describeGrant, permissionUse, summaryOf } from './permission-use.ts';

function lastRecord(): PermissionRecord {
  try {
    return readLastRecord();
  } catch {
    console.error('There is no record of a whole run yet: run npm run test:full first.');
    process.exit(2);
  }
}

const { at, grants } = lastRecord();
const use = permissionUse(grants);
console.log(`Recorded by npm run test:full at ${at}.\n`);
console.log('Used:');
for (const grant of use.used) console.log(`  ${describeGrant(grant)}`);
console.log('\nExcused, because only AWS itself uses them:');
for (const [reason, granted] of Map.groupBy(use.onAwsOnly, (grant) => grant.reason))
  console.log(`  ${reason} (${granted.length})`);
if (use.unused.length > 0) console.log('\nNever used:');
for (const grant of use.unused) console.log(`  ${describeGrant(grant)}`);
console.log(`\n${summaryOf(use)}`);
process.exit(use.unused.length === 0 ? 0 : 1);
