import { useMutation } from '@tanstack/react-query';
import { resendSignUpCode, resetPassword } from 'aws-amplify/auth';
import { notify } from '#web/lib/notify.ts';
import type { PendingCode } from '#web/lib/pending-code.ts';
import { words } from './words.ts';

/** The purpose of a mailed code. */
export type MailedCode = Exclude<PendingCode['of'], 'signIn'>;

/** Sends a new code, and shows a message after it was sent. */
export function useResend() {
  return useMutation({
    mutationFn: async ({ of, email }: { readonly of: MailedCode; readonly email: string }) => {
      await (of === 'signUp' ? resendSignUpCode({ username: email }) : resetPassword({ username: email }));
    },
    onSuccess: () => notify.info(words.resent),
  });
}
