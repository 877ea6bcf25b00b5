import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BrandKit } from '#shared/api/brand-kit.ts';
import { maxLogoBytes } from '#shared/domain/limits.ts';
import { changedLook, type LookChanges, plainLook } from '#shared/domain/overlay.ts';
import { meQuery, useMe } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './brand-kit-words.ts';
import { toLogoFile } from './to-logo-file.ts';

/** The brand kit of the account; undefined until it is known. */
export function useBrandKit(): BrandKit | undefined {
  return useMe()?.brandKit;
}

/** Mutations of the brand kit. Each shows its result in a message, also on another screen. */
export function useChangeBrandKit() {
  const client = useQueryClient();
  const messages = (done: string, failed: string) => ({
    onSuccess: (brandKit: BrandKit) => {
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, brandKit });
      notify.success(done);
    },
    onError: (error: unknown) => {
      const isUnfit = error instanceof UnfitFileError;
      notify.error(failed, { description: isUnfit ? error.message : messageOf(error) });
      // Only the reply may have been lost.
      if (!isUnfit) void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
  return {
    save: useMutation({
      mutationFn: async (changes: LookChanges) => {
        const { brandKit } = await client.fetchQuery({ ...meQuery, staleTime: 0, retry: false });
        return call('saveBrandKit', { body: changedLook(brandKit.look ?? plainLook, changes) });
      },
      retry: repeatsTransient,
      ...messages(words.saved, words.failed),
    }),
    setLogo: useMutation({
      mutationFn: async (file: File) => call('setLogo', { body: { file: await base64Of(file) } }),
      ...messages(words.logoKept, words.logoFailed),
    }),
    deleteLogo: useMutation({
      mutationFn: () => call('deleteLogo', {}),
      retry: repeatsTransient,
      ...messages(words.logoRemoved, words.logoFailed),
    }),
  };
}

/** @throws Error with a message for users */
async function base64Of(chosen: File): Promise<string> {
  const file = await toLogoFile(chosen).catch(() => {
    throw new UnfitFileError(words.unread);
  });
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
class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError';
}
