import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCredentialBook } from '#src/aws/credential-book.ts';
import { type FrontDoor, startFrontDoor } from '#src/front-door/front-door.ts';
import { createKms } from '#src/kms/kms.ts';

const directory = mkdtempSync(join(tmpdir(), 'platepost-kms-'));
const place = { directory, region: 'eu-west-2', accountId: '000000000000' };
const kms = createKms(place);
let door: FrontDoor;
let client: KMSClient;
let keyArn: string;

beforeAll(async () => {
  keyArn = await kms.keepKey('signing');
  const credentials = createCredentialBook('seed of the tests');
  door = await startFrontDoor({ port: 0, credentials, services: { kms: kms.handle } });
  client = new KMSClient({
    region: place.region,
    endpoint: door.url,
    credentials: credentials.issue('tests'),
    maxAttempts: 1,
  });
});

afterAll(async () => {
  client.destroy();
  await door.close();
  rmSync(directory, { recursive: true, force: true });
});

async function publicKeyOf(KeyId: string) {
  const { PublicKey = new Uint8Array() } = await client.send(new GetPublicKeyCommand({ KeyId }));
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
}

function signed(
  Message: Buffer,
  MessageType: 'RAW' | 'DIGEST',
  change: { SigningAlgorithm?: 'ECDSA_SHA_384' } = {},
) {
  return client.send(
    new SignCommand({ KeyId: keyArn, Message, MessageType, SigningAlgorithm: 'ECDSA_SHA_256', ...change }),
  );
}

describe('a key of KMS', () => {
  it.each(['RAW', 'DIGEST'] as const)('signs a message that OpenSSL verifies: %s', async (type) => {
    const publicKey = await publicKeyOf('signing');
    // Forty random signatures, so that numbers with leading zeros occur.
    for (let n = 0; n < 40; n += 1) {
      const message = Buffer.from(`dish ${n}`);
      const sent = type === 'RAW' ? message : createHash('sha256').update(message).digest();
      const { Signature = new Uint8Array() } = await signed(sent, type);
      expect(verify('sha256', message, publicKey, Signature)).toBe(true);
      expect(verify('sha256', Buffer.from('another'), publicKey, Signature)).toBe(false);
    }
  });

  it('is the same after a restart, and never made twice', async () => {
    const before = await publicKeyOf(keyArn);
    const again = createKms(place);
    expect(await again.keepKey('signing')).toBe(keyArn);
    const reply = Promise.withResolvers<string>();
    const req = { headers: { 'x-amz-target': 'TrentService.GetPublicKey' } };
    const res = { writeHead: () => undefined, end: reply.resolve };
    await again.handle(req as never, res as never, Buffer.from(JSON.stringify({ KeyId: keyArn })));
    expect(JSON.parse(await reply.promise).PublicKey).toBe(
      before.export({ type: 'spki', format: 'der' }).toString('base64'),
    );
  });

  it.each([
    ['a message longer than 4,096 bytes', () => signed(Buffer.alloc(4097), 'RAW'), 'ValidationException'],
    ['a digest of another length', () => signed(Buffer.alloc(48), 'DIGEST'), 'ValidationException'],
    [
      'another algorithm',
      () => signed(Buffer.alloc(32), 'DIGEST', { SigningAlgorithm: 'ECDSA_SHA_384' }),
      'InvalidKeyUsageException',
    ],
    ['a key that does not exist', () => publicKeyOf('other'), 'NotFoundException'],
  ])('refuses %s as KMS does', async (_what, ask, name) => {
    await expect(ask()).rejects.toMatchObject({ name });
  });
});
