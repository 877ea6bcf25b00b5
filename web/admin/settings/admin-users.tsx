import { Badge, Button, chakra, HStack, Input, NativeSelect, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { AdminAccount } from '#shared/api/admin.ts';
import { useMe } from '#web/lib/account.ts';
import { dateOf } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ReadFailed } from '../admin-page.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { adminsQuery, useAssignRole, useRemoveRole } from './settings-queries.ts';
import { words } from './words.ts';

/** Who may come here; super admins add and remove. */
export function AdminUsers() {
  const admins = useQuery(adminsQuery);
  const me = useMe();
  const isSuper = me?.role === 'super_admin';
  const removing = useRemoveRole();
  const [removed, setRemoved] = useState<AdminAccount>();
  const items = admins.data?.items;
  const isNameless = items?.some(({ email }) => email === null) ?? false;
  useEffect(() => {
    if (isNameless) notify.error(words.emailsFailed);
  }, [isNameless]);

  return (
    <Panel title={words.admins} text={words.adminsText}>
      {isSuper && <AddAdmin />}
      {admins.isError && !items ? (
        <ReadFailed query={admins} title={words.fetchFailed} inPanel />
      ) : !items ? (
        <Skeleton h="24" />
      ) : (
        <Stack as="ul" listStyleType="none" gap="0">
          {items.map((admin) => (
            <HStack
              as="li"
              key={admin.userId}
              gap="3"
              py="2.5"
              minH="14"
              wrap="wrap"
              borderTopWidth="1px"
              borderColor="border.muted"
              _last={{ pb: '0' }}
            >
              <Stack gap="0" flex="1" minW={{ base: 'full', sm: '12rem' }}>
                <Text fontWeight="600" overflowWrap="anywhere">
                  {admin.email ?? frame.unknown}
                  {admin.userId === me?.userId && (
                    <Text as="span" color="fg.muted" fontWeight="400">
                      {` (${words.you})`}
                    </Text>
                  )}
                </Text>
                <Text fontSize="xs" color="fg.muted">
                  {words.since(dateOf(admin.assignedAt))}
                </Text>
              </Stack>
              <Badge
                colorPalette={admin.role === 'super_admin' ? 'saffron' : 'gray'}
                variant={admin.role === 'super_admin' ? 'solid' : 'outline'}
                borderRadius="pill"
                px="2.5"
              >
                {words.roleNames[admin.role]}
              </Badge>
              {isSuper && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={words.removeOf(admin.email ?? frame.unknown)}
                  loading={removing.isPending && removing.variables.userId === admin.userId}
                  onClick={() => setRemoved(admin)}
                >
                  {words.remove}
                </Button>
              )}
            </HStack>
          ))}
        </Stack>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={words.removeTitle}
        text={words.removeText(removed?.email ?? frame.unknown)}
        confirm={words.remove}
        onConfirm={() => {
          if (removed) removing.mutate(removed);
        }}
        onClose={() => setRemoved(undefined)}
      />
    </Panel>
  );
}

function AddAdmin() {
  const assign = useAssignRole();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AdminAccount['role']>('admin');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '') notify.error(words.emailMissing);
    // The next address may be on its way into the field already: it stays.
    else
      assign.mutate(
        { email: email.trim(), role },
        { onSuccess: () => setEmail((now) => (now === email ? '' : now)) },
      );
  };
  return (
    <chakra.form onSubmit={submit} noValidate>
      <HStack gap="3" wrap="wrap">
        <Input
          type="email"
          aria-label={words.email}
          placeholder={words.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          maxLength={254}
          autoComplete="off"
          flex={{ base: '1 1 16rem', xl: '1 0 100%' }}
        />
        <NativeSelect.Root w="auto" flex="1 0 9.5rem" maxW={{ md: '12rem' }}>
          <NativeSelect.Field
            aria-label={words.role}
            value={role}
            onChange={(event) => setRole(event.target.value as AdminAccount['role'])}
          >
            <option value="admin">{words.roleNames.admin}</option>
            <option value="super_admin">{words.roleNames.super_admin}</option>
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
        <Button type="submit" loading={assign.isPending}>
          {words.add}
        </Button>
      </HStack>
    </chakra.form>
  );
}
