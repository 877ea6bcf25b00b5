import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { notify } from '#web/lib/notify.ts';
import type { PendingCode } from '#web/lib/pending-code.ts';
import { type AuthValues, authSchemas, emptyAuthValues } from './auth-schemas.ts';
import { authMessage, createAuthServices } from './auth-services.ts';
import { ConfirmSignUp, ResetPassword } from './auth-views.tsx';
import { useResend } from './use-resend.ts';
import { words } from './words.ts';

interface BegunCodeProps {
  readonly pending: PendingCode;
  /** Called when the code was right but the user is not signed in, and when the user leaves. */
  readonly onSignIn: () => void;
}

/**
 * Takes the code of a sign-up or a reset that began on another page, or before a reload. The authenticator cannot
 * start at this step: it would begin again.
 */
export function BegunCode({ pending, onSignIn }: BegunCodeProps) {
  const { of, email } = pending;
  const isReset = of === 'reset';
  const form = useForm({
    resolver: zodResolver(authSchemas[isReset ? 'confirmResetPassword' : 'confirmSignUp']),
    defaultValues: emptyAuthValues,
  });
  const [services] = useState(() =>
    createAuthServices(() => (isReset ? form.getValues('password') : pending.password)),
  );
  const confirm = useMutation({
    mutationFn: async ({ code, password }: AuthValues) => {
      const user = { username: email, confirmationCode: code };
      if (isReset) await services.handleForgotPasswordSubmit({ ...user, newPassword: password });
      else await services.handleConfirmSignUp(user);
    },
    onSuccess: () => {
      if (!isReset && pending.password === '') notify.success(words.confirmed);
      onSignIn();
    },
  });
  const resend = useResend();
  const failed = confirm.isError ? confirm : resend;
  const View = isReset ? ResetPassword : ConfirmSignUp;
  return (
    <View
      form={form}
      isSending={confirm.isPending || resend.isPending}
      problem={failed.isError ? authMessage(failed.error.message) : undefined}
      onSubmit={(values) => confirm.mutate(values)}
      email={email}
      onResend={() => {
        confirm.reset();
        form.clearErrors();
        resend.mutate(pending);
      }}
      onBack={onSignIn}
    />
  );
}
