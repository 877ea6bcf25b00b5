import { useIsMutating } from '@tanstack/react-query';

/** Prefix of the mutation keys that change masks. */
export const masksKey = ['mask'] as const;

/** Whether a corrected mask of any photo is being saved: a generation started now would miss it. */
export function useIsSavingMask(): boolean {
  return useIsMutating({ mutationKey: masksKey }) > 0;
}
