import { Skeleton, Table, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import type { AdminUser } from '#shared/api/admin.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { UserRow } from './user-row.tsx';
import { useDeleteUser } from './users-query.ts';
import { words } from './words.ts';

/** Users with what staff can do to them; a skeleton while `users` is undefined. */
export function UserTable({ users }: { users: readonly AdminUser[] | undefined }) {
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
          ref={keepFocus}
          size="sm"
          aria-label={words.title}
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
