/**
 * The certificates of the key that signs pictures, one of the runtime settings.
 *
 * - Which certificates go with the key?   table, pk SETTINGS, sk signingCertificates
 */
import { X509Certificate } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { cachedFor } from '#lambdas/runtime/cached-for.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { putAuditLogEntry } from './audit-log-store.ts';

/** Key of the item. */
export const signingCertificatesKey = { pk: 'SETTINGS', sk: 'signingCertificates' };

/** Lifetime in milliseconds of the certificates cached by an execution environment. */
const knownFor = 60_000;

const itemSchema = z.object({ value: z.array(z.string()), changedAt: z.string() });

/** The certificate of the key, then that of each issuer, without the root. */
export interface SigningCertificates {
  /** In DER. */
  readonly chain: readonly Buffer[];
  /** Expiry of the key's own certificate, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Time from which every function signs with these certificates, in milliseconds since 1970. */
  readonly knownAt: number;
}

const cached = cachedFor(knownFor, read);

/** The certificates, cached for at most a minute; undefined if none were set. */
export const readSigningCertificates = cached.read;

async function read(): Promise<SigningCertificates | undefined> {
  const { Item } = await dynamodb().send(
    new GetCommand({ TableName: tableName(), Key: signingCertificatesKey }),
  );
  if (!Item) return undefined;
  const { value, changedAt } = itemSchema.parse(Item);
  const certificates = value.map((text) => new X509Certificate(Buffer.from(text, 'base64')));
  const [own] = certificates;
  if (!own) return undefined;
  return {
    chain: certificates.map(({ raw }) => raw),
    expiresAt: Date.parse(own.validTo),
    knownAt: Date.parse(changedAt) + knownFor,
  };
}

/** Sets the certificates, the key's own first, and logs it. */
export async function setSigningCertificates(
  chain: readonly X509Certificate[],
  actor: string,
): Promise<void> {
  const changedAt = nowIso();
  await transact([
    {
      put: {
        Item: {
          ...signingCertificatesKey,
          value: chain.map(({ raw }) => raw.toString('base64')),
          changedAt,
          changedBy: actor,
        },
      },
    },
    putAuditLogEntry({
      actor,
      action: 'SET_SIGNING_CERTIFICATES',
      details: { subjects: chain.map(({ subject }) => subject), expires: chain[0]?.validTo },
    }),
  ]);
  cached.forget();
}
