import { useMutation } from '@tanstack/react-query';
import { resetPassword } from 'aws-amplify/auth';
import { sendSignUpCode } from '#web/lib/identity.ts';
import { notify } from '#web/lib/notify.ts';
import type { PendingCode } from '#web/lib/pending-code.ts';
import { explained } from './explained.ts';
import { words } from './words.ts';

/** The purpose of a mailed code. */
export type MailedCode = Exclude<PendingCode['of'], 'signIn'>;

/**
 * Sends a new code, and shows a message after it was sent. `onConfirmed` is called instead if the email was confirmed
 * meanwhile, for example in another tab.
 */
export function useResend(onConfirmed: () => void) {
  return useMutation({
    mutationFn: explained(async ({ of, email }: { readonly of: MailedCode; readonly email: string }) => {
      if (of === 'signUp') return sendSignUpCode(email);
      await resetPassword({ username: email });
      return 'sent';
    }),
    onSuccess: (outcome) => {
      if (outcome === 'sent') return notify.info(words.resent);
      notify.success(words.confirmed);
      onConfirmed();
    },
  });
}
