import { createHash } from 'node:crypto';

/**
 * SHA-256 of a validated request. Its keys are in the schema's order, so equal requests have equal hashes. `foodLock:
 * false` is left out: a request that was sent before the field existed still has the same hash.
 */
export function hashOf(request: object): string {
  const text = JSON.stringify(request, (key, value: unknown) =>
    key === 'foodLock' && value === false ? undefined : value,
  );
  return createHash('sha256').update(text).digest('hex');
}
