import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { KMS } from '@aws-sdk/client-kms';
import {
  readSigningCertificates,
  type SigningCertificates,
} from '#lambdas/platform/signing-certificate-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { countTogether } from '#lambdas/runtime/metrics.ts';
import { noSigningKey } from '#shared/environment.ts';
import { rawSignature, sign1Length, sign1Message, toBeSigned } from './cose.ts';
import { type Making, manifestOf } from './manifest.ts';

/** From this long before the certificate expires, its renewal is due, in milliseconds. */
const renewalDue = 30 * 24 * 60 * 60_000;

/**
 * The certificates to sign with; undefined where files must leave unsigned, which is logged and counted unless the stage
 * has no key.
 */
export async function usableCertificates(): Promise<SigningCertificates | undefined> {
  if (readVariable('SIGNING_KEY_ARN') === noSigningKey) return undefined;
  try {
    const certificates = await readSigningCertificates();
    if (!certificates) throw new Error('No signing certificate was set');
    const left = certificates.expiresAt - Date.now();
    if (left < renewalDue) countTogether('SigningCertificateExpires');
    if (left < 0) throw new Error('The signing certificate has expired');
    return certificates;
  } catch (error) {
    noteUnsigned(error);
    return undefined;
  }
}

/**
 * Signs a JPEG, as the last thing that is done to it: adds a C2PA manifest that says how the picture was made, 3 to 9 KB.
 * Where it cannot be signed (no certificates, an expired one, KMS out of reach) it is returned as it is, the same buffer,
 * and `FileUnsigned` is counted: nobody goes without a picture for that.
 */
export async function signFile(file: Buffer, making: Making): Promise<Buffer> {
  const certificates = await usableCertificates();
  if (!certificates) return file;
  try {
    return await sign(file, making, certificates);
  } catch (error) {
    noteUnsigned(error);
    return file;
  }
}

function noteUnsigned(error: unknown): void {
  // The library throws texts.
  logger.error('A file leaves unsigned', {
    error: error instanceof Error ? error : new Error(String(error)),
  });
  countTogether('FileUnsigned');
}

async function sign(file: Buffer, making: Making, { chain }: SigningCertificates): Promise<Buffer> {
  const { WasmBuilder } = await library();
  const builder = WasmBuilder.fromJson(JSON.stringify(manifestOf(making)), settings);
  try {
    const signed = await builder.sign(
      {
        alg: 'es256',
        reserveSize: sign1Length(chain),
        async sign(claim) {
          const signature = await signDigest(createHash('sha256').update(toBeSigned(claim, chain)).digest());
          return new Uint8Array(sign1Message(signature, chain));
        },
      },
      [],
      'image/jpeg',
      blobOf(file),
    );
    return Buffer.from(signed.buffer, signed.byteOffset, signed.byteLength);
  } finally {
    builder.free();
  }
}

/** A thumbnail would double what is added. */
const settings = JSON.stringify({ builder: { thumbnail: { enabled: false } } });

let kms: KMS | undefined;

/** Signs with the key in KMS, which it never leaves. */
async function signDigest(digest: Buffer): Promise<Buffer> {
  const { KMS } = await import('@aws-sdk/client-kms');
  kms ??= new KMS({ requestHandler: { connectionTimeout: 1000, requestTimeout: 3000 } });
  const { Signature } = await kms.sign({
    KeyId: readVariable('SIGNING_KEY_ARN'),
    // The message would be longer than the 4,096 bytes that KMS takes.
    Message: digest,
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  });
  if (!Signature) throw new Error('KMS returned no signature');
  return rawSignature(Signature);
}

let loading: Promise<typeof import('@contentauth/c2pa-wasm')> | undefined;

/** The library of C2PA, which is loaded by the first file: 9 MB of WebAssembly. */
function library(): Promise<typeof import('@contentauth/c2pa-wasm')> {
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<typeof import('@contentauth/c2pa-wasm')> {
  Object.assign(globalThis, { FileReaderSync: BlobReader });
  const [c2pa, { readFile }] = await Promise.all([
    import('@contentauth/c2pa-wasm'),
    import('node:fs/promises'),
  ]);
  const { resolve } = createRequire(import.meta.url);
  await c2pa.default({ module_or_path: await readFile(resolve('@contentauth/c2pa-wasm/c2pa.wasm')) });
  return c2pa;
}

const contents = new WeakMap<Blob, Uint8Array<ArrayBuffer>>();

function blobOf(file: Buffer): Blob {
  const bytes = new Uint8Array(file);
  const blob = new Blob([bytes]);
  contents.set(blob, bytes);
  return blob;
}

/** The library is written for web workers, which alone can read a blob at once. */
class BlobReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    const bytes = contents.get(blob);
    if (!bytes) throw new Error('The blob was not made here');
    return bytes.buffer;
  }
}
