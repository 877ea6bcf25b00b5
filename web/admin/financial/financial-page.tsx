import { chakra, Grid, Progress, Skeleton, Stack, Text } from '@chakra-ui/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Calculator, Coins, Gift, Receipt, TrendingUp, Users } from 'lucide-react';
import type { Finance } from '#shared/api/admin.ts';
import { call } from '#web/lib/api.ts';
import { numberOf } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { largeText } from '#web/ui/screens.ts';
import { AdminPage } from '../admin-page.tsx';
import { DayChart } from '../day-chart.tsx';
import { Panel, Row } from '../panel.tsx';
import { StatCard, StatGrid } from '../stat-card.tsx';
import { words as frame } from '../words.ts';
import { words } from './words.ts';

const financeQuery = queryOptions({
  queryKey: ['admin', 'finance'],
  queryFn: ({ signal }) => call('getFinance', {}, signal),
  refetchInterval: 60_000,
});

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});

/** `/admin/financial`: free and paid credits, and the cost of the pictures. */
export function FinancialPage() {
  const finance = useQuery(financeQuery);
  const { data } = finance;
  const staff = data && data.staff > 0 ? words.staff(data.staff) : undefined;
  return (
    <AdminPage title={words.title}>
      {finance.isError && !data ? (
        <LoadFailed title={frame.failed} query={finance} />
      ) : (
        <Stack gap="4">
          <StatGrid columns={3}>
            <StatCard
              label={words.freeDistributed}
              Icon={Gift}
              value={data && numberOf(data.totalFreeCreditsDistributed)}
              note={staff}
            />
            <StatCard
              label={words.freeUsed}
              Icon={TrendingUp}
              value={data && numberOf(data.totalFreeCreditsUsed)}
              note={data && words.utilization(data.creditUtilizationRate)}
            />
            <StatCard
              label={words.paid}
              Icon={Coins}
              value={data && numberOf(data.totalPaidCredits)}
              note={words.paidNote}
            />
            <StatCard
              label={words.average}
              Icon={Users}
              value={data?.averageCreditsPerUser.toFixed(1)}
              note={staff}
            />
            <StatCard
              label={words.cost}
              Icon={Receipt}
              value={data && dollars.format(data.totalAICost)}
              note={data && generationsOf(data)}
            />
            <StatCard
              label={words.costEach}
              Icon={Calculator}
              value={data && dollars.format(data.avgCostPerGeneration)}
              note={
                data !== undefined && data.promptTestCost > 0
                  ? words.testsApart(dollars.format(data.promptTestCost))
                  : words.eachNote
              }
            />
          </StatGrid>
          <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="3">
            <Distribution finance={data} />
            <Policy finance={data} />
          </Grid>
          <Usage finance={data} />
        </Stack>
      )}
    </AdminPage>
  );
}

function generationsOf({ totalAIGenerations, estimatedGenerations }: Finance): string {
  const all = words.generations(totalAIGenerations);
  return estimatedGenerations === 0 ? all : `${all}, ${words.estimated(numberOf(estimatedGenerations))}`;
}

function Distribution({ finance }: { finance: Finance | undefined }) {
  return (
    <Panel title={words.distribution}>
      {finance ? (
        <Stack gap="5">
          <Progress.Root value={Math.min(100, finance.creditUtilizationRate)} colorPalette="basil">
            <Progress.Label
              display="flex"
              justifyContent="space-between"
              gap="4"
              mb="2"
              fontWeight="500"
              css={{ [largeText]: { flexWrap: 'wrap' } }}
            >
              <span>{words.freeBar}</span>
              <Text as="span" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                {words.usedOf(
                  numberOf(finance.totalFreeCreditsUsed),
                  numberOf(finance.totalFreeCreditsDistributed),
                )}
              </Text>
            </Progress.Label>
            <Progress.Track borderRadius="pill" bg="bg.emphasized" shadow="none">
              <Progress.Range borderRadius="pill" bg="chart.basil" />
            </Progress.Track>
          </Progress.Root>
          <chakra.dl>
            <Row name={words.paid}>{numberOf(finance.totalPaidCredits)}</Row>
          </chakra.dl>
        </Stack>
      ) : (
        <Skeleton h="20" />
      )}
    </Panel>
  );
}

function Policy({ finance }: { finance: Finance | undefined }) {
  return (
    <Panel title={words.policy}>
      {finance ? (
        <chakra.dl>
          <Row name={words.limit}>{words.limitValue(finance.freeCreditLimit)}</Row>
          <Row name={words.conversion}>{finance.conversionRate}%</Row>
          <Row name={words.lifetime}>{words.lifetimeValue(finance.averageCreditsPerUser.toFixed(1))}</Row>
        </chakra.dl>
      ) : (
        <Skeleton h="24" />
      )}
    </Panel>
  );
}

function Usage({ finance }: { finance: Finance | undefined }) {
  const daysOf = (read: (day: Finance['days'][number]) => number) =>
    finance?.days.map((day) => ({ day: day.day, value: read(day) }));
  const sum = (read: (day: Finance['days'][number]) => number) =>
    finance?.days.reduce((total, day) => total + read(day), 0) ?? 0;
  return (
    <Panel
      title={words.usage}
      text={
        finance
          ? `${words.usageText} · ${words.calls({
              all: sum(({ calls }) => calls),
              failed: sum(({ failedCalls }) => failedCalls),
              tests: sum(({ testCalls }) => testCalls),
            })}`
          : words.usageText
      }
    >
      <Grid templateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }} gap={{ base: '6', md: '8' }}>
        <DayChart
          plain
          title={words.costByDay}
          unit={words.costUnit}
          days={daysOf(({ cost }) => cost)}
          format={(value) => dollars.format(value)}
        />
        <DayChart
          plain
          title={words.freeByDay}
          unit={words.credits}
          days={daysOf(({ freeCreditsUsed }) => freeCreditsUsed)}
          tone="basil"
        />
        <DayChart
          plain
          title={words.paidByDay}
          unit={words.credits}
          days={daysOf(({ paidCredits }) => paidCredits)}
          tone="saffron"
        />
      </Grid>
    </Panel>
  );
}
