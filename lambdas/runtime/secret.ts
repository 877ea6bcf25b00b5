import { createHmac } from 'node:crypto';
import { readVariable } from './env.ts';

const secrets = new Map<string, { reading: Promise<string>; readAt: number }>();

/**
 * Returns the text of a secret. It is cached by the execution environment and read again if the cached text is older
 * than `maxAgeMs` (for secrets that an operator changes).
 */
export function readSecret(arn: string, maxAgeMs = Number.POSITIVE_INFINITY): Promise<string> {
  const cached = secrets.get(arn);
  if (cached && Date.now() - cached.readAt < maxAgeMs) return cached.reading;
  const reading = getSecretString(arn);
  secrets.set(arn, { reading, readAt: Date.now() });
  // A failed read is not cached, so that the next caller tries again; until then, the older text stays in use.
  reading.catch(() => (cached ? secrets.set(arn, cached) : secrets.delete(arn)));
  return cached ? reading.catch(() => cached.reading) : reading;
}

async function getSecretString(arn: string): Promise<string> {
  const { SecretsManager } = await import('@aws-sdk/client-secrets-manager');
  const reply = await new SecretsManager({}).getSecretValue({ SecretId: arn });
  if (!reply.SecretString) throw new Error('The secret has no text');
  return reply.SecretString;
}

/**
 * HMAC-SHA-256 with the application's secret. `purpose` is part of the hashed text, so that a hash made for one purpose
 * is never valid for another.
 */
export async function keyedHash(
  purpose: 'free-credits' | 'random-pick' | 'push-key' | 'unsubscribe',
  value: string,
): Promise<Buffer> {
  const key = await readSecret(readVariable('APP_SECRET_ARN'));
  return createHmac('sha256', key).update(`${purpose}\n${value}`).digest();
}
