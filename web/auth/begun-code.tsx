import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { logError } from '#web/lib/log-error.ts';
import type { PendingCode } from '#web/lib/pending-code.ts';
import { type AuthValues, authSchemas, emptyAuthValues } from './auth-schemas.ts';
import { authMessage, createAuthServices } from './auth-services.ts';
import { type AuthViewProps, ConfirmSignIn, ConfirmSignUp, ResetPassword } from './auth-views.tsx';
import { fillInProfile } from './fill-in-profile.ts';
import { useResend } from './use-resend.ts';

interface BegunCodeProps {
  readonly pending: PendingCode;
  /** Called when the code was right and another one is needed. */
  readonly onNextCode: (next: PendingCode) => void;
  /** Called when the code was right but the user is not signed in, and when the user leaves. */
  readonly onSignIn: () => void;
}

const viewOf = {
  signUp: 'confirmSignUp',
  reset: 'confirmResetPassword',
  firstPassword: 'confirmResetPassword',
  signIn: 'confirmSignIn',
} as const;

/**
 * Asks for the code of a sign-up, a reset or a sign-in that began on another page, or of a sign-up or reset before a
 * reload. The authenticator cannot start at this step: it would begin again.
 */
export function BegunCode({ pending, onNextCode, onSignIn }: BegunCodeProps) {
  const { of, email } = pending;
  const isFirst = of === 'firstPassword';
  const isReset = of === 'reset' || isFirst;
  const queries = useQueryClient();
  const form = useForm({
    resolver: zodResolver(authSchemas[viewOf[of]]),
    defaultValues: emptyAuthValues,
  });
  useEffect(() => form.setFocus('code'), [form]);
  const [services] = useState(() =>
    createAuthServices(() => (isReset ? form.getValues('password') : pending.password), onNextCode),
  );
  const confirm = useMutation({
    mutationFn: async ({ code, password }: AuthValues) => {
      const user = { username: email, confirmationCode: code };
      switch (of) {
        case 'signIn':
          await services.handleConfirmSignIn({ challengeResponse: code });
          return 'done';
        case 'signUp':
          return (await services.confirmEmail(user)).outcome;
        case 'reset':
        case 'firstPassword':
          return services.changePassword({ ...user, newPassword: password });
      }
    },
    onSuccess: (outcome) => {
      if (outcome === 'signedIn' && pending.profile) fillInProfile(queries, pending.profile).catch(logError);
      if (outcome !== 'appCode' && outcome !== 'firstPassword') onSignIn();
    },
  });
  const resend = useResend(onSignIn);
  const failed = confirm.isError ? confirm : resend;
  const state: AuthViewProps = {
    form,
    isSending: confirm.isPending || resend.isPending,
    problem: failed.isError ? authMessage(failed.error.message) : undefined,
    onSubmit: (values) => confirm.mutate(values),
  };
  if (of === 'signIn') return <ConfirmSignIn {...state} onBack={onSignIn} />;
  const view = {
    ...state,
    email,
    onResend: () => {
      confirm.reset();
      form.clearErrors();
      resend.mutate({ of, email });
    },
    onBack: onSignIn,
  };
  return isReset ? <ResetPassword {...view} isFirst={isFirst} /> : <ConfirmSignUp {...view} />;
}
