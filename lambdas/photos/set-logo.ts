import { randomBytes } from 'node:crypto';
import { removeLogoFile, toBrandKitReply } from '#lambdas/accounts/brand-kit.ts';
import { readBrandKit, replaceLogo } from '#lambdas/accounts/brand-kit-store.ts';
import { checkAccount } from '#lambdas/accounts/user-store.ts';
import { countUse, maxDailyUses } from '#lambdas/platform/daily-use-store.ts';
import { writeCancellableEntry } from '#lambdas/platform/outbox-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact, writeAlone } from '#lambdas/runtime/transaction.ts';
import type { BrandKit } from '#shared/api/brand-kit.ts';

/**
 * Keeps a logo for the pictures of an account, encoded again. Every attempt counts towards the daily limit. The file is
 * written before the brand kit names it, so an outbox entry removes the file unless that happens.
 * @throws AppError `unauthenticated`, `account_closing`, `daily_limit_reached`, `upload_unreadable`, or `conflict` if
 * another logo came first
 */
export async function setLogo(userId: string, base64: string): Promise<BrandKit> {
  await checkAccount(userId);
  // Counted before anything is decoded, because files that cannot be decoded may take the longest.
  const counted = await writeAlone(countUse(userId, 'logo', nowIso().slice(0, 10)));
  if (counted.outcome === 'limit')
    throw new AppError('daily_limit_reached', `You can change your logo ${maxDailyUses.logo} times a day.`);
  // Loads the image library only here: no other route of the function needs it.
  const { logoFile } = await import('./logo-file.ts');
  const { png, width, height } = await logoFile(Buffer.from(base64, 'base64'));
  const kit = await readBrandKit(userId);
  const logo = { key: `media/logos/${randomBytes(16).toString('hex')}.png`, width, height };
  const { entry, cancellation } = writeCancellableEntry({ originals: [], media: [logo.key], paths: [] });
  await writeAlone(entry);
  await writeFile(readVariable('MEDIA_BUCKET'), {
    key: logo.key,
    body: png,
    type: 'image/png',
    cacheControl: 'public, max-age=86400',
  });
  const { outcome } = await transact<'changed'>([
    replaceLogo(userId, kit.logo, logo),
    cancellation,
    ...(kit.logo ? [removeLogoFile(kit.logo)] : []),
  ]);
  if (outcome === 'changed') throw new AppError('conflict');
  return toBrandKitReply({ ...kit, logo });
}
