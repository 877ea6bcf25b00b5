import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { AwsError, replyWithError } from '#src/aws/aws-error.ts';
import { readJsonFile, writeJsonFile } from '#src/json-file.ts';
import { signDigest } from './sign-digest.ts';

const keySchema = z.object({
  id: z.string(),
  /** PKCS #8 in PEM. */
  privateKey: z.string(),
});

type Key = z.output<typeof keySchema>;

const algorithm = 'ECDSA_SHA_256';
/** Bytes of the longest message; longer ones are hashed by the caller (API reference of KMS). */
const longestMessage = 4096;
const digestLength = 32;

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const publicKeyRequest = z.object({ KeyId: z.string() });
const signRequest = z.object({
  KeyId: z.string(),
  Message: base64,
  MessageType: z.enum(['RAW', 'DIGEST']).default('RAW'),
  SigningAlgorithm: z.string(),
});

/** Keys that sign, of the spec ECC_NIST_P256. They never leave the data directory. */
export interface Kms {
  /** Makes the key under this id when it is new; returns its ARN. */
  keepKey(id: string): Promise<string>;
  /** The ARN of a key by its id or ARN, as policies name it. */
  arnOf(keyId: string): string;
  handle(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void>;
}

/** The operations of KMS that are in use: GetPublicKey and Sign. */
export function createKms(options: { directory: string; region: string; accountId: string }): Kms {
  const file = join(options.directory, 'keys.json');
  const keys: Key[] = z.array(keySchema).parse(readJsonFile(file) ?? []);
  const prefix = `arn:aws:kms:${options.region}:${options.accountId}:key/`;
  const arnOf = (keyId: string) => (keyId.startsWith('arn:') ? keyId : prefix + keyId);

  const find = (keyId: string): KeyObject => {
    const key = keys.find(({ id }) => prefix + id === arnOf(keyId));
    if (!key) throw new AwsError(400, 'NotFoundException', `Key '${arnOf(keyId)}' does not exist`);
    return createPrivateKey(key.privateKey);
  };

  const operations: Record<string, (input: unknown) => object> = {
    GetPublicKey(input) {
      const { KeyId } = publicKeyRequest.parse(input);
      const publicKey = createPublicKey(find(KeyId)).export({ type: 'spki', format: 'der' });
      return {
        KeyId: arnOf(KeyId),
        PublicKey: publicKey.toString('base64'),
        KeySpec: 'ECC_NIST_P256',
        KeyUsage: 'SIGN_VERIFY',
        SigningAlgorithms: [algorithm],
      };
    },
    Sign(input) {
      const { KeyId, Message, MessageType, SigningAlgorithm } = signRequest.parse(input);
      const key = find(KeyId);
      if (SigningAlgorithm !== algorithm)
        throw new AwsError(
          400,
          'InvalidKeyUsageException',
          `Algorithm ${SigningAlgorithm} is incompatible with key spec ECC_NIST_P256.`,
        );
      const isDigest = MessageType === 'DIGEST';
      if (isDigest ? Message.length !== digestLength : Message.length > longestMessage)
        throw new AwsError(
          400,
          'ValidationException',
          isDigest
            ? `Digest is invalid length for algorithm ${algorithm}.`
            : `Member 'message' must have length less than or equal to ${longestMessage}`,
        );
      const signature = isDigest ? signDigest(key, Message) : sign('sha256', Message, key);
      return { KeyId: arnOf(KeyId), Signature: signature.toString('base64'), SigningAlgorithm };
    },
  };

  return {
    arnOf,
    async keepKey(id) {
      if (!keys.some((key) => key.id === id)) {
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        keys.push({ id, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() });
        await writeJsonFile(file, keys);
      }
      return arnOf(id);
    },
    async handle(req, res, body) {
      const name = String(req.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
      try {
        const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
        if (!operation) throw new AwsError(400, 'UnknownOperationException', `KMS here has no ${name}.`);
        const answer = JSON.stringify(operation(JSON.parse(body.toString('utf8'))));
        res.writeHead(200, {
          'content-type': 'application/x-amz-json-1.1',
          'x-amzn-requestid': randomUUID(),
        });
        res.end(answer);
      } catch (error) {
        if (error instanceof AwsError) replyWithError(res, 'kms', error);
        else if (error instanceof z.ZodError || error instanceof SyntaxError)
          replyWithError(res, 'kms', new AwsError(400, 'ValidationException', error.message));
        else throw error;
      }
    },
  };
}
