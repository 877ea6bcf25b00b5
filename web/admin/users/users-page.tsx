import {
  Badge,
  Box,
  Button,
  HStack,
  Input,
  NativeSelect,
  Skeleton,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, PencilLine, Trash2 } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import type { AdminUser } from '#shared/api/admin.ts';
import { bucketsOf } from '#shared/domain/credits.ts';
import { planLabel } from '#shared/domain/plans.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { dateOf, numberOf } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { largeText } from '#web/ui/screens.ts';
import { AdminPage } from '../admin-page.tsx';
import { useExport } from '../use-export.ts';
import { words as frame } from '../words.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { type Sort, useDeleteUser, usersQuery } from './users-query.ts';
import { words } from './words.ts';

const orders: readonly { value: Sort; label: string }[] = [
  { value: 'newest', label: words.newest },
  { value: 'oldest', label: words.oldest },
  { value: 'email', label: words.byEmail },
];

/** Pause in typing before a search is sent, in milliseconds. */
const typingPause = 250;

/** `/admin/users`: users and their credits. */
export function UsersPage() {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(usePaused(typed.trim()));
  const [sort, setSort] = useState<Sort>('newest');
  const users = useInfiniteQuery(usersQuery(search, sort));
  const items = users.data?.pages.flatMap((page) => page.items);
  const exporting = useExport('users');
  const isNameless = items?.some(({ email }) => email === null) ?? false;
  useEffect(() => {
    if (isNameless) notify.error(words.emailsFailed);
  }, [isNameless]);

  return (
    <AdminPage
      title={words.title}
      actions={
        <Button variant="outline" loading={exporting.isPending} onClick={() => exporting.mutate()}>
          <Download size={17} aria-hidden />
          {frame.exportCsv}
        </Button>
      }
    >
      <HStack gap="3" mb="4" wrap="wrap">
        <Input
          type="search"
          aria-label={words.search}
          placeholder={words.searchHint}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={254}
          flex="1"
          minW="min(14rem, 100%)"
          maxW="26rem"
          autoComplete="off"
        />
        <NativeSelect.Root w="12rem" disabled={search !== ''}>
          <NativeSelect.Field
            aria-label={words.sort}
            value={search === '' ? sort : 'email'}
            onChange={(event) => setSort(event.target.value as Sort)}
          >
            {orders.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </HStack>
      {users.isError && !items ? (
        <LoadFailed query={users} title={failureOf(users.error)} />
      ) : items?.length === 0 ? (
        <EmptyState
          title={search === '' ? words.noUsers : words.noMatch}
          text={search === '' ? words.noUsersText : words.noMatchText}
        />
      ) : (
        <UserTable users={items} />
      )}
      <MoreButton query={users} />
    </AdminPage>
  );
}

/** The gateway rejects invalid tokens, and replies itself if the API does not. */
function failureOf(error: unknown): string {
  return error instanceof ApiError && error.code === 'busy' ? words.authUnavailable : words.fetchFailed;
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

/** Shows a skeleton while `users` is undefined. */
function UserTable({ users }: { users: readonly AdminUser[] | undefined }) {
  const [adjusted, setAdjusted] = useState<string>();
  const [removed, setRemoved] = useState<AdminUser>();
  const deleting = useDeleteUser();
  // The dialog gets the user from the list, so that it shows the current balance.
  const inDialog = users?.find(({ userId }) => userId === adjusted);
  return (
    <>
      <Table.ScrollArea
        position="relative"
        borderWidth="1px"
        borderColor="border.muted"
        borderRadius="card"
        bg="bg.panel"
      >
        <Table.Root
          size="sm"
          aria-busy={users === undefined}
          css={{
            '& th, & td': { whiteSpace: 'nowrap' },
            '& tbody tr': { bg: 'bg.panel' },
            '& tbody tr:last-of-type > *': { borderBottomWidth: '0' },
            // The widest column shrinks first, so that a tablet shows all columns.
            '& td:first-of-type': { whiteSpace: 'normal', minW: { md: '11.5rem' } },
            // Overrides Chakra's wrapping of paragraphs, which keeps the column from shrinking.
            '& td:first-of-type p': { overflowWrap: 'anywhere' },
            // The actions stay visible if the table is wider than the screen.
            '& tr > :last-child': { position: 'sticky', insetInlineEnd: '0', bg: 'bg.panel' },
            '& thead tr > :last-child': { bg: 'bg.subtle' },
          }}
        >
          <Table.Header>
            <Table.Row bg="bg.subtle">
              <Table.ColumnHeader>{words.user}</Table.ColumnHeader>
              <Table.ColumnHeader hideBelow="xl">{words.created}</Table.ColumnHeader>
              <Table.ColumnHeader hideBelow="md">{words.plan}</Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end" hideBelow="md">
                {words.purchased}
              </Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end" hideBelow="md">
                {words.monthly}
              </Table.ColumnHeader>
              <Table.ColumnHeader textAlign="end" hideBelow="md">
                {words.free}
              </Table.ColumnHeader>
              <Table.ColumnHeader>
                <VisuallyHidden>{words.actions}</VisuallyHidden>
              </Table.ColumnHeader>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {users?.map((user) => (
              <UserRow
                key={user.userId}
                user={user}
                onAdjust={() => setAdjusted(user.userId)}
                onDelete={() => setRemoved(user)}
              />
            )) ??
              Array.from({ length: 6 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key.
                <Table.Row key={index}>
                  <Table.Cell colSpan={7}>
                    <Skeleton h="11" />
                  </Table.Cell>
                </Table.Row>
              ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
      {inDialog?.credits && (
        <AdjustDialog user={inDialog} now={inDialog.credits} onClose={() => setAdjusted(undefined)} />
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={words.remove}
        text={words.removeText(removed?.email ?? words.emailUnavailable)}
        confirm={words.remove}
        onConfirm={() => {
          if (removed) deleting.mutate(removed);
        }}
        onClose={() => setRemoved(undefined)}
      />
    </>
  );
}

interface UserRowProps {
  readonly user: AdminUser;
  readonly onAdjust: () => void;
  readonly onDelete: () => void;
}

function UserRow({ user, onAdjust, onDelete }: UserRowProps) {
  const { email, fullName, companyName, createdAt, planName, tier, role, deleting, credits } = user;
  const buckets = credits && bucketsOf(credits);
  const who = [fullName, companyName].filter(Boolean).join(' · ');
  const named = email ?? words.emailUnavailable;
  const plan = planLabel(planName, tier);
  const isPaid = planName !== 'none' || tier !== 'free';
  return (
    <Table.Row color={deleting ? 'fg.muted' : undefined}>
      <Table.Cell>
        <Stack gap="0" py="0.5">
          <HStack columnGap="2" rowGap="0.5" wrap="wrap">
            <Text fontWeight="600">{named}</Text>
            {role && (
              <Badge size="sm" colorPalette="saffron" borderRadius="pill">
                {role === 'super_admin' ? frame.superAdmin : frame.admin}
              </Badge>
            )}
            {deleting && (
              <Badge size="sm" borderRadius="pill">
                {words.deleting}
              </Badge>
            )}
          </HStack>
          {who && (
            <Text fontSize="xs" color="fg.muted">
              {who}
            </Text>
          )}
          <Text fontSize="xs" color="fg.muted" hideFrom="xl">
            {words.createdOn(dateOf(createdAt))}
          </Text>
          <Text fontSize="xs" hideFrom="md" fontVariantNumeric="tabular-nums">
            {words.account(plan, buckets)}
          </Text>
        </Stack>
      </Table.Cell>
      <Table.Cell hideBelow="xl">{dateOf(createdAt)}</Table.Cell>
      <Table.Cell hideBelow="md" color={isPaid ? undefined : 'fg.muted'}>
        {plan}
      </Table.Cell>
      {(['purchased', 'subscription', 'free'] as const).map((bucket) => (
        <Table.Cell key={bucket} hideBelow="md" textAlign="end" fontVariantNumeric="tabular-nums">
          {buckets ? numberOf(buckets[bucket]) : '–'}
        </Table.Cell>
      ))}
      <Table.Cell py="1">
        <Box
          display="flex"
          justifyContent="end"
          gap="1"
          css={{ [largeText]: { flexDirection: 'column', alignItems: 'end' } }}
        >
          <Button
            variant="ghost"
            size="sm"
            px="0"
            title={words.adjust}
            aria-label={`${words.adjust}: ${named}`}
            disabled={deleting || !credits}
            onClick={onAdjust}
          >
            <PencilLine size={17} aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            px="0"
            title={words.remove}
            aria-label={`${words.remove}: ${named}`}
            disabled={deleting || role !== null}
            onClick={onDelete}
          >
            <Trash2 size={17} aria-hidden />
          </Button>
        </Box>
      </Table.Cell>
    </Table.Row>
  );
}
