import { describe, expect, it } from 'vitest';
import { describeChanges, parseTemplate } from '#bin/deploy/changes.ts';

const table = (key: string) => ({
  Type: 'AWS::DynamoDB::Table',
  UpdateReplacePolicy: 'Retain',
  Properties: { KeySchema: [{ AttributeName: key, KeyType: 'HASH' }] },
});
const role = {
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Statement: [
        { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
      ],
    },
  },
};
const policy = (...actions: string[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: {
    PolicyName: 'p',
    Roles: [{ Ref: 'WorkerRole0A1B2C3D' }],
    PolicyDocument: {
      Statement: [
        { Effect: 'Allow', Action: actions, Resource: { 'Fn::GetAtt': ['DataTable0A1B2C3D', 'Arn'] } },
      ],
    },
  },
});
const fn = (key: string) => ({ Type: 'AWS::Lambda::Function', Properties: { Code: { S3Key: key } } });
const deployed = {
  Resources: {
    DataTable0A1B2C3D: table('id'),
    WorkerRole0A1B2C3D: role,
    Policy: policy('dynamodb:GetItem'),
    Worker: fn('old.zip'),
    Photos: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Retain' },
    Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'a' } },
    Rule: { Type: 'AWS::Events::Rule' },
  },
};

describe('changes for a reviewer', () => {
  it('begin with data that would be left behind, then say who may do what, then the rest', () => {
    const next = {
      Resources: {
        DataTable0A1B2C3D: table('other'),
        WorkerRole0A1B2C3D: role,
        Policy: policy('dynamodb:GetItem', 'dynamodb:PutItem'),
        Worker: fn('new.zip'),
        Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'b' } },
        Alarm: { Type: 'AWS::CloudWatch::Alarm' },
      },
    };
    expect(describeChanges(deployed, next)).toEqual([
      'DATA IS LEFT BEHIND: these are replaced by empty ones or removed. Do not deploy this (2):',
      '  REMOVED from the stack, kept in the account AWS::S3::Bucket Photos',
      '  REPLACED AWS::DynamoDB::Table DataTable0A1B2C3D: KeySchema',
      '',
      'Permissions (2):',
      '  - WorkerRole may dynamodb:GetItem on DataTable',
      '  + WorkerRole may dynamodb:GetItem, dynamodb:PutItem on DataTable',
      '',
      'Resources (5):',
      '  REMOVED AWS::Events::Rule Rule',
      '  REPLACED AWS::SQS::Queue Queue: QueueName',
      '  changed AWS::IAM::Policy Policy: PolicyDocument',
      '  changed AWS::Lambda::Function Worker: Code',
      '  new AWS::CloudWatch::Alarm Alarm',
      '',
    ]);
  });

  it('are permissions and the number of each type before the first deployment', () => {
    expect(describeChanges(undefined, deployed)).toEqual([
      'Permissions (2):',
      '  + Service:lambda.amazonaws.com may sts:AssumeRole on WorkerRole',
      '  + WorkerRole may dynamodb:GetItem on DataTable',
      '',
      'New resources (7):',
      '  1 AWS::DynamoDB::Table',
      '  1 AWS::Events::Rule',
      '  1 AWS::IAM::Policy',
      '  1 AWS::IAM::Role',
      '  1 AWS::Lambda::Function',
      '  1 AWS::S3::Bucket',
      '  1 AWS::SQS::Queue',
      '',
    ]);
  });

  it('may be none, and need a template', () => {
    expect(describeChanges(deployed, deployed)).toEqual(['Nothing changes.']);
    expect(() => parseTemplate('{}')).toThrow('Resources');
  });
});
