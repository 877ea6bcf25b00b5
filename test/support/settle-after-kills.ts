import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';

/**
 * Settles the cloud after functions were killed. The messages that they had received are delivered again at once:
 * otherwise they stay hidden for minutes.
 * @throws Error if the cloud is still at work after `timeoutMs`
 */
export async function settleAfterKills(
  cloud: Pick<LocalCloud, 'settle' | 'redeliver'>,
  timeoutMs = 60_000,
): Promise<void> {
  const settled = cloud.settle(timeoutMs).then(() => true);
  settled.catch(() => undefined);
  while (!(await Promise.race([settled, sleep(2000).then(() => false)]))) await cloud.redeliver();
}
