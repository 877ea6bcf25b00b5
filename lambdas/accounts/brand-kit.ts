import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { type Step, transact } from '#lambdas/runtime/transaction.ts';
import type { BrandKit } from '#shared/api/brand-kit.ts';
import type { BrandLook } from '#shared/domain/overlay.ts';
import {
  putLook,
  readBrandKit,
  replaceLogo,
  type StoredBrandKit,
  type StoredLogo,
} from './brand-kit-store.ts';
import { checkAccount } from './user-store.ts';

/** Translates a brand kit into the API's reply. */
export function toBrandKitReply({ look, logo }: StoredBrandKit): BrandKit {
  return {
    look: look ?? null,
    logo: logo ? { url: `/${logo.key}`, width: logo.width, height: logo.height } : null,
  };
}

/**
 * Saves font and colours.
 * @throws AppError `unauthenticated`, `account_closing`
 */
export async function saveBrandKit(userId: string, look: BrandLook): Promise<BrandKit> {
  // Throws if the account is being deleted.
  await checkAccount(userId);
  await putLook(userId, look);
  return toBrandKitReply(await readBrandKit(userId));
}

/**
 * Removes the logo. Existing pictures keep it, because it is part of their pixels.
 * @throws AppError `conflict` if the logo has been replaced in the meantime
 */
export async function deleteLogo(userId: string): Promise<BrandKit> {
  const { logo, ...rest } = await readBrandKit(userId);
  if (logo) {
    const { outcome } = await transact<'changed'>([
      replaceLogo(userId, logo, undefined),
      removeLogoFile(logo),
    ]);
    if (outcome === 'changed') throw new AppError('conflict');
  }
  return toBrandKitReply(rest);
}

/** Transaction step that deletes a logo's file and its cached copies at the edge. */
export function removeLogoFile({ key }: StoredLogo): Step<never> {
  return writeOutboxEntry({ originals: [], media: [key], paths: [`/${key}`] }, new Date());
}
