import { sign } from 'node:crypto';
import type { Device } from '#lambdas/accounts/notification-store.ts';
import { backOff } from '#lambdas/runtime/backoff.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { encryptPush } from './encrypt-push.ts';
import { pushKey } from './push-key.ts';

/** How long a push service keeps a message for a device that is offline, in seconds (TTL). */
const keptFor = 12 * 60 * 60;
/** Lifetime of the VAPID token in seconds; at most a day (RFC 8292). */
const proofLifetime = 60 * 60;
/** Timeout of a push service in milliseconds. */
const requestTimeout = 5_000;
const attempts = 2;

/**
 * The outcome of a message: `gone` if the subscription has ended or belongs to another key, `failed` if a later attempt
 * may succeed, `refused` if it never will.
 */
export type PushOutcome = 'sent' | 'gone' | 'failed' | 'refused';

/** Sends a message to a device through its push service. A later message replaces one that was not delivered yet. */
export async function sendPush(device: Device, text: string): Promise<PushOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = outcomeOf(await post(device, text));
    if (outcome !== 'failed' || attempt === attempts) return outcome;
    await backOff(attempt, 1_000, 2_000);
  }
}

/** The HTTP status of the reply; undefined without a reply. */
async function post(device: Device, text: string): Promise<number | undefined> {
  try {
    const { status } = await fetch(device.endpoint, {
      method: 'POST',
      headers: {
        authorization: await proofFor(new URL(device.endpoint).origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptFor),
        topic: 'ready',
        urgency: 'normal',
      },
      body: new Uint8Array(encryptPush(text, device)),
      // A reply must not redirect us to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeout),
    });
    return status;
  } catch (error) {
    logger.warn('A push service did not answer', { deviceId: device.id, error: error as Error });
    return undefined;
  }
}

function outcomeOf(status: number | undefined): PushOutcome {
  if (status === undefined || status === 429 || status >= 500) return 'failed';
  if (status >= 200 && status < 300) return 'sent';
  // 403: subscribed with another key.
  if ([403, 404, 410].includes(status)) return 'gone';
  logger.error('A push service refused a message', { status });
  return 'refused';
}

/** The VAPID token that identifies us to a push service (RFC 8292). */
async function proofFor(audience: string): Promise<string> {
  const { publicKey, privateKey } = await pushKey();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aud: audience,
    exp: Math.floor(Date.now() / 1000) + proofLifetime,
    sub: `mailto:${readVariable('SUPPORT_EMAIL')}`,
  };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
