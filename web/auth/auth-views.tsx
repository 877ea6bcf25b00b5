import { Alert, Button, Heading, HStack, Link, Stack, Tabs, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { supportEmail } from '#web/lib/support-email.ts';
import { Form, TextField } from '#web/ui/form.tsx';
import type { AuthValues } from './auth-schemas.ts';
import { PasswordField } from './password-field.tsx';
import { words } from './words.ts';

export type AuthTab = 'signUp' | 'signIn';

export interface AuthViewProps {
  readonly form: UseFormReturn<AuthValues>;
  readonly isSending: boolean;
  /** The error message of the identity provider. */
  readonly problem: string | undefined;
  readonly onSubmit: (values: AuthValues) => void;
}

interface SignInOrUpProps extends AuthViewProps {
  readonly tab: AuthTab;
  readonly onTab: (tab: AuthTab) => void;
  readonly onForgot: () => void;
}

/** The two tabs of the sign-in page. */
export function SignInOrUp({ tab, onTab, onForgot, ...view }: SignInOrUpProps) {
  const { control } = view.form;
  return (
    <Tabs.Root
      value={tab}
      onValueChange={({ value }) => onTab(value as AuthTab)}
      lazyMount
      unmountOnExit
      variant="enclosed"
      fitted
    >
      <Tabs.List borderRadius="pill" bg="bg.muted" p="1" w="full">
        {(['signUp', 'signIn'] as const).map((name) => (
          <Tabs.Trigger key={name} value={name} borderRadius="pill" minH="11" fontWeight="600">
            {words[name]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="signUp" pt="5">
        <View {...view} submit={words.signUp}>
          <EmailField {...view} />
          <PasswordField control={control} label={words.password} isNew />
          <TextField
            control={control}
            name="fullName"
            label={words.fullName}
            autoComplete="name"
            maxLength={200}
          />
          <TextField
            control={control}
            name="company"
            label={words.company}
            isOptional
            autoComplete="organization"
            maxLength={200}
          />
        </View>
      </Tabs.Content>
      <Tabs.Content value="signIn" pt="5">
        <View
          {...view}
          submit={words.signIn}
          foot={
            <Button variant="ghost" onClick={onForgot}>
              {words.forgot}
            </Button>
          }
        >
          <EmailField {...view} />
          <PasswordField control={control} label={words.password} />
        </View>
      </Tabs.Content>
    </Tabs.Root>
  );
}

interface CodeViewProps extends AuthViewProps {
  readonly email: string;
  readonly onResend: () => void;
  readonly onBack: () => void;
}

/** Asks for the code that confirms a sign-up. */
export function ConfirmSignUp({ email, onResend, onBack, ...view }: CodeViewProps) {
  return (
    <View
      {...view}
      title={words.confirmTitle}
      text={words.confirmText(email)}
      submit={words.confirm}
      foot={<ResendOrBack onResend={onResend} onBack={onBack} />}
    >
      <CodeField {...view} />
    </View>
  );
}

/** Asks for the code of the authenticator app. */
export function ConfirmSignIn({ onBack, ...view }: AuthViewProps & { readonly onBack: () => void }) {
  return (
    <View
      {...view}
      title={words.secondFactorTitle}
      text={words.secondFactorText}
      submit={words.signIn}
      foot={
        <>
          <BackButton onBack={onBack} />
          <Text fontSize="sm" color="fg.muted" textAlign="center">
            {words.lostPhone}{' '}
            <Link textDecoration="underline" href={`mailto:${supportEmail()}`}>
              {supportEmail()}
            </Link>
          </Text>
        </>
      }
    >
      <CodeField {...view} label={words.appCode} />
    </View>
  );
}

/** Asks whose password was forgotten. */
export function ForgotPassword({ onBack, ...view }: AuthViewProps & { readonly onBack: () => void }) {
  return (
    <View
      {...view}
      title={words.resetTitle}
      text={words.resetText}
      submit={words.sendCode}
      foot={<BackButton onBack={onBack} />}
    >
      <EmailField {...view} />
    </View>
  );
}

interface ResetPasswordProps extends CodeViewProps {
  /** Whether the user has no password of their own yet. */
  readonly isFirst?: boolean;
}

/** Asks for the code of a reset and the new password. */
export function ResetPassword({ email, isFirst, onResend, onBack, ...view }: ResetPasswordProps) {
  return (
    <View
      {...view}
      title={isFirst ? words.chooseTitle : words.resetTitle}
      text={isFirst ? words.chooseText(email) : words.newPasswordText(email)}
      submit={words.savePassword}
      foot={<ResendOrBack onResend={onResend} onBack={onBack} />}
    >
      <CodeField {...view} />
      <PasswordField control={view.form.control} label={words.newPassword} isNew />
    </View>
  );
}

interface ViewProps extends AuthViewProps {
  readonly title?: string;
  readonly text?: string;
  /** Label of the main button. */
  readonly submit: string;
  /** Buttons under the main one. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

function View({ form, isSending, problem, onSubmit, title, text, submit, foot, children }: ViewProps) {
  return (
    <Form form={form} onSubmit={onSubmit} isSending={isSending}>
      <Stack gap="4">
        {title && (
          <Stack gap="1">
            <Heading as="h2" fontSize="lg">
              {title}
            </Heading>
            <Text color="fg.muted">{text}</Text>
          </Stack>
        )}
        {children}
        {problem && (
          <Alert.Root status="error" role="alert" borderRadius="l3">
            <Alert.Indicator />
            <Alert.Title>{problem}</Alert.Title>
          </Alert.Root>
        )}
        <Button type="submit" size="lg" w="full" loading={isSending} loadingText={submit}>
          {submit}
        </Button>
        {foot}
      </Stack>
    </Form>
  );
}

function EmailField({ form }: Pick<AuthViewProps, 'form'>) {
  return (
    <TextField
      control={form.control}
      name="email"
      label={words.email}
      type="email"
      autoComplete="email"
      maxLength={200}
    />
  );
}

function CodeField({ form, label = words.code }: Pick<AuthViewProps, 'form'> & { readonly label?: string }) {
  return (
    <TextField
      control={form.control}
      name="code"
      label={label}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={200}
    />
  );
}

function ResendOrBack({ onResend, onBack }: Pick<CodeViewProps, 'onResend' | 'onBack'>) {
  return (
    <HStack justify="space-between" wrap="wrap">
      <Button variant="ghost" onClick={onResend}>
        {words.resend}
      </Button>
      <BackButton onBack={onBack} />
    </HStack>
  );
}

function BackButton({ onBack }: Pick<CodeViewProps, 'onBack'>) {
  return (
    <Button variant="ghost" onClick={onBack}>
      {words.back}
    </Button>
  );
}
