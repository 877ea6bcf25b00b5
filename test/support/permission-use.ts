import type { RecordedGrant } from './permission-record.ts';

interface Exception {
  readonly action: RegExp;
  readonly resource?: RegExp;
  readonly reason: string;
}

/** Permissions that no call on this machine can need, though AWS does. */
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
  /** Nothing needed them: to be removed, or to be shown needed by a test. */
  readonly unused: readonly RecordedGrant[];
}

/** What the run used, what only AWS can use, and what is left. */
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

/** Permissions of which chance decides which one a job needs: the regions of a model, the sample dishes. */
function familyOf({ functionName, action, resource }: RecordedGrant): string {
  const family = resource
    .replace(/^(arn:aws:bedrock:)us-(?:east|west)-\d/, '$1*')
    .replace(/\/samples\/[\w-]+\.jpg$/, '/samples/*');
  return `${functionName} ${action} ${family}`;
}

/** One line: how many permissions there are, and how many nothing needed. */
export function summaryOf({ used, onAwsOnly, unused }: PermissionUse): string {
  const all = used.length + onAwsOnly.length + unused.length;
  return `Permissions: ${all} granted, ${used.length} used, ${onAwsOnly.length} needed on AWS only, ${unused.length} unused`;
}

/** A permission without the parts that all ARNs share. */
export function describeGrant({ functionName, action, resource }: RecordedGrant): string {
  return `${functionName} ${action} ${resource.replace(/^arn:aws:[\w-]+:[\w-]*:\d*:/, '')}`;
}
