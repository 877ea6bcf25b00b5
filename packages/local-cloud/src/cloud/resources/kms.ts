import * as z from 'zod';
import { policyDocumentSchema } from '../policy.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

/** AWS::KMS::Key that signs: made once and kept. Its policy is only checked for its form: roles decide who may call. */
export const key = resourceKind({
  schema: z.strictObject({
    KeySpec: z.literal('ECC_NIST_P256'),
    KeyUsage: z.literal('SIGN_VERIFY'),
    KeyPolicy: policyDocumentSchema,
    Description: irrelevant('Nobody lists keys here').optional(),
    PendingWindowInDays: irrelevant('Nothing is deleted here').optional(),
    Tags: tags.optional(),
  }),
  async provision(_properties, { logicalId, cloud }) {
    const id = keyId(cloud.generatedId(logicalId, 32));
    const Arn = await cloud.options.kms.keepKey(id);
    return { ref: id, attributes: { Arn, KeyId: id } };
  },
});

/** 32 hexadecimal digits in the form of a UUID, as KMS names keys. */
function keyId(digits: string): string {
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
