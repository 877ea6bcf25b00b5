import { useMutation } from '@tanstack/react-query';
import { resendSignUpCode, resetPassword } from 'aws-amplify/auth';
import { notify } from '#web/lib/notify.ts';
import type { PendingCode } from '#web/lib/pending-code.ts';
import { words } from './words.ts';

/** Sends a new code, and says so once it was sent. */
export function useResend() {
  return useMutation({
    mutationFn: async ({ of, email }: Pick<PendingCode, 'of' | 'email'>) => {
      await (of === 'reset' ? resetPassword({ username: email }) : resendSignUpCode({ username: email }));
    },
    onSuccess: () => notify.info(words.resent),
  });
}
