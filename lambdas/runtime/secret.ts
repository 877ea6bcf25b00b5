import { createHmac } from 'node:crypto';
import { readVariable } from './env.ts';

const secrets = new Map<string, { reading: Promise<string>; readAt: number }>();

/**
 * The text of a secret, read once for each execution environment, or again when what was read is older than
 * `maxAgeMs`: for secrets that an operator changes.
 */
export function readSecret(arn: string, maxAgeMs = Number.POSITIVE_INFINITY): Promise<string> {
  const known = secrets.get(arn);
  if (known && Date.now() - known.readAt < maxAgeMs) return known.reading;
  // Secrets Manager's client is loaded by the first request that needs a secret: most need none.
  const reading = import('./secrets-manager.ts').then(({ getSecretString }) => getSecretString(arn));
  secrets.set(arn, { reading, readAt: Date.now() });
  // A failed read is tried again by the next caller instead of being remembered.
  reading.catch(() => secrets.delete(arn));
  return reading;
}

/**
 * HMAC-SHA-256 under the application's own secret. `purpose` separates its uses, so that a value made for
 * one can never pass for another.
 */
export async function keyedHash(purpose: 'free-credits' | 'random-pick', value: string): Promise<Buffer> {
  const key = await readSecret(readVariable('APP_SECRET_ARN'));
  return createHmac('sha256', key).update(`${purpose}\n${value}`).digest();
}
