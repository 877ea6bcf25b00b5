import { describe, expect, it } from 'vitest';
import { isAllowed, policyDocumentSchema } from '#src/cloud/policy.ts';

const statements = (...Statement: object[]) =>
  policyDocumentSchema.parse({ Version: '2012-10-17', Statement }).Statement;

const read = { Effect: 'Allow', Action: ['dynamodb:GetItem', 'dynamodb:Query'], Resource: 'arn:table' };
const ask = (action: string, resource: string) => ({ action, resource, service: undefined, context: {} });

describe('policies', () => {
  it.each([
    ['dynamodb:GetItem', 'arn:table', true],
    ['DynamoDB:getitem', 'arn:table', true],
    ['dynamodb:PutItem', 'arn:table', false],
    ['dynamodb:Query', 'arn:table/index/gsi1', false],
  ])('%s on %s: %s', (action, resource, expected) => {
    expect(isAllowed(statements(read), ask(action, resource))).toBe(expected);
  });

  // T5.E1, T8.S1, V13.2.1
  it('allow nothing by themselves, and a Deny wins', () => {
    expect(isAllowed([], ask('dynamodb:GetItem', 'arn:table'))).toBe(false);
    const deny = { Effect: 'Deny', Action: 'dynamodb:*', Resource: '*' };
    expect(isAllowed(statements(read, deny), ask('dynamodb:GetItem', 'arn:table'))).toBe(false);
  });

  it('match patterns of resources', () => {
    const media = { Effect: 'Allow', Action: 's3:DeleteObject', Resource: 'arn:aws:s3:::media/media/*' };
    expect(isAllowed(statements(media), ask('s3:DeleteObject', 'arn:aws:s3:::media/media/a/b.jpg'))).toBe(
      true,
    );
    expect(isAllowed(statements(media), ask('s3:DeleteObject', 'arn:aws:s3:::media/other'))).toBe(false);
  });

  it("hold a bucket's policy against the distribution that asks", () => {
    const edge = {
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: 's3:GetObject',
      Resource: 'arn:aws:s3:::site/*',
      Condition: { StringEquals: { 'AWS:SourceArn': 'arn:distribution' } },
    };
    const tls = {
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:*',
      Resource: '*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    };
    const request = (service: string, sourceArn: string) => ({
      action: 's3:GetObject',
      resource: 'arn:aws:s3:::site/index.html',
      service,
      context: { 'aws:sourcearn': sourceArn },
    });
    const policy = statements(edge, tls);
    expect(isAllowed(policy, request('cloudfront.amazonaws.com', 'arn:distribution'))).toBe(true);
    expect(isAllowed(policy, request('cloudfront.amazonaws.com', 'arn:other'))).toBe(false);
    expect(isAllowed(policy, request('logging.s3.amazonaws.com', 'arn:distribution'))).toBe(false);
  });

  it('refuse elements that are not supported', () => {
    const strange = { ...read, Condition: { DateGreaterThan: { 'aws:CurrentTime': '2026' } } };
    expect(() => isAllowed(statements(strange), ask('dynamodb:GetItem', 'arn:table'))).toThrow(
      'DateGreaterThan',
    );
    expect(() => statements({ ...read, NotAction: 'x' })).toThrow();
  });
});
