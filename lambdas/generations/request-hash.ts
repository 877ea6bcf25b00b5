import { createHash } from 'node:crypto';

/**
 * SHA-256 of a validated request, whose keys are in the schema's order, so that equal requests have equal hashes. A food
 * lock that is off is left out: a request that was sent before there was one is still the same request.
 */
export function hashOf(request: object): string {
  const text = JSON.stringify(request, (key, value: unknown) =>
    key === 'foodLock' && value === false ? undefined : value,
  );
  return createHash('sha256').update(text).digest('hex');
}
