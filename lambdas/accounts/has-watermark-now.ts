import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { getAccount } from './user-store.ts';

/**
 * Whether the user's current plan has the watermark. Pictures made without a watermark stay without one in any case.
 */
export async function hasWatermarkNow(userId: string): Promise<boolean> {
  const account = await getAccount(userId);
  return entitlementsOf(account?.tier ?? 'free').hasWatermark;
}
