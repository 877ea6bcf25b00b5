import type { RecordedGrant } from './permission-record.ts';

interface Exception {
  readonly action: RegExp;
  readonly resource?: RegExp;
  readonly reason: string;
}

/** Permissions that AWS itself uses with the function's role; no call on this machine can use them. */
const neededOnAwsOnly: readonly Exception[] = [
  { action: /^logs:/, reason: 'Lambda writes what a function prints, with the role of the function.' },
  { action: /^xray:/, reason: 'Lambda sends the traces of a function, with its role.' },
  {
    action: /^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)$/,
    reason: 'Lambda reads the stream for a function, with its role.',
  },
  {
    action: /^sqs:(ReceiveMessage|DeleteMessage|ChangeMessageVisibility|GetQueueUrl|GetQueueAttributes)$/,
    reason: 'Lambda polls the queue for a function, with its role.',
  },
  {
    action: /^sqs:SendMessage$/,
    resource: /StreamFailures/,
    reason: 'Lambda reports the records that a function gave up, with its role.',
  },
];

export interface PermissionUse {
  readonly used: readonly RecordedGrant[];
  readonly onAwsOnly: readonly (RecordedGrant & { readonly reason: string })[];
  /** Used by nothing: remove them, or add a test that needs them. */
  readonly unused: readonly RecordedGrant[];
}

/** Sorts the permissions: used in the run, used on AWS only, unused. */
export function permissionUse(grants: readonly RecordedGrant[]): PermissionUse {
  const usedFamilies = new Set(grants.filter(({ isUsed }) => isUsed).map(familyOf));
  const used: RecordedGrant[] = [];
  const onAwsOnly: (RecordedGrant & { reason: string })[] = [];
  const unused: RecordedGrant[] = [];
  for (const grant of grants) {
    const exception = neededOnAwsOnly.find(
      ({ action, resource }) => action.test(grant.action) && (resource?.test(grant.resource) ?? true),
    );
    if (usedFamilies.has(familyOf(grant))) used.push(grant);
    else if (exception) onAwsOnly.push({ ...grant, reason: exception.reason });
    else unused.push(grant);
  }
  return { used, onAwsOnly, unused };
}

/** Groups permissions of which a random choice decides which one is used: regions of a model, sample dishes. */
function familyOf({ functionName, action, resource }: RecordedGrant): string {
  const family = resource
    .replace(/^(arn:aws:bedrock:)us-(?:east|west)-\d/, '$1*')
    .replace(/\/samples\/[\w-]+\.jpg$/, '/samples/*');
  return `${functionName} ${action} ${family}`;
}

/** One line of counts. */
export function summaryOf({ used, onAwsOnly, unused }: PermissionUse): string {
  const all = used.length + onAwsOnly.length + unused.length;
  const excused = `${onAwsOnly.length} excused (only AWS itself uses them)`;
  return `Permissions: ${all} granted, ${used.length} used by tests, ${excused}, ${unused.length} unused`;
}

/** A permission without the parts that all ARNs share. */
export function describeGrant({ functionName, action, resource }: RecordedGrant): string {
  return `${functionName} ${action} ${resource.replace(/^arn:aws:[\w-]+:[\w-]*:\d*:/, '')}`;
}
