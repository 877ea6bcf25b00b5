import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrandKit } from '#shared/api/brand-kit.ts';
import { maxLogoBytes } from '#shared/domain/limits.ts';
import type { BrandLook } from '#shared/domain/overlay.ts';
import { meQuery, useMe } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { words } from './brand-kit-words.ts';

/** The brand kit of the account; undefined until it is known. */
export function useBrandKit(): BrandKit | undefined {
  return useMe()?.brandKit;
}

/** Mutations of the brand kit; each returns the new one. */
export function useChangeBrandKit() {
  const client = useQueryClient();
  const onSuccess = (brandKit: BrandKit) =>
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, brandKit });
  return {
    save: useMutation({ mutationFn: (look: BrandLook) => call('saveBrandKit', { body: look }), onSuccess }),
    setLogo: useMutation({
      mutationFn: async (file: File) => call('setLogo', { body: { file: await base64Of(file) } }),
      onSuccess,
    }),
    deleteLogo: useMutation({ mutationFn: () => call('deleteLogo', {}), onSuccess }),
  };
}

/** @throws Error with a message for users */
async function base64Of(file: File): Promise<string> {
  if (file.size > maxLogoBytes) throw new UnfitFileError(words.tooLarge((file.size / 2 ** 20).toFixed(1)));
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new UnfitFileError(words.unread));
    reader.readAsDataURL(file);
  });
  const base64 = url.slice(url.indexOf(',') + 1);
  if (file.size === 0) throw new UnfitFileError(words.unread);
  return base64;
}

/** A file that cannot be sent; the message is for users. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
}
