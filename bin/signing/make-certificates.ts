import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import {
  bitString,
  boolean,
  element,
  explicit,
  integer,
  objectId,
  octets,
  sequence,
  set,
  utcTime,
  utf8,
} from 'local-cloud/der.ts';

const day = 24 * 60 * 60_000;
/** Lifetime of a test certificate, in days. */
const testDays = 365;

/** The signer, as the certificate names it. */
export interface Subject {
  readonly organisation: string;
  readonly commonName: string;
}

/** Signs a SHA-256 digest with the key; DER. */
export type SignDigest = (digest: Buffer) => Promise<Uint8Array>;

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const id = {
  commonName: '550403',
  organisation: '55040a',
  subjectKeyIdentifier: '551d0e',
  keyUsage: '551d0f',
  basicConstraints: '551d13',
  authorityKeyIdentifier: '551d23',
  extendedKeyUsage: '551d25',
  /** Both are among those that C2PA accepts (specification 2.2, 14.5.1.1). */
  emailProtection: '2b06010505070304',
  documentSigning: '2b06010505070324',
};
const keyUsages = { digitalSignature: [0x80, 7], keyCertSign: [0x04, 2] } as const;

/** A certificate signing request for the key (PKCS #10), in PEM. `publicKey` is its SubjectPublicKeyInfo in DER. */
export async function certificateRequest(
  publicKey: Buffer,
  subject: Subject,
  signDigest: SignDigest,
): Promise<string> {
  const body = sequence(integer(Buffer.from([0])), nameOf(subject), publicKey, explicit(0));
  const digest = createHash('sha256').update(body).digest();
  const signature = Buffer.from(await signDigest(digest));
  const request = sequence(body, ecdsaWithSha256, bitString(signature));
  const lines = request.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join(
    '\n',
  );
}

/**
 * Test certificates: the key's own, then that of an authority whose key is discarded. Readers call what is signed with
 * them valid, and the signer unknown. They are valid for a year from `now` (milliseconds since 1970).
 */
export function testCertificates(publicKey: Buffer, subject: Subject, now = Date.now()): X509Certificate[] {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authorityKey = authority.publicKey.export({ type: 'spki', format: 'der' });
  const issuer = { ...subject, commonName: `${subject.organisation} test authority` };
  const make = (of: Subject, key: Buffer, extensions: Buffer[]) => {
    const body = sequence(
      explicit(0, integer(Buffer.from([2]))), // version 3
      integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
      ecdsaWithSha256,
      nameOf(issuer),
      sequence(utcTime(now - day), utcTime(now + testDays * day)),
      nameOf(of),
      key,
      explicit(3, sequence(...extensions, authorityIdentifier(authorityKey), identifier(key))),
    );
    const signature = sign('sha256', body, authority.privateKey);
    return new X509Certificate(sequence(body, ecdsaWithSha256, bitString(signature)));
  };
  return [
    make(subject, publicKey, [
      extension(id.basicConstraints, true, sequence()),
      usage('digitalSignature'),
      extension(
        id.extendedKeyUsage,
        false,
        sequence(objectId(id.emailProtection), objectId(id.documentSigning)),
      ),
    ]),
    make(issuer, authorityKey, [
      extension(id.basicConstraints, true, sequence(boolean(true))),
      usage('keyCertSign'),
    ]),
  ];
}

function nameOf({ organisation, commonName }: Subject): Buffer {
  const part = (type: string, text: string) => set(sequence(objectId(type), utf8(text)));
  return sequence(part(id.organisation, organisation), part(id.commonName, commonName));
}

function extension(type: string, isCritical: boolean, value: Buffer): Buffer {
  return sequence(objectId(type), ...(isCritical ? [boolean(true)] : []), octets(value));
}

function usage(name: keyof typeof keyUsages): Buffer {
  const [bits, unused] = keyUsages[name];
  return extension(id.keyUsage, true, bitString(Buffer.from([bits]), unused));
}

/** Key identifier, by which certificates refer to each other: SHA-1 of the key (RFC 5280, 4.2.1.2). */
function fingerprint(publicKey: Buffer): Buffer {
  // The last 65 bytes of a P-256 key are the point.
  return createHash('sha1').update(publicKey.subarray(-65)).digest();
}

function identifier(publicKey: Buffer): Buffer {
  return extension(id.subjectKeyIdentifier, false, octets(fingerprint(publicKey)));
}

function authorityIdentifier(publicKey: Buffer): Buffer {
  return extension(id.authorityKeyIdentifier, false, sequence(element(0x80, fingerprint(publicKey))));
}
