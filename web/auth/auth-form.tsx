import { AuthenticatorProvider, useAuthenticator } from '@aws-amplify/ui-react-core';
import { Box, Spinner, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { configureCognito } from '#web/lib/cognito.ts';
import { type SiteConfig, siteConfig } from '#web/lib/config.ts';
import { forgetPendingCode, keepPendingCode, type PendingCode, pendingCode } from '#web/lib/pending-code.ts';
import { readSession, useSession } from '#web/lib/session.ts';
import { type AuthView, authSchemas, emptyAuthValues, isAuthView } from './auth-schemas.ts';
import { authMessage, createAuthServices } from './auth-services.ts';
import {
  type AuthTab,
  ConfirmSignIn,
  ConfirmSignUp,
  ForgotPassword,
  ResetPassword,
  SignInOrUp,
} from './auth-views.tsx';
import { BegunCode } from './begun-code.tsx';
import { Providers } from './providers.tsx';
import { type MailedCode, useResend } from './use-resend.ts';
import { words } from './words.ts';

interface AuthFormProps {
  readonly initialTab: AuthTab;
  /** The email of a user who signs in again. */
  readonly email?: string | undefined;
}

/**
 * Sign-up, confirmation, sign-in and password reset. When it succeeds, there is a session (`useSession`). Suspends
 * until the deployment's settings are read.
 */
export function AuthForm({ initialTab, email }: AuthFormProps) {
  use(configureCognito());
  const { social } = use(siteConfig());
  const [begun, setBegun] = useState(pendingCode);
  const [left, setLeft] = useState<PendingCode>();
  const isIn = useSession().status === 'signedIn';
  useEffect(() => {
    // The user pool accepts the code of a sign-in for three minutes only, so a later visit starts a new sign-in.
    if (isIn || begun?.of === 'signIn') forgetPendingCode();
  }, [isIn, begun]);
  const toNextCode = (code: PendingCode) => {
    const profile = code.of === 'firstPassword' && pendingCode()?.profile;
    const next = { ...code, ...(profile && { profile }) };
    keepPendingCode(next);
    setBegun(next);
  };

  if (begun) {
    const toSignIn = () => {
      forgetPendingCode();
      setLeft(begun);
      setBegun(undefined);
    };
    return <BegunCode key={begun.of} pending={begun} onNextCode={toNextCode} onSignIn={toSignIn} />;
  }
  return (
    <AuthenticatorProvider>
      <Flow
        initialTab={left ? 'signIn' : initialTab}
        initialEmail={left?.email ?? email ?? ''}
        social={social}
        onNextCode={toNextCode}
      />
    </AuthenticatorProvider>
  );
}

interface FlowProps extends Pick<AuthFormProps, 'initialTab'> {
  readonly initialEmail: string;
  readonly social: SiteConfig['social'];
  readonly onNextCode: (next: PendingCode) => void;
}

/**
 * The views on Amplify UI's authenticator, used headless:
 * https://ui.docs.amplify.aws/react/connected-components/authenticator/advanced
 */
function Flow({ initialTab, initialEmail, social, onNextCode }: FlowProps) {
  const auth = useAuthenticator();
  const { route, isPending } = auth;
  const isIn = useSession().status === 'signedIn';
  // Between two views the authenticator is on a route without a form; the previous view stays on the screen.
  const [view, setView] = useState<AuthView>();
  if (isAuthView(route) && route !== view) setView(route);
  const form = useForm({
    resolver: zodResolver(authSchemas[view ?? initialTab]),
    defaultValues: { ...emptyAuthValues, email: initialEmail },
  });
  const [services] = useState(() => createAuthServices(() => form.getValues('password'), onNextCode));

  const follow = useEffectEvent((next: string) => {
    // `<Authenticator>` itself passes its props on by this call.
    if (next === 'setup') auth.initializeMachine({ initialState: initialTab, services });
    // Another tab signed in.
    if (next === 'authenticated') void readSession();
  });
  useEffect(() => follow(route), [route]);

  const resend = useResend(auth.toSignIn);
  // Amplify keeps its error until the next attempt.
  const [hidesError, setHidesError] = useState(false);

  const enter = useEffectEvent((entered: AuthView | undefined) => {
    // A new view starts without the errors and the code of the one before.
    form.clearErrors();
    form.resetField('code');
    resend.reset();
    setHidesError(false);
    // A wrong password must not be carried over as the new one.
    if (entered === 'forgotPassword' || entered === 'confirmResetPassword') form.resetField('password');
    const { password, fullName, company: companyName, ...typed } = form.getValues();
    const email = auth.username || typed.email;
    if (entered === 'confirmSignUp')
      keepPendingCode({
        of: 'signUp',
        email,
        password,
        ...(fullName !== '' && { profile: { fullName, companyName } }),
      });
    else if (entered === 'confirmResetPassword')
      keepPendingCode({ of: 'reset', email: typed.email, password: '' });
    else if (entered !== undefined) forgetPendingCode();
    // The button that led here has disappeared.
    if (document.activeElement === document.body)
      form.setFocus(entered?.startsWith('confirm') ? 'code' : 'email');
  });
  useEffect(() => enter(view), [view]);

  if (view === undefined || isIn) {
    return (
      <Box display="grid" placeItems="center" minH="16rem" role="status" aria-label={words.loading}>
        <Spinner size="lg" color="brand.solid" />
      </Box>
    );
  }

  const isSending = isPending || resend.isPending;
  const error = resend.isError ? resend.error.message : hidesError ? undefined : auth.error;
  const state = { form, isSending, problem: isSending ? undefined : authMessage(error) };
  const onBack = () => auth.toSignIn();
  const submit = (values: Record<string, string>) => {
    resend.reset();
    setHidesError(false);
    auth.submitForm(values);
  };
  const onResend = (of: MailedCode) => () => {
    form.clearErrors();
    setHidesError(true);
    resend.mutate({ of, email: auth.username || form.getValues('email') });
  };
  switch (view) {
    case 'signIn':
    case 'signUp':
      return (
        <Stack gap="5">
          <Providers social={social} />
          <SignInOrUp
            {...state}
            tab={view}
            onTab={(tab) => (tab === 'signUp' ? auth.toSignUp() : auth.toSignIn())}
            onForgot={() => auth.toForgotPassword()}
            onSubmit={({ email, password, fullName, company }) =>
              submit(
                view === 'signIn'
                  ? { username: email, password }
                  : { email, password, name: fullName, ...(company && { 'custom:company_name': company }) },
              )
            }
          />
        </Stack>
      );
    case 'confirmSignUp':
      return (
        <ConfirmSignUp
          {...state}
          email={auth.username ?? form.getValues('email')}
          onSubmit={({ code }) => submit({ confirmation_code: code })}
          onResend={onResend('signUp')}
          onBack={onBack}
        />
      );
    case 'confirmSignIn':
      return (
        <ConfirmSignIn
          {...state}
          onSubmit={({ code }) => submit({ confirmation_code: code })}
          onBack={onBack}
        />
      );
    case 'forgotPassword':
      return (
        <ForgotPassword {...state} onSubmit={({ email }) => submit({ username: email })} onBack={onBack} />
      );
    case 'confirmResetPassword':
      return (
        <ResetPassword
          {...state}
          email={form.getValues('email')}
          onSubmit={({ code, password }) => submit({ confirmation_code: code, password })}
          onResend={onResend('reset')}
          onBack={onBack}
        />
      );
  }
}
