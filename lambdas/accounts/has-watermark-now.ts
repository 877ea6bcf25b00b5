import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { getAccount } from './user-store.ts';

/** Whether the user's plan has the watermark now. Pictures that were made without one stay clean all the same. */
export async function hasWatermarkNow(userId: string): Promise<boolean> {
  const account = await getAccount(userId);
  return entitlementsOf(account?.tier ?? 'free').hasWatermark;
}
