import { Authenticator, useAuthenticator } from '@aws-amplify/ui-react';
import { Box, Spinner, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { configureCognito } from '#web/lib/cognito.ts';
import { type SiteConfig, siteConfig } from '#web/lib/config.ts';
import { notify } from '#web/lib/notify.ts';
import { forgetPendingSignUp, pendingSignUp } from '#web/lib/pending-sign-up.ts';
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
import { BegunSignUp } from './begun-sign-up.tsx';
import { Providers } from './providers.tsx';
import { words } from './words.ts';

interface AuthFormProps {
  readonly initialTab: AuthTab;
}

/**
 * Sign-up, confirmation, sign-in and password reset; it ends with a session (`useSession`). Suspends until the
 * deployment's settings are read.
 */
export function AuthForm({ initialTab }: AuthFormProps) {
  use(configureCognito());
  const { social } = use(siteConfig());
  const [begun, setBegun] = useState(pendingSignUp);
  const [tab, setTab] = useState(initialTab);
  useEffect(forgetPendingSignUp, []);

  if (begun) {
    const toSignIn = () => {
      setTab('signIn');
      setBegun(undefined);
    };
    return <BegunSignUp signUp={begun} onSignIn={toSignIn} />;
  }
  return (
    <Authenticator.Provider>
      <Flow initialTab={tab} social={social} />
    </Authenticator.Provider>
  );
}

/** The views on Amplify UI's authenticator, used headless: https://ui.docs.amplify.aws/react/connected-components/authenticator/advanced */
function Flow({ initialTab, social }: AuthFormProps & { readonly social: SiteConfig['social'] }) {
  const auth = useAuthenticator();
  const { route, isPending } = auth;
  const isIn = useSession().status === 'signedIn';
  // Between two views the authenticator is on a route without a form; the previous view stays.
  const [view, setView] = useState<AuthView>();
  if (isAuthView(route) && route !== view) setView(route);
  const form = useForm({
    resolver: zodResolver(authSchemas[view ?? initialTab]),
    defaultValues: emptyAuthValues,
  });
  const [services] = useState(() => createAuthServices(() => form.getValues('password')));

  const follow = useEffectEvent((next: string) => {
    // `<Authenticator>` itself passes its props on with this call.
    if (next === 'setup') auth.initializeMachine({ initialState: initialTab, services });
    // Another tab signed in.
    if (next === 'authenticated') void readSession();
  });
  useEffect(() => follow(route), [route]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view starts without the errors and the code of the one before.
  useEffect(() => {
    form.clearErrors();
    form.resetField('code');
  }, [view, form]);

  if (view === undefined || isIn) {
    return (
      <Box display="grid" placeItems="center" minH="16rem" role="status" aria-label={words.loading}>
        <Spinner size="lg" color="brand.solid" />
      </Box>
    );
  }

  const problem = isPending ? undefined : authMessage(auth.error);
  const state = { form, isSending: isPending, problem };
  const onBack = () => auth.toSignIn();
  const onResend = () => {
    auth.resendCode();
    notify.info(words.resent);
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
              auth.submitForm(
                view === 'signIn'
                  ? { username: email, password }
                  : { email, password, name: fullName, 'custom:company_name': company },
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
          onSubmit={({ code }) => auth.submitForm({ confirmation_code: code })}
          onResend={onResend}
          onBack={onBack}
        />
      );
    case 'confirmSignIn':
      return (
        <ConfirmSignIn
          {...state}
          onSubmit={({ code }) => auth.submitForm({ confirmation_code: code })}
          onBack={onBack}
        />
      );
    case 'forgotPassword':
      return (
        <ForgotPassword
          {...state}
          onSubmit={({ email }) => auth.submitForm({ username: email })}
          onBack={onBack}
        />
      );
    case 'confirmResetPassword':
      return (
        <ResetPassword
          {...state}
          email={form.getValues('email')}
          onSubmit={({ code, password }) => auth.submitForm({ confirmation_code: code, password })}
          onResend={onResend}
          onBack={onBack}
        />
      );
  }
}
