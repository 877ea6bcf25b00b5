import { useIsMutating } from '@tanstack/react-query';

/** Begins the keys of what changes masks. */
export const masksKey = ['mask'] as const;

/** Whether a mask that a person corrected is being saved, of any photo: what is made meanwhile would miss it. */
export function useIsSavingMask(): boolean {
  return useIsMutating({ mutationKey: masksKey }) > 0;
}
