import { Badge, Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type AdminAccount, adminRoutes } from '#shared/api/admin.ts';
import { roles } from '#shared/domain/roles.ts';
import { useMe } from '#web/lib/account.ts';
import { dateOf } from '#web/lib/format.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { notify } from '#web/lib/notify.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form, SelectField, TextField } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { adminsQuery, useAssignRole, useRemoveRole } from './settings-queries.ts';
import { words } from './words.ts';

/** The people with a role. Super admins add and remove them. */
export function AdminUsers() {
  const admins = useQuery(adminsQuery);
  const me = useMe();
  const isSuper = me?.role === 'super_admin';
  const removing = useRemoveRole();
  const [removed, setRemoved] = useState<AdminAccount>();
  const items = admins.data?.items;
  const supers = items?.filter(({ role }) => role === 'super_admin').length ?? 0;
  const isLast = ({ role }: AdminAccount) => role === 'super_admin' && supers === 1;
  const lastId = useId();
  const isNameless = items?.some(({ email }) => email === null) ?? false;
  useEffect(() => {
    if (isNameless) notify.error(words.emailsFailed);
  }, [isNameless]);

  return (
    <Panel title={words.admins} text={words.adminsText}>
      {isSuper && <AddAdmin />}
      {admins.isError && !items ? (
        <LoadFailed query={admins} title={words.fetchFailed} inPanel />
      ) : !items ? (
        <Skeleton h="24" />
      ) : (
        <Stack as="ul" ref={keepFocus} listStyleType="none" gap="0">
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
                {isSuper && isLast(admin) && (
                  <Text id={lastId} fontSize="xs" color="fg.muted">
                    {words.lastSuper}
                  </Text>
                )}
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
                  disabled={isLast(admin)}
                  {...(isLast(admin) && { 'aria-describedby': lastId })}
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
  const form = useForm({
    resolver: zodResolver(adminRoutes.assignRole.body),
    defaultValues: { email: '', role: 'admin' as AdminAccount['role'] },
  });
  return (
    <Form
      form={form}
      onSubmit={(body) => assign.mutate(body, { onSuccess: ({ role }) => form.reset({ email: '', role }) })}
      isSending={assign.isPending}
    >
      <HStack gap="3" wrap="wrap" align="end">
        <Box flex={{ base: '1 1 16rem', xl: '1 0 100%' }}>
          <TextField
            control={form.control}
            name="email"
            label={words.email}
            type="email"
            maxLength={254}
            autoComplete="off"
          />
        </Box>
        <Box flex="1 1 9.5rem" maxW={{ md: '12rem' }}>
          <SelectField control={form.control} name="role" label={words.role} options={roleOptions} />
        </Box>
        <Button type="submit" mb="0.5" loading={assign.isPending}>
          {words.add}
        </Button>
      </HStack>
    </Form>
  );
}

const roleOptions = roles.map((id) => ({ id, name: words.roleNames[id] }));
