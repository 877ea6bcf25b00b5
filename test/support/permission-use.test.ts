import { expect, it } from 'vitest';
import type { RecordedGrant } from './permission-record.ts';
import { permissionUse, summaryOf } from './permission-use.ts';

const grant = (action: string, resource: string, isUsed = false): RecordedGrant => ({
  functionName: 'worker',
  action,
  resource,
  isUsed,
});
const model = (region: string) => `arn:aws:bedrock:${region}:000000000000:inference-profile/stable`;

it('tells what was used, what only AWS needs, and what nothing needed', () => {
  const used = grant('dynamodb:GetItem', 'arn:table', true);
  const unused = grant('dynamodb:DeleteItem', 'arn:table');
  const onAws = grant('sqs:ReceiveMessage', 'arn:queue');
  const use = permissionUse([used, unused, onAws]);
  expect(use).toMatchObject({ used: [used], unused: [unused], onAwsOnly: [onAws] });
  expect(summaryOf(use)).toBe(
    'Permissions: 3 granted, 1 used by tests, 1 excused (only AWS itself uses them), 1 unused',
  );
});

it('takes what chance decides for one: the region of a model, and nothing else of it', () => {
  const regions = [
    grant('bedrock:InvokeModel', model('us-east-1'), true),
    grant('bedrock:InvokeModel', model('us-west-2')),
  ];
  const other = { ...grant('bedrock:InvokeModel', model('us-west-2')), functionName: 'deadLetterQueue' };
  expect(permissionUse([...regions, other])).toMatchObject({ used: regions, unused: [other] });
});
