import { Grid, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Gift, HeartPulse, ShieldCheck } from 'lucide-react';
import type { HealthTile } from '#shared/api/admin.ts';
import { numberOf } from '#web/lib/format.ts';
import { AdminPage } from '../admin-page.tsx';
import { healthQuery } from '../health-tiles.tsx';
import { StatCard, StatGrid } from '../stat-card.tsx';
import { AdminActivity } from './admin-activity.tsx';
import { AdminUsers } from './admin-users.tsx';
import { PlatformRules } from './platform-rules.tsx';
import { RuntimeSettings } from './runtime-settings.tsx';
import { adminsQuery, settingsQuery } from './settings-queries.ts';
import { words } from './words.ts';

/** `/admin/settings`: admins, their activity, and runtime settings. */
export function SettingsPage() {
  return (
    <AdminPage title={words.title}>
      <Stack gap="4">
        <Configuration />
        <Grid templateColumns={{ base: '1fr', xl: '1fr 1fr' }} gap="3" alignItems="start">
          <Stack gap="3" minW="0">
            <AdminUsers />
            <RuntimeSettings />
          </Stack>
          <AdminActivity />
        </Grid>
        <PlatformRules />
      </Stack>
    </AdminPage>
  );
}

/** The System Configuration tiles. */
function Configuration() {
  const settings = useQuery(settingsQuery);
  const admins = useQuery(adminsQuery);
  const health = useQuery(healthQuery);
  const worst = health.data && worstOf(Object.values(health.data));
  const state = health.isError ? 'down' : worst;
  return (
    <Stack as="section" aria-label={words.configuration}>
      <StatGrid columns={3}>
        <StatCard
          label={words.freeCredits}
          Icon={Gift}
          value={figureOf(settings, ({ defaultFreeCredits }) => defaultFreeCredits)}
          note={words.perSignUp}
        />
        <StatCard
          label={words.adminAccounts}
          Icon={ShieldCheck}
          value={figureOf(admins, ({ items }) => items.length)}
        />
        <StatCard label={words.status} Icon={HeartPulse} value={state && words.statuses[state]} />
      </StatGrid>
    </Stack>
  );
}

/** A loaded figure: undefined while loading, a dash after a failure. */
function figureOf<Data>(
  { data, isError }: { data: Data | undefined; isError: boolean },
  read: (data: Data) => number,
): string | undefined {
  if (data !== undefined) return numberOf(read(data));
  return isError ? '–' : undefined;
}

function worstOf(tiles: readonly HealthTile[]): HealthTile['state'] {
  if (tiles.some(({ state }) => state === 'down')) return 'down';
  return tiles.some(({ state }) => state === 'warning') ? 'warning' : 'ok';
}
