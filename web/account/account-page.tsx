import { Box, Button, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { meQuery } from '#web/lib/account.ts';
import { keepAccountEmail } from '#web/lib/account-email.ts';
import { call } from '#web/lib/api.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useExportTask } from '#web/lib/use-export-task.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { largeText } from '#web/ui/screens.ts';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Notifications } from './notifications.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { words } from './words.ts';

interface AccountPageProps {
  /** The form of the brand kit, passed in because it belongs to another feature. */
  readonly brandKit: ReactNode;
}

/** `/account`: profile, brand kit, password, data export and deletion. */
export function AccountPage({ brandKit }: AccountPageProps) {
  useDocumentTitle(words.title);
  const me = useQuery(meQuery);
  const email = me.data?.email;
  useEffect(() => {
    if (email !== undefined) keepAccountEmail(email);
  }, [email]);
  const byPassword = useQuery({
    queryKey: ['signed-in-by-password'],
    queryFn: async () => (await import('#web/lib/cognito.ts')).isSignedInByPassword(),
  });
  return (
    <Box maxW="44rem" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '5', md: '8' }} pb="16">
      <Heading as="h1" fontSize="xl" mb="6">
        {words.title}
      </Heading>
      {me.data ? (
        <Stack gap="4">
          <Section title={words.profile}>
            <ProfileForm me={me.data} />
          </Section>
          <Section title={words.brandKit} text={words.brandKitText}>
            {brandKit}
          </Section>
          {byPassword.isPending && <Skeleton h="20rem" />}
          {byPassword.isError && (
            <Section title={words.password}>
              <LoadFailed query={byPassword} title={words.passwordFailed} inPanel />
            </Section>
          )}
          {byPassword.data && (
            <>
              <Section title={words.password}>
                <PasswordForm email={me.data.email} />
              </Section>
              <Section title={words.secondFactor} text={words.secondFactorText}>
                <AuthenticatorApp email={me.data.email} />
              </Section>
            </>
          )}
          <Section title={words.notifications} text={words.notificationsText}>
            <Notifications />
          </Section>
          <Section title={words.data} text={words.dataText}>
            <ExportButton />
          </Section>
          <Section title={words.remove} text={me.data.role ? words.staff : words.removeText}>
            {!me.data.role && <DeleteAccount email={me.data.email} />}
          </Section>
        </Stack>
      ) : me.isError ? (
        <LoadFailed query={me} title={words.failed} />
      ) : (
        <Stack gap="4">
          <Skeleton h="20rem" />
          <Skeleton h="20rem" />
        </Stack>
      )}
    </Box>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Stack
      as="section"
      aria-label={title}
      gap="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p={{ base: '5', md: '6' }}
      // So that the longest word of a heading fits.
      css={{ [largeText]: { paddingInline: '3' } }}
    >
      <Stack gap="1">
        <Heading as="h2" fontSize="lg">
          {title}
        </Heading>
        {text && <Text color="fg.muted">{text}</Text>}
      </Stack>
      {children}
    </Stack>
  );
}

function ExportButton() {
  const exporting = useExportTask({
    start: (signal) => call('exportMe', {}, signal),
    read: (taskId, signal) => call('getMyTask', { params: { taskId } }, signal),
    failed: words.exportFailed,
  });
  return (
    <Button
      variant="outline"
      alignSelf="start"
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      <Download size={17} aria-hidden />
      {words.export}
    </Button>
  );
}
