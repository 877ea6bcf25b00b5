import { Box, Grid, Heading, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/api/account.ts';
import { meQuery } from '#web/lib/account.ts';
import { useCheckout, useSubscription } from '#web/lib/billing.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useMaintenance } from '#web/lib/use-maintenance.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { LedgerList } from './ledger-list.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PastDue, PlanPanel } from './plan-panel.tsx';
import { TopUps } from './top-ups.tsx';
import { useCheckoutReturn } from './use-checkout-return.ts';
import { useWantedPlan } from './use-wanted-plan.ts';
import { words } from './words.ts';

/** Polling interval in milliseconds after a payment until the plan appears. */
const expectEvery = 2_000;

/** `/credits`: balances, the plan, plans and packs to buy, and the ledger. */
export function CreditsPage() {
  useDocumentTitle(words.documentTitle);
  const me = useQuery(meQuery);
  const { isExpecting } = useCheckoutReturn();
  const subscription = useSubscription(isExpecting && expectEvery);
  return (
    <Box maxW="64rem" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '5', md: '8' }} pb="16">
      <Heading as="h1" fontSize="xl" mb="6">
        {words.title}
      </Heading>
      {me.data ? (
        <Billing me={me.data} isExpecting={isExpecting} subscription={subscription} />
      ) : me.isError ? (
        <LoadFailed query={me} title={words.failed} />
      ) : (
        <Loading />
      )}
    </Box>
  );
}

interface BillingProps {
  readonly me: Me;
  readonly isExpecting: boolean;
  readonly subscription: ReturnType<typeof useSubscription>;
}

function Billing({ me, isExpecting, subscription }: BillingProps) {
  const checkout = useCheckout();
  const maintenance = useMaintenance();
  const isClosed = maintenance === 'all';
  const { status } = subscription;
  useWantedPlan(me, checkout, maintenance !== undefined && !isClosed);
  return (
    <>
      {status?.pastDue && (
        <PastDue checkout={checkout} isClosed={isClosed} isEnding={status.cancelAtPeriodEnd} />
      )}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr' }} gap="4">
        <BalancePanel me={me} />
        <PlanPanel
          me={me}
          isExpecting={isExpecting}
          checkout={checkout}
          isClosed={isClosed}
          {...subscription}
        />
      </Grid>
      {isClosed ? (
        <Box role="status" mt="12" bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card">
          <EmptyState title={words.closed} text={words.closedText} />
        </Box>
      ) : (
        <>
          {me.subscription.subscribed && <TopUps checkout={checkout} />}
          <PlanCards current={me.subscription.planName} status={status} checkout={checkout} />
        </>
      )}
      <LedgerList checkout={checkout} isClosed={isClosed} />
    </>
  );
}

/** Skeleton of the page while the user's credits load. */
function Loading() {
  return (
    <>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr' }} gap="4">
        <Skeleton h="17rem" />
        <Skeleton h={{ base: '9rem', md: '17rem' }} />
      </Grid>
      <Skeleton h="24rem" mt="12" />
    </>
  );
}
