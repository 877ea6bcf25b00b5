import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { resendSignUpCode } from 'aws-amplify/auth';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { notify } from '#web/lib/notify.ts';
import type { PendingSignUp } from '#web/lib/pending-sign-up.ts';
import { authSchemas, emptyAuthValues } from './auth-schemas.ts';
import { authMessage, createAuthServices } from './auth-services.ts';
import { ConfirmSignUp } from './auth-views.tsx';
import { words } from './words.ts';

interface BegunSignUpProps {
  readonly signUp: PendingSignUp;
  /** Called when the sign-up is confirmed but the sign-in failed, and when the user leaves. */
  readonly onSignIn: () => void;
}

/**
 * Confirms a sign-up that began on another page. The authenticator cannot start at this step: it would send the
 * sign-up again.
 */
export function BegunSignUp({ signUp: { email, password }, onSignIn }: BegunSignUpProps) {
  const [services] = useState(() => createAuthServices(() => password));
  const form = useForm({ resolver: zodResolver(authSchemas.confirmSignUp), defaultValues: emptyAuthValues });
  const confirm = useMutation({
    mutationFn: (confirmationCode: string) =>
      services.handleConfirmSignUp({ username: email, confirmationCode }),
    onSuccess: onSignIn,
  });
  const resend = useMutation({
    mutationFn: () => resendSignUpCode({ username: email }),
    onMutate: () => notify.info(words.resent),
  });
  const failed = confirm.isError ? confirm : resend;
  return (
    <ConfirmSignUp
      form={form}
      isSending={confirm.isPending || resend.isPending}
      problem={failed.isError ? authMessage(failed.error.message) : undefined}
      onSubmit={({ code }) => confirm.mutate(code)}
      email={email}
      onResend={() => {
        confirm.reset();
        resend.mutate();
      }}
      onBack={onSignIn}
    />
  );
}
