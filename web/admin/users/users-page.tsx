import { Button, HStack, Input, NativeSelect, VisuallyHidden } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { ApiError } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useExport } from '../use-export.ts';
import { words as frame } from '../words.ts';
import { UserTable } from './user-table.tsx';
import { type Sort, usersQuery } from './users-query.ts';
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
      <VisuallyHidden role="status">{items && words.found(items.length, !users.hasNextPage)}</VisuallyHidden>
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
