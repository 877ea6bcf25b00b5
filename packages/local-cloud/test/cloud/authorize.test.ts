import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceCall } from '#src/aws/permission.ts';
import { grantsOf, refusalOf } from '#src/cloud/authorize.ts';
import { Cloud } from '#src/cloud/cloud.ts';
import { policyDocumentSchema } from '#src/cloud/policy.ts';

const tableArn = 'arn:aws:dynamodb:eu-west-2:000000000000:table/dishes';
let cloud: Cloud;

beforeEach(() => {
  const accessKey = { accessKeyId: 'test', secretAccessKey: 'test' };
  // The other options are only needed for calls, and this test makes none.
  cloud = new Cloud({
    region: 'eu-west-2',
    accountId: '000000000000',
    awsUrl: 'http://127.0.0.1:1',
    accessKey,
    services: {},
  } as ConstructorParameters<typeof Cloud>[0]);
  const { Statement } = policyDocumentSchema.parse({
    Statement: [
      { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: tableArn },
      { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' },
    ],
  });
  cloud.functionRoles.set('share', 'arn:aws:iam::000000000000:role/share-role');
  cloud.roleStatements.set('share-role', new Map([['policy', Statement]]));
});

function ask(operation: string, caller: string | undefined = 'share') {
  const body = Buffer.from(JSON.stringify({ TableName: 'dishes' }));
  const req = { url: '/', method: 'POST', headers: { 'x-amz-target': `DynamoDB_20120810.${operation}` } };
  return refusalOf(cloud, { service: 'dynamodb', caller, operation, req, body } as unknown as ServiceCall);
}

const used = () =>
  grantsOf(cloud)
    .filter(({ isUsed }) => isUsed)
    .map(({ action, resource }) => [action, resource]);

describe('a call of a function', () => {
  it('that its role grants passes and counts for the first statement alone', () => {
    expect(used()).toEqual([]);
    expect(ask('GetItem')).toBeUndefined();
    expect(used()).toEqual([['dynamodb:GetItem', tableArn]]);
    expect(grantsOf(cloud)).toHaveLength(3);
  });

  it('that its role does not grant is refused as AWS does, and counts for nothing', () => {
    expect(ask('PutItem')).toMatchObject({ status: 400, code: 'AccessDeniedException' });
    expect(used()).toEqual([]);
  });
});

it('callers other than functions may do everything, without any grant', () => {
  expect(ask('DeleteTable', 'tests')).toBeUndefined();
  expect(ask('GetItem', 'tests')).toBeUndefined();
  expect(used()).toEqual([]);
});
