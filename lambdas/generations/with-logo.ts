import { readBrandKit } from '#lambdas/accounts/brand-kit-store.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile } from '#lambdas/runtime/file-storage.ts';
import type { Overlay } from '#shared/domain/overlay.ts';

/** An overlay with the account's present logo; without its logo if the account has none. */
export async function withLogo(
  userId: string,
  overlay: Overlay,
): Promise<{ readonly overlay: Overlay; readonly logo: Buffer | undefined }> {
  if (!overlay.logo) return { overlay, logo: undefined };
  const { logo } = await readBrandKit(userId);
  const file = logo && (await readFile(readVariable('MEDIA_BUCKET'), logo.key));
  return file ? { overlay, logo: file.body } : { overlay: { ...overlay, logo: false }, logo: undefined };
}
