import { Box, Button, Grid, Heading, HStack, Progress, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/api/account.ts';
import { entitlementsOf } from '#shared/domain/entitlements.ts';
import { meQuery } from '#web/lib/account.ts';
import { dateOf } from '#web/lib/format.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LedgerList } from './ledger-list.tsx';
import { words } from './words.ts';

/** `/credits`: what there is to spend, where it comes from and where it went. */
export function CreditsPage() {
  useDocumentTitle('Credits');
  const me = useQuery(meQuery);
  return (
    <Box maxW="64rem" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '5', md: '8' }}>
      <Heading as="h1" fontSize="xl" mb="6">
        {words.title}
      </Heading>
      {me.data ? (
        <Balances me={me.data} />
      ) : me.isError ? (
        <EmptyState
          title={words.failed}
          text={me.error.message}
          action={<Button onClick={() => void me.refetch()}>{words.tryAgain}</Button>}
        />
      ) : (
        <Skeleton h="13rem" />
      )}
      <LedgerList />
    </Box>
  );
}

function Balances({ me }: { me: Me }) {
  const { credits, tier, subscription } = me;
  const { creditsPerMonth } = entitlementsOf(tier);
  const free = Math.max(0, credits.freeCreditsLimit - credits.freeCreditsUsed);
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1.4fr' }} gap="4">
      <Box bg="saffron.subtle" borderRadius="card" p="6">
        <Text
          fontFamily="heading"
          fontSize="2xl"
          fontWeight="700"
          lineHeight="1"
          fontVariantNumeric="tabular-nums"
        >
          {credits.available}
        </Text>
        <Text fontSize="md" mt="1">
          {words.available}
        </Text>
        <Text fontSize="xs" color="fg.muted" mt="4">
          {words.price}
        </Text>
      </Box>
      <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card" p="6">
        <HStack justify="space-between" align="baseline" mb="4" wrap="wrap">
          <Heading as="h2" fontSize="md">
            {words.plan[tier]}
          </Heading>
          <Text fontSize="xs" color="fg.muted">
            {subscription.subscriptionEnd !== null
              ? words.until(dateOf(subscription.subscriptionEnd))
              : creditsPerMonth > 0 && subscription.subscribed
                ? words.perMonth(creditsPerMonth)
                : words.freePlan}
          </Text>
        </HStack>
        <Stack gap="4">
          <Pocket name={words.free} amount={free} share={share(free, credits.freeCreditsLimit)} />
          {subscription.subscribed && (
            <Pocket
              name={words.monthly}
              amount={credits.subscriptionCreditsBalance}
              share={share(credits.subscriptionCreditsBalance, creditsPerMonth)}
            />
          )}
          <Pocket name={words.purchased} amount={credits.creditsBalance} />
        </Stack>
      </Box>
    </Grid>
  );
}

/** Percent of an allowance that is left, at most 100 (customer-product.md section 2). */
function share(balance: number, allowance: number): number {
  return allowance === 0 ? 0 : Math.min(100, (balance / allowance) * 100);
}

function Pocket({ name, amount, share: percent }: { name: string; amount: number; share?: number }) {
  return (
    <Stack gap="1.5">
      <HStack justify="space-between">
        <Text>{name}</Text>
        <Text fontWeight="600" fontVariantNumeric="tabular-nums">
          {words.left(amount)}
        </Text>
      </HStack>
      {percent !== undefined && (
        <Progress.Root value={percent} size="sm" aria-label={name} colorPalette="saffron">
          <Progress.Track borderRadius="pill" bg="bg.muted">
            <Progress.Range borderRadius="pill" />
          </Progress.Track>
        </Progress.Root>
      )}
    </Stack>
  );
}
