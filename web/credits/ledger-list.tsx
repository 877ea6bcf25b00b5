import { Box, Button, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { LedgerEntry } from '#shared/api/account.ts';
import { call } from '#web/lib/api.ts';
import { dateOf } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { entryNames, words } from './words.ts';

const ledgerQuery = infiniteQueryOptions({
  queryKey: ['ledger'],
  queryFn: ({ pageParam, signal }) =>
    call('listLedger', { query: pageParam === '' ? {} : { cursor: pageParam } }, signal),
  initialPageParam: '',
  getNextPageParam: (page) => page.cursor,
  staleTime: 0,
});

/** Where every credit came from and went, newest first. */
export function LedgerList() {
  const ledger = useInfiniteQuery(ledgerQuery);
  const entries = ledger.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Box as="section" mt="10">
      <Heading as="h2" fontSize="lg" mb="3">
        {words.history}
      </Heading>
      {ledger.isPending ? (
        <Stack gap="3">
          <Skeleton h="14" />
          <Skeleton h="14" />
          <Skeleton h="14" />
        </Stack>
      ) : ledger.isError && entries.length === 0 ? (
        <EmptyState
          title={words.failed}
          text={ledger.error.message}
          action={<Button onClick={() => void ledger.refetch()}>{words.tryAgain}</Button>}
        />
      ) : entries.length === 0 ? (
        <EmptyState title={words.empty} text={words.emptyText} />
      ) : (
        <Stack as="ul" gap="0" listStyleType="none">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </Stack>
      )}
      {ledger.hasNextPage && (
        <Button
          mt="4"
          variant="outline"
          colorPalette="gray"
          loading={ledger.isFetchingNextPage}
          onClick={() => void ledger.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </Box>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const change = entry.free + entry.subscription + entry.purchased;
  return (
    <HStack as="li" py="3.5" borderBottomWidth="1px" borderColor="border.muted" gap="4">
      <Stack gap="0" flex="1" minW="0">
        <Text fontWeight="600" lineClamp={1}>
          {entry.note || entryNames[entry.kind]}
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {entry.note ? `${entryNames[entry.kind]} · ` : ''}
          {dateOf(entry.createdAt)}
        </Text>
      </Stack>
      <Text
        fontWeight="600"
        fontVariantNumeric="tabular-nums"
        color={change > 0 ? 'fg.success' : 'fg'}
        whiteSpace="nowrap"
      >
        {change > 0 ? `+${change}` : change < 0 ? `−${Math.abs(change)}` : '0'}
      </Text>
      <Text
        fontSize="xs"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
        w="5rem"
        textAlign="end"
        whiteSpace="nowrap"
      >
        {words.left(entry.availableAfter)}
      </Text>
    </HStack>
  );
}
