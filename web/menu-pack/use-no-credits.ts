import { useMe } from '#web/lib/account.ts';

/** Whether no credit is left for an enhancement. */
export function useNoCredits(): boolean {
  return (useMe()?.credits.available ?? 1) < 1;
}
