import { createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccessKey, createCredentialBook } from 'local-cloud/aws/credential-book.ts';
import { keptCertificate } from 'local-cloud/cloud/certificate.ts';
import { type FrontDoor, startFrontDoor } from 'local-cloud/front-door/front-door.ts';
import { createKms } from 'local-cloud/kms/kms.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkChain, readChain } from '#bin/signing/check-chain.ts';
import { testCertificates } from '#bin/signing/make-certificates.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const subject = { organisation: 'The Corner Ltd', commonName: 'PlatePost' };
const day = 24 * 60 * 60_000;
const folder = temporaryFolder('signing');
const region = 'eu-west-2';
const kms = createKms({ directory: folder, region, accountId: '000000000000' });

let door: FrontDoor;
let accessKey: AccessKey;
let SigningKeyArn: string;
/** The key's SubjectPublicKeyInfo, as KMS tells it. */
let publicKey: Buffer;
/** Certificates that a command wrote to the table. */
let written: string[][];

const transactionSchema = z.object({
  TransactItems: z.array(
    z.object({
      Put: z.object({ Item: z.looseObject({ sk: z.object({ S: z.string() }) }) }),
    }),
  ),
});

beforeAll(async () => {
  const credentials = createCredentialBook('seed of the tests');
  accessKey = credentials.issue('operator');
  SigningKeyArn = await kms.keepKey('signing');
  door = await startFrontDoor({
    port: 0,
    credentials,
    services: {
      kms: kms.handle,
      dynamodb: async (_req, res, body) => {
        const { TransactItems } = transactionSchema.parse(JSON.parse(body.toString()));
        const put = TransactItems.find(({ Put }) => Put.Item.sk.S === 'signingCertificates')?.Put.Item.value;
        const { L } = z.object({ L: z.array(z.object({ S: z.string() })) }).parse(put);
        written.push(L.map(({ S }) => S));
        res.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
      },
    },
  });
  publicKey = spkiOf(await run('--request'));
});

afterAll(() => door.close());

beforeEach(() => {
  written = [];
});

function run(...options: string[]): Promise<string> {
  const outputs = { TableName: 'table', UserPoolId: 'pool', SigningKeyArn };
  const cloud = { url: '', awsUrl: door.url, region, outputs, accessKey, assembly: '', logs: '' };
  return runOperatorCommand(cloud, 'signing-certificate', ...options);
}

/** The elements of a DER sequence. */
function elements(der: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let { from, to } = contentOf(der);
  while (from < to) {
    const next = der.subarray(from);
    const end = contentOf(next).to;
    found.push(next.subarray(0, end));
    from += end;
  }
  return found;
}

function contentOf(der: Buffer): { from: number; to: number } {
  const first = der.readUInt8(1);
  const count = first < 0x80 ? 0 : first - 0x80;
  const length = count === 0 ? first : der.readUIntBE(2, count);
  return { from: 2 + count, to: 2 + count + length };
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
}

/** The SubjectPublicKeyInfo of a certificate request. */
function spkiOf(pem: string): Buffer {
  const [body = Buffer.alloc(0)] = elements(derOf(pem));
  return elements(body)[2] ?? Buffer.alloc(0);
}

function keyOf(spki: Buffer) {
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}

function fileOf(chain: readonly X509Certificate[]): string {
  const file = join(folder, 'chain.pem');
  writeFileSync(file, chain.map(String).join('\n'));
  return file;
}

describe('npm run tool:signing-certificate', () => {
  // R10.1
  it('sets a certificate for trying of the key of the stack', async () => {
    expect(await run('--test')).toMatch(
      /^Pictures are signed as O=PlatePost, CN=PlatePost, until \d{4}-\d\d-\d\d\./,
    );
    const [own, issuer] = (written[0] ?? []).map((text) => new X509Certificate(Buffer.from(text, 'base64')));
    expect(own?.publicKey.equals(keyOf(publicKey))).toBe(true);
    expect(issuer && own?.verify(issuer.publicKey)).toBe(true);
  });

  // R10.2
  it('prints a request that the key of the stack has signed', async () => {
    const pem = await run('--request', '--organisation', subject.organisation);
    expect(pem).toMatch(
      /^-----BEGIN CERTIFICATE REQUEST-----\n[\s\S]+\n-----END CERTIFICATE REQUEST-----\n$/,
    );
    const [body = Buffer.alloc(0), , signature = Buffer.alloc(0)] = elements(derOf(pem));
    expect(body.toString('latin1')).toContain(subject.organisation);
    const bits = signature.subarray(contentOf(signature).from + 1);
    expect(verify('sha256', body, keyOf(spkiOf(pem)), bits)).toBe(true);
    expect(written).toEqual([]);
  });

  // R10.3
  it("sets the authority's answer, and refuses another key's", async () => {
    await run('--set', fileOf(testCertificates(publicKey, subject)));
    expect(written[0]).toHaveLength(2);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const foreign = testCertificates(other.export({ type: 'spki', format: 'der' }), subject);
    await expect(run('--set', fileOf(foreign))).rejects.toMatchObject({
      stderr: `Nothing was set:\n- The first certificate is not of this stack's key: send the authority what --request prints.\n`,
    });
    expect(written).toHaveLength(1);
  });

  it('says what it needs', async () => {
    await expect(run()).rejects.toMatchObject({ stdout: expect.stringContaining('--request') });
    await expect(run('--test', '--request')).rejects.toMatchObject({
      stdout: expect.stringContaining('--set'),
    });
  });
});

describe('a chain of certificates', () => {
  const check = (chain: readonly X509Certificate[], now?: Date) => checkChain(chain, keyOf(publicKey), now);

  it('is fine with the own one first', () => {
    const chain = testCertificates(publicKey, subject);
    expect(check(chain)).toEqual([]);
    expect(check(readChain(chain.map(String).join('\n')))).toEqual([]);
  });

  it('is refused in another order', () => {
    expect(check(testCertificates(publicKey, subject).toReversed())).toEqual([
      expect.stringContaining("not of this stack's key"),
      expect.stringContaining('that of an authority'),
      expect.stringContaining('serves another purpose'),
      'Certificate 2 has not issued the one before it: put yours first, then each issuer.',
    ]);
  });

  it('is refused with an issuer that has not issued it', () => {
    const [own] = testCertificates(publicKey, subject);
    const [, stranger] = testCertificates(publicKey, subject);
    expect(check([own, stranger].flatMap((each) => each ?? []))).toEqual([
      'Certificate 2 has not issued the one before it: put yours first, then each issuer.',
    ]);
  });

  it('is refused outside its time', () => {
    const chain = testCertificates(publicKey, subject);
    expect(check(chain, new Date(Date.now() + 366 * day))).toEqual([
      expect.stringMatching(/^O=The Corner Ltd, CN=PlatePost is valid from .+ to .+\.$/),
      expect.stringMatching(/^O=The Corner Ltd, CN=The Corner Ltd test authority is valid/),
    ]);
  });

  it('is refused for a web server', async () => {
    const { cert } = await keptCertificate(temporaryFolder('tls'), 'site');
    expect(check(readChain(cert))).toContainEqual(expect.stringMatching(/serves another purpose/));
  });

  it('is refused where there is none', () => {
    expect(() => readChain('-----BEGIN PRIVATE KEY-----')).toThrow('no certificate in PEM');
  });
});
