import { Grid } from '@chakra-ui/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Activity, Images, Sparkles, Users } from 'lucide-react';
import type { AdminOverview } from '#shared/api/admin.ts';
import { call } from '#web/lib/api.ts';
import { numberOf } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { AdminPage } from '../admin-page.tsx';
import { DayChart } from '../day-chart.tsx';
import { StatCard, StatGrid } from '../stat-card.tsx';
import { words as frame } from '../words.ts';
import { words } from './words.ts';

const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call('getAdminOverview', {}, signal),
  refetchInterval: 60_000,
});

/** `/admin`: key figures of the product. */
export function OverviewPage() {
  const overview = useQuery(overviewQuery);
  const { data } = overview;
  const daysOf = (read: (day: AdminOverview['days'][number]) => number) =>
    data?.days.map((day) => ({ day: day.day, value: read(day) }));
  return (
    <AdminPage title={words.title}>
      {overview.isError && !data ? (
        <LoadFailed title={frame.failed} query={overview} />
      ) : (
        <>
          <StatGrid columns={4}>
            <StatCard
              label={words.users}
              Icon={Users}
              value={data && numberOf(data.users)}
              note={data && data.staff > 0 ? words.staff(data.staff) : undefined}
            />
            <StatCard
              label={words.images}
              Icon={Images}
              value={data && numberOf(data.images)}
              note={words.imagesNote}
            />
            <StatCard
              label={words.active}
              Icon={Activity}
              value={data && numberOf(data.activeThisWeek)}
              note={words.activeNote}
            />
            <StatCard
              label={words.generations}
              Icon={Sparkles}
              value={data && numberOf(data.generations)}
              note={data && words.today(data.generationsToday)}
            />
          </StatGrid>
          <Grid mt="4" gap="3" templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
            <DayChart
              title={words.signUps}
              unit={words.signUpsUnit}
              days={daysOf(({ signUps }) => signUps)}
              tone="basil"
            />
            <DayChart
              title={words.generationsChart}
              unit={words.generationsUnit}
              days={daysOf(({ generations }) => generations)}
            />
            <DayChart
              title={words.paidCredits}
              unit={words.paidCreditsUnit}
              days={daysOf(({ paidCredits }) => paidCredits)}
              tone="saffron"
            />
            <DayChart
              title={words.failures}
              unit={words.failuresUnit}
              days={daysOf(({ failures }) => failures)}
              tone="muted"
            />
          </Grid>
        </>
      )}
    </AdminPage>
  );
}
