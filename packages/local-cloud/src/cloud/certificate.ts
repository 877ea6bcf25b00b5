import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import {
  bitString,
  element,
  explicit,
  integer,
  objectId,
  octets,
  sequence,
  set,
  utcTime,
  utf8,
} from '#src/der.ts';
import { readJsonFile, writeJsonFile } from '#src/json-file.ts';

const day = 24 * 60 * 60_000;
/** The longest lifetime that browsers accept. */
const lifetimeDays = 397;

const certificateSchema = z.object({
  /** PEM. */
  key: z.string(),
  /** PEM. */
  cert: z.string(),
});

/** A key and its certificate, as a TLS server takes them. */
export type Certificate = z.output<typeof certificateSchema>;

/**
 * The certificate of this data directory for 127.0.0.1 and localhost. It is made at the first start, and again when it
 * expires within a day. It is self-signed, so browsers show a warning once.
 */
export async function keptCertificate(directory: string, commonName: string): Promise<Certificate> {
  const file = join(directory, 'certificate.json');
  const kept = certificateSchema.safeParse(readJsonFile(file)).data;
  if (kept && Date.parse(new X509Certificate(kept.cert).validTo) > Date.now() + day) return kept;
  const made = makeCertificate(commonName);
  await writeJsonFile(file, made);
  return made;
}

/** Node.js cannot create certificates, so the required fields are written here (RFC 5280). */
function makeCertificate(commonName: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(set(sequence(objectId('550403'), utf8(commonName)))); // commonName
  const now = Date.now();
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(utcTime(now - day), utcTime(now + (lifetimeDays - 1) * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        extension('551d13', sequence()), // basicConstraints: no authority
        extension('551d0f', bitString(Buffer.from([0x80]), 7)), // keyUsage: digitalSignature
        extension('551d25', sequence(objectId('2b06010505070301'))), // extKeyUsage: serverAuth
        // subjectAltName: an address (7) and a DNS name (2)
        extension(
          '551d11',
          sequence(element(0x87, Buffer.from([127, 0, 0, 1])), element(0x82, Buffer.from('localhost'))),
        ),
      ),
    ),
  );
  const certificate = sequence(body, algorithm, bitString(sign('sha256', body, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(certificate).toString(),
  };
}

/** An extension of a certificate, not critical. */
const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), octets(value));
