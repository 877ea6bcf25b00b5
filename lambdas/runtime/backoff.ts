import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits before attempt number `attempt` (1, 2, …) is repeated: a random time between zero and a bound that doubles
 * from `base` up to `most` milliseconds ("full jitter"), so that concurrent writers do not collide again.
 */
export async function backOff(attempt: number, base = 25, most = 1000): Promise<void> {
  await sleep(Math.random() * Math.min(most, base * 2 ** (attempt - 1)));
}
