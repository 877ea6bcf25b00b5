import { expect, it } from 'vitest';
import { keyedHash, readSecret } from '#lambdas/runtime/secret.ts';
import { awsError, awsJsonStub } from './aws-json-stub.ts';

const aws = awsJsonStub();

it('tries a failed read again and remembers a good one', async () => {
  aws.answer('GetSecretValue', () => awsError('ResourceNotFoundException'));
  await expect(readSecret('arn:one')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  aws.answer('GetSecretValue', () => ({ SecretString: 'found' }));
  expect(await readSecret('arn:one')).toBe('found');
  const { length } = aws.calls;
  expect(await readSecret('arn:one')).toBe('found');
  expect(aws.calls).toHaveLength(length);
});

it('serves the older text while a newer one cannot be read', async () => {
  aws.answer('GetSecretValue', () => ({ SecretString: 'older' }));
  expect(await readSecret('arn:two', 0)).toBe('older');
  aws.answer('GetSecretValue', () => awsError('InternalServiceError'));
  expect(await readSecret('arn:two', 0)).toBe('older');
  aws.answer('GetSecretValue', () => ({ SecretString: 'newer' }));
  expect(await readSecret('arn:two', 0)).toBe('newer');
});

it('hashes the same value differently for different purposes', async () => {
  const hash = await keyedHash('free-credits', 'value');
  expect(hash).toHaveLength(32);
  expect(await keyedHash('free-credits', 'value')).toEqual(hash);
  expect(await keyedHash('random-pick', 'value')).not.toEqual(hash);
});
