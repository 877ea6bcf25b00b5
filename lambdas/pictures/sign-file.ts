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

/** The certificate's renewal is due this long before it expires, in milliseconds. */
const renewalDue = 30 * 24 * 60 * 60_000;

/** Whether this process has logged that no certificate was set. */
let isAbsenceLogged = false;

/**
 * The certificates to sign with; undefined if files must be delivered unsigned. That is logged and counted, unless the
 * stage has no key, or has no certificate yet: an authority takes weeks, and the preflight reminds of it.
 */
export async function usableCertificates(): Promise<SigningCertificates | undefined> {
  if (readVariable('SIGNING_KEY_ARN') === noSigningKey) return undefined;
  try {
    const certificates = await readSigningCertificates();
    if (!certificates) {
      if (!isAbsenceLogged) logger.warn('Files leave unsigned: no certificate was set');
      isAbsenceLogged = true;
      return undefined;
    }
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
 * Adds a C2PA manifest of 3 to 9 KB to a JPEG that says how the picture was made, and signs it. It must be the last
 * change of the file. If the file cannot be signed (no certificates, an expired one, KMS unavailable), the same buffer
 * is returned unchanged: a download never fails for want of a signature. `FileUnsigned` counts it, unless no
 * certificates were set.
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
  // The C2PA library throws strings.
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

/** A thumbnail would double the size of the manifest. */
const settings = JSON.stringify({ builder: { thumbnail: { enabled: false } } });

let kms: KMS | undefined;

/** Signs with the private key in KMS, which never leaves KMS. */
async function signDigest(digest: Buffer): Promise<Buffer> {
  const { KMS } = await import('@aws-sdk/client-kms');
  kms ??= new KMS({
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  });
  const { Signature } = await kms.sign({
    KeyId: readVariable('SIGNING_KEY_ARN'),
    // KMS takes messages of at most 4,096 bytes, and this one is longer.
    Message: digest,
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  });
  if (!Signature) throw new Error('KMS returned no signature');
  return rawSignature(Signature);
}

let loading: Promise<typeof import('@contentauth/c2pa-wasm')> | undefined;

/** Loads the C2PA library, 9 MB of WebAssembly, when the first file is signed. */
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

/** The library is written for web workers, where alone a blob can be read synchronously. */
class BlobReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    const bytes = contents.get(blob);
    if (!bytes) throw new Error('The blob was not made here');
    return bytes.buffer;
  }
}
