import { Authenticator, useAuthenticator } from '@aws-amplify/ui-react';
import { Alert, Box, Button, Heading, HStack, Separator, Spinner, Stack, Tabs, Text } from '@chakra-ui/react';
import { type FormEvent, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { configureCognito, signInWithProvider } from '#web/lib/cognito.ts';
import { type SiteConfig, siteConfig } from '#web/lib/config.ts';
import { notify } from '#web/lib/notify.ts';
import { type PendingSignUp, takePendingSignUp } from '#web/lib/pending-sign-up.ts';
import { readSession } from '#web/lib/session.ts';
import { authMessage, authServices, continuingServices } from './auth-services.ts';
import { PasswordField, Submit, TextField } from './fields.tsx';
import { words } from './words.ts';

export type AuthTab = 'signUp' | 'signIn';

interface AuthFormProps {
  readonly initialTab: AuthTab;
}

/**
 * Sign-up, confirmation, sign-in and password reset in one form of ours, on Amplify UI's headless authenticator;
 * it ends with a session (`useSession`). Suspends until the deployment's settings are read.
 */
export function AuthForm(props: AuthFormProps) {
  use(configureCognito());
  const config = use(siteConfig());
  return (
    <Authenticator.Provider>
      <Flow {...props} social={config.social} />
    </Authenticator.Provider>
  );
}

type View = 'signIn' | 'signUp' | 'confirmSignUp' | 'forgotPassword' | 'confirmResetPassword';

const views: readonly string[] = [
  'signIn',
  'signUp',
  'confirmSignUp',
  'forgotPassword',
  'confirmResetPassword',
] satisfies View[];

function Flow({ initialTab, social }: AuthFormProps & { social: SiteConfig['social'] }) {
  const auth = useAuthenticator();
  const { route, isPending } = auth;
  const [view, setView] = useState<View>();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [fullName, setFullName] = useState('');
  const [company, setCompany] = useState('');
  const [code, setCode] = useState('');
  const asked = useRef<AuthTab>(undefined);
  const continued = useRef<PendingSignUp>(undefined);

  const follow = useEffectEvent((next: string, pending: boolean) => {
    if (next === 'setup') {
      continued.current = takePendingSignUp();
      if (continued.current === undefined)
        auth.initializeMachine({ initialState: initialTab, services: authServices });
      else auth.initializeMachine({ initialState: 'signUp', services: continuingServices });
      return;
    }
    if (next === 'verifyUser') auth.skipVerification();
    if (next === 'authenticated') {
      void readSession().then(() => {
        if (asked.current === 'signIn') notify.success(words.welcomeBack, { yields: true });
      });
    }
    if (!views.includes(next)) return;
    if (next === 'signUp' && continued.current) {
      // The landing page did this step: the machine repeats it to know whose code is asked for.
      const { email: begun, password: chosen } = continued.current;
      setEmail(begun);
      setPassword(chosen);
      if (!pending) auth.submitForm({ email: begun, password: chosen });
      return;
    }
    // While it signs in after a confirmation, the machine calls itself a sign-up form.
    if (next === 'signUp' && pending && view === 'confirmSignUp') return;
    if (view === 'signUp' && next === 'confirmSignUp') notify.success(words.created);
    if (next === 'signIn' && !auth.error && password !== '') {
      // The code was right, but nobody signed in yet: the password typed before does it.
      if (view === 'confirmSignUp' || view === 'confirmResetPassword') {
        auth.submitForm({ username: email, password });
      }
    }
    if (next !== view) setCode('');
    continued.current = undefined;
    setView(next as View);
  });
  useEffect(() => follow(route, isPending), [route, isPending]);

  if (view === undefined || route === 'authenticated') {
    return (
      <Box display="grid" placeItems="center" minH="16rem" role="status" aria-label="Loading">
        <Spinner size="lg" color="brand.solid" />
      </Box>
    );
  }

  const submit = (values: () => Record<string, string>) => (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) auth.submitForm(values());
  };
  const error = isPending ? undefined : authMessage(auth.error);
  const emailField = (
    <TextField
      label={words.email}
      name="email"
      type="email"
      autoComplete="email"
      value={email}
      onChange={setEmail}
    />
  );
  const codeField = (
    <TextField
      label={words.code}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      value={code}
      onChange={(value) => setCode(value.trim())}
    />
  );

  if (view === 'signIn' || view === 'signUp') {
    return (
      <Stack gap="5">
        <Providers social={social} />
        <Tabs.Root
          value={view}
          onValueChange={({ value }) => (value === 'signUp' ? auth.toSignUp() : auth.toSignIn())}
          lazyMount
          unmountOnExit
          variant="enclosed"
          fitted
        >
          <Tabs.List borderRadius="pill" bg="bg.muted" p="1" w="full">
            {(['signUp', 'signIn'] as const).map((tab) => (
              <Tabs.Trigger key={tab} value={tab} borderRadius="pill" minH="11" fontWeight="600">
                {words[tab]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value="signUp" pt="5">
            <form
              onSubmit={submit(() => {
                asked.current = 'signUp';
                return {
                  email: email.trim(),
                  password,
                  name: fullName.trim(),
                  'custom:company_name': company.trim(),
                };
              })}
            >
              <Stack gap="4">
                {emailField}
                <PasswordField label={words.password} value={password} onChange={setPassword} choosing />
                <TextField
                  label={words.fullName}
                  name="fullName"
                  autoComplete="name"
                  value={fullName}
                  onChange={setFullName}
                />
                <TextField
                  label={words.company}
                  name="company"
                  autoComplete="organization"
                  optional
                  value={company}
                  onChange={setCompany}
                />
                <Problem text={error} />
                <Submit pending={isPending}>{words.signUp}</Submit>
              </Stack>
            </form>
          </Tabs.Content>
          <Tabs.Content value="signIn" pt="5">
            <form
              onSubmit={submit(() => {
                asked.current = 'signIn';
                return { username: email.trim(), password };
              })}
            >
              <Stack gap="4">
                {emailField}
                <PasswordField
                  label={words.password}
                  value={password}
                  onChange={setPassword}
                  choosing={false}
                />
                <Problem text={error} />
                <Submit pending={isPending}>{words.signIn}</Submit>
                <Button variant="ghost" onClick={() => auth.toForgotPassword()}>
                  {words.forgot}
                </Button>
              </Stack>
            </form>
          </Tabs.Content>
        </Tabs.Root>
      </Stack>
    );
  }

  if (view === 'confirmSignUp') {
    return (
      <form onSubmit={submit(() => ({ confirmation_code: code }))}>
        <Stack gap="4">
          <Intro title={words.confirmTitle} text={words.confirmText(auth.username ?? email)} />
          {codeField}
          <Problem text={error} />
          <Submit pending={isPending}>{words.confirm}</Submit>
          <HStack justify="space-between" wrap="wrap">
            <Button
              variant="ghost"
              disabled={isPending}
              onClick={() => {
                auth.resendCode();
                notify.info(words.resent);
              }}
            >
              {words.resend}
            </Button>
            <Button variant="ghost" onClick={() => auth.toSignIn()}>
              {words.back}
            </Button>
          </HStack>
        </Stack>
      </form>
    );
  }

  if (view === 'forgotPassword') {
    return (
      <form onSubmit={submit(() => ({ username: email.trim() }))}>
        <Stack gap="4">
          <Intro title={words.resetTitle} text={words.resetText} />
          {emailField}
          <Problem text={error} />
          <Submit pending={isPending}>{words.sendCode}</Submit>
          <Button variant="ghost" onClick={() => auth.toSignIn()}>
            {words.back}
          </Button>
        </Stack>
      </form>
    );
  }

  return (
    <form onSubmit={submit(() => ({ confirmation_code: code, password }))}>
      <Stack gap="4">
        <Intro title={words.resetTitle} text={words.newPasswordText(email)} />
        {codeField}
        <PasswordField label={words.newPassword} value={password} onChange={setPassword} choosing />
        <Problem text={error} />
        <Submit pending={isPending}>{words.savePassword}</Submit>
        <HStack justify="space-between" wrap="wrap">
          <Button
            variant="ghost"
            disabled={isPending}
            onClick={() => {
              auth.resendCode();
              notify.info(words.resent);
            }}
          >
            {words.resend}
          </Button>
          <Button variant="ghost" onClick={() => auth.toSignIn()}>
            {words.back}
          </Button>
        </HStack>
      </Stack>
    </form>
  );
}

function Providers({ social }: { social: SiteConfig['social'] }) {
  if (social.length === 0) return null;
  return (
    <Stack gap="3">
      {social.map((provider) => {
        const name = provider === 'SignInWithApple' ? 'Apple' : 'Google';
        return (
          <Button
            key={name}
            variant="outline"
            size="lg"
            onClick={() => {
              signInWithProvider(name).catch(() => notify.error(words.unexpected));
            }}
          >
            {words.withProvider[name]}
          </Button>
        );
      })}
      <HStack color="fg.muted" fontSize="xs">
        <Separator flex="1" />
        <Text>{words.or}</Text>
        <Separator flex="1" />
      </HStack>
    </Stack>
  );
}

function Intro({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="1">
      <Heading as="h2" fontSize="lg">
        {title}
      </Heading>
      <Text color="fg.muted">{text}</Text>
    </Stack>
  );
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert.Root status="error" role="alert" borderRadius="l3">
      <Alert.Indicator />
      <Alert.Title>{text}</Alert.Title>
    </Alert.Root>
  );
}
