import { Alert, Button, Code, HStack, QrCode, Skeleton, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { brand } from '#shared/brand.ts';
import { refusalText } from '#web/lib/auth-refusal.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { notify } from '#web/lib/notify.ts';
import { typedCode } from '#web/lib/typed-code.ts';
import { words as shared } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form, TextField } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { words } from './words.ts';

const codeSchema = z.object({
  code: z.string().check(z.overwrite(typedCode), z.regex(/^\d{6}$/, words.codeMissing)),
});

const status = {
  queryKey: ['authenticator-app'],
  queryFn: async () => (await import('#web/lib/cognito.ts')).hasAuthenticatorApp(),
};

function reasonOf(error: Error): string {
  if (error.name === 'EnableSoftwareTokenMFAException') return words.wrongCode;
  return refusalText(error, 'account') ?? error.message;
}

const failed = (error: Error) => notify.error(words.secondFactorFailed, { description: reasonOf(error) });

/** For after an error: the change may have been made, and only its reply lost. */
function useLookAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: status.queryKey });
}

/** Sets up an authenticator app as a second factor of sign-in, or turns it off. */
export function AuthenticatorApp({ email }: { email: string }) {
  return (
    <Stack ref={keepFocus} role="group" aria-label={words.secondFactor}>
      <Setting email={email} />
    </Stack>
  );
}

function Setting({ email }: { email: string }) {
  const isOn = useQuery(status);
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const lookAgain = useLookAgain();
  const begin = useMutation({
    mutationFn: async () => (await import('#web/lib/cognito.ts')).beginAuthenticatorApp(brand.name, email),
    onError: failed,
  });
  const turnOff = useMutation({
    mutationFn: async () => (await import('#web/lib/cognito.ts')).removeAuthenticatorApp(),
    onSuccess: () => {
      queries.setQueryData(status.queryKey, false);
      notify.success(words.turnedOff);
    },
    onError: (error) => {
      failed(error);
      return lookAgain();
    },
  });

  if (isOn.isError) return <LoadFailed query={isOn} title={words.failed} inPanel />;
  if (isOn.isPending) return <Skeleton h="11" w="8rem" />;
  if (isOn.data)
    return (
      <HStack justify="space-between" wrap="wrap">
        <Text>{words.secondFactorOn}</Text>
        <Button variant="outline" loading={turnOff.isPending} onClick={() => setAsking(true)}>
          {words.turnOff}
        </Button>
        <ConfirmDialog
          open={isAsking}
          title={words.turnOffTitle}
          text={words.turnOffText}
          confirm={words.turnOff}
          onConfirm={() => {
            // A key of this visit was for the app that is turned off.
            begin.reset();
            turnOff.mutate();
          }}
          onClose={() => setAsking(false)}
        />
      </HStack>
    );
  if (begin.data)
    return <SetUp appKey={begin.data.key} address={begin.data.address} onCancel={begin.reset} />;
  return (
    <Button variant="outline" alignSelf="start" loading={begin.isPending} onClick={() => begin.mutate()}>
      {words.setUp}
    </Button>
  );
}

interface SetUpProps {
  readonly appKey: string;
  readonly address: string;
  readonly onCancel: () => void;
}

function SetUp({ appKey, address, onCancel }: SetUpProps) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  const turnOn = useMutation({
    mutationFn: async ({ code }: z.output<typeof codeSchema>) =>
      (await import('#web/lib/cognito.ts')).addAuthenticatorApp(code),
    onSuccess: () => notify.success(words.turnedOn, { description: words.turnedOnText }),
    onError: useLookAgain(),
  });
  return (
    <Form form={form} onSubmit={turnOn.mutate} isSending={turnOn.isPending}>
      <Stack gap="4" align="start">
        <Text>{words.scan}</Text>
        <QrCode.Root value={address} size="lg" bg="white" p="3" borderRadius="l3">
          <QrCode.Frame role="img" aria-label={words.scanLabel} color="black">
            <QrCode.Pattern />
          </QrCode.Frame>
        </QrCode.Root>
        <Code maxW="full" h="auto" py="2" size="lg" colorPalette="gray">
          {appKey.match(/.{1,4}/g)?.join(' ')}
        </Code>
        <TextField
          control={form.control}
          name="code"
          label={words.appCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
        />
        {/* No toast: it would cover the key, or on a phone the field. */}
        {turnOn.isError && (
          <Alert.Root status="error" role="alert" borderRadius="l3">
            <Alert.Indicator />
            <Alert.Title>{reasonOf(turnOn.error)}</Alert.Title>
          </Alert.Root>
        )}
        <HStack wrap="wrap">
          <Button type="submit" loading={turnOn.isPending}>
            {words.turnOn}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            {shared.cancel}
          </Button>
        </HStack>
      </Stack>
    </Form>
  );
}
