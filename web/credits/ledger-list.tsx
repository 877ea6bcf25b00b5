import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import {
  CalendarCheck,
  Gift,
  ImageIcon,
  Pencil,
  Plus,
  Receipt,
  RotateCcw,
  ShieldAlert,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LedgerEntry } from '#shared/api/account.ts';
import { call } from '#web/lib/api.ts';
import { type Checkout, ledgerKey } from '#web/lib/billing.ts';
import { dateOf } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { largeText, narrowRows } from '#web/ui/screens.ts';
import { changeOf, describeEntry, signed } from './describe-entry.ts';
import { groupEntries } from './group-entries.ts';
import { SectionTitle } from './section-title.tsx';
import { words } from './words.ts';

const ledgerQuery = infiniteQueryOptions({
  queryKey: ledgerKey,
  queryFn: ({ pageParam, signal }) =>
    call('listLedger', { query: pageParam === '' ? {} : { cursor: pageParam } }, signal),
  initialPageParam: '',
  getNextPageParam: (page) => page.cursor,
  staleTime: 0,
});

interface LedgerListProps {
  readonly checkout: Checkout;
  /** Whether maintenance prevents opening the payment provider's pages. */
  readonly isClosed: boolean;
}

/** The ledger, newest entry first. */
export function LedgerList({ checkout, isClosed }: LedgerListProps) {
  const ledger = useInfiniteQuery(ledgerQuery);
  const entries = ledger.data?.pages.flatMap((page) => page.items) ?? [];
  // Also shown without a plan, because former subscribers find their invoices there.
  const hasPaid = entries.some(({ kind }) => kind === 'plan' || kind === 'topup');
  return (
    <Box as="section" mt="12" aria-label={words.history}>
      <SectionTitle
        title={words.history}
        control={
          hasPaid && (
            <Button
              variant="ghost"
              disabled={isClosed || checkout.opening !== undefined}
              onClick={checkout.manage}
            >
              <Receipt size={17} aria-hidden />
              {words.invoices}
            </Button>
          )
        }
      />
      {ledger.isPending ? (
        <Stack gap="4" py="3">
          <Skeleton h="11" />
          <Skeleton h="11" />
          <Skeleton h="11" />
        </Stack>
      ) : ledger.isError && entries.length === 0 ? (
        <LoadFailed query={ledger} title={words.historyFailed} />
      ) : entries.length === 0 ? (
        <EmptyState title={words.empty} text={words.emptyText} />
      ) : (
        <Stack as="ul" gap="0" listStyleType="none">
          {groupEntries(entries).map((group) => (
            <Entries key={group[0].id} group={group} />
          ))}
        </Stack>
      )}
      <MoreButton query={ledger} />
    </Box>
  );
}

const icons = {
  free: Gift,
  spend: ImageIcon,
  refund: Undo2,
  plan: CalendarCheck,
  topup: Plus,
  'stripe-refund': Receipt,
  dispute: ShieldAlert,
  adjust: Pencil,
  redo: RotateCcw,
} satisfies Record<LedgerEntry['kind'], typeof Gift>;

/** One entry, or the pictures of a day as one line that expands. */
function Entries({ group }: { group: readonly [LedgerEntry, ...LedgerEntry[]] }) {
  const [isOpen, setOpen] = useState(false);
  const [newest] = group;
  if (group.length === 1) return <Entry entry={newest} />;
  return (
    <>
      <Line
        Icon={ImageIcon}
        title={words.pictures(group.length)}
        detail={dateOf(newest.createdAt)}
        change={group.reduce((sum, entry) => sum + changeOf(entry), 0)}
        left={newest.availableAfter}
      >
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hideEach : words.showEach}
        </Button>
      </Line>
      {isOpen && group.map((entry) => <Entry key={entry.id} entry={entry} />)}
    </>
  );
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const { title, detail } = describeEntry(entry);
  return (
    <Line
      Icon={icons[entry.kind]}
      title={title}
      detail={[detail, dateOf(entry.createdAt)].filter(Boolean).join(' · ')}
      change={changeOf(entry)}
      left={entry.availableAfter}
    />
  );
}

interface LineProps {
  readonly Icon: typeof Gift;
  readonly title: string;
  readonly detail: string;
  readonly change: number;
  /** Credits available afterwards. */
  readonly left: number;
  readonly children?: ReactNode;
}

function Line({ Icon, title, detail, change, left, children }: LineProps) {
  return (
    <HStack
      as="li"
      py="3.5"
      borderTopWidth="1px"
      borderColor="border.muted"
      gap="4"
      css={{
        [narrowRows]: {
          flexWrap: 'wrap',
          // In a line of its own, under the title.
          '& > button': { order: '1', flexBasis: '100%', justifyContent: 'start', ps: '14', mt: '-2' },
        },
        [largeText]: { flexWrap: 'wrap', '& > :nth-child(2)': { flexBasis: '6rem' } },
      }}
    >
      <Box
        boxSize="10"
        flexShrink="0"
        borderRadius="pill"
        display="grid"
        placeItems="center"
        bg={change > 0 ? 'basil.subtle' : 'bg.muted'}
        color={change > 0 ? 'fg.success' : 'fg.muted'}
      >
        <Icon size={18} aria-hidden />
      </Box>
      <Stack gap="0" flex="1" minW="0">
        <Text fontWeight="600" lineClamp={1} dir="auto">
          {title}
        </Text>
        <Text fontSize="xs" color="fg.muted" css={tabular}>
          {detail}
        </Text>
      </Stack>
      {children}
      <Stack gap="0" align="end" flexShrink="0" css={tabular}>
        <Text fontWeight="600" color={change > 0 ? 'fg.success' : 'fg'}>
          {signed(change)}
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {words.left(left)}
        </Text>
      </Stack>
    </HStack>
  );
}

const tabular = { fontVariantNumeric: 'tabular-nums' } as const;
