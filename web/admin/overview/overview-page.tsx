import { queryOptions, useQuery } from '@tanstack/react-query';
import { Images, Sparkles, Users } from 'lucide-react';
import { call } from '#web/lib/api.ts';
import { numberOf } from '#web/lib/format.ts';
import { AdminPage, ReadFailed } from '../admin-page.tsx';
import { StatCard, StatGrid } from '../stat-card.tsx';
import { words } from './words.ts';

const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call('getAdminOverview', {}, signal),
});

/** `/admin`: how the product does, at a glance. */
export function OverviewPage() {
  const totals = useQuery(overviewQuery);
  const { data } = totals;
  return (
    <AdminPage title={words.title}>
      {totals.isError && !data ? (
        <ReadFailed query={totals} />
      ) : (
        <StatGrid>
          <StatCard label={words.users} Icon={Users} value={data && numberOf(data.users)} />
          <StatCard label={words.images} Icon={Images} value={data && numberOf(data.images)} />
          <StatCard label={words.generations} Icon={Sparkles} value={data && numberOf(data.generations)} />
        </StatGrid>
      )}
    </AdminPage>
  );
}
