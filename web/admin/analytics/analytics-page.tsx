import { Box, chakra, Grid, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarRange, ChartColumn, Sparkles } from 'lucide-react';
import type { Analytics } from '#shared/api/admin.ts';
import { numberOf, timeOf } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { largeText } from '#web/ui/screens.ts';
import { AdminPage } from '../admin-page.tsx';
import { analyticsQuery } from '../analytics-query.ts';
import { DayChart } from '../day-chart.tsx';
import { HealthTiles } from '../health-tiles.tsx';
import { Panel } from '../panel.tsx';
import { RedoReasons } from '../redo-reasons.tsx';
import { StatCard, StatGrid } from '../stat-card.tsx';
import { words as frame } from '../words.ts';
import { words } from './words.ts';

/** `/admin/analytics`: generations, the most active user, popular templates, and system health. */
export function AnalyticsPage() {
  const analytics = useQuery(analyticsQuery);
  const { data } = analytics;
  return (
    <AdminPage title={words.title}>
      {analytics.isError && !data ? (
        <LoadFailed title={frame.failed} query={analytics} />
      ) : (
        <Stack gap="4">
          <StatGrid columns={4}>
            <StatCard
              label={words.total}
              Icon={Sparkles}
              value={data && numberOf(data.totalGenerations)}
              note={words.totalNote}
            />
            <StatCard label={words.today} Icon={CalendarDays} value={data && numberOf(data.today)} />
            <StatCard
              label={words.week}
              Icon={CalendarRange}
              value={data && numberOf(data.thisWeek)}
              note={words.weekNote}
            />
            <StatCard
              label={words.average}
              Icon={ChartColumn}
              value={data && numberOf(data.dailyAverage)}
              note={words.averageNote}
            />
          </StatGrid>
          <Grid templateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }} gap="3">
            <DayChart
              title={words.generations}
              unit={words.generations}
              days={data?.days.map(({ day, generations }) => ({ day, value: generations }))}
            />
            <DayChart
              title={words.failures}
              unit={words.failures}
              days={data?.days.map(({ day, failures }) => ({ day, value: failures }))}
              tone="muted"
            />
          </Grid>
          <Grid templateColumns={{ base: '1fr', xl: 'repeat(2, minmax(0, 1fr))' }} gap="3" alignItems="start">
            <Stack gap="3">
              <Templates analytics={data} />
              <TopUser analytics={data} />
              <RedoReasons />
            </Stack>
            <Recent analytics={data} />
          </Grid>
          <Panel title={words.health}>
            <HealthTiles />
          </Panel>
        </Stack>
      )}
    </AdminPage>
  );
}

interface PartProps {
  readonly analytics: Analytics | undefined;
}

function Templates({ analytics }: PartProps) {
  const templates = analytics?.popularTemplates;
  const most = Math.max(1, ...(templates?.map(({ count }) => count) ?? []));
  return (
    <Panel title={words.templates}>
      {!templates ? (
        <Skeleton h="32" />
      ) : templates.length === 0 ? (
        <Text color="fg.muted">{words.noTemplates}</Text>
      ) : (
        <Stack as="ol" listStyleType="none" gap="3">
          {templates.map(({ name, count }) => (
            <Stack as="li" key={name} gap="1.5">
              <HStack justify="space-between" gap="4">
                <Text lineClamp={1}>{name}</Text>
                <Text fontWeight="600" fontVariantNumeric="tabular-nums">
                  {numberOf(count)}
                </Text>
              </HStack>
              <Box
                h="1.5"
                borderRadius="pill"
                bg="bg.emphasized"
                _highContrast={{ borderWidth: '1px' }}
                aria-hidden
              >
                <Box
                  h="full"
                  borderRadius="pill"
                  bg="chart.brand"
                  _highContrast={{ bg: 'Highlight' }}
                  style={{ width: `${(count / most) * 100}%` }}
                />
              </Box>
            </Stack>
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function TopUser({ analytics }: PartProps) {
  return (
    <Panel title={words.topUser}>
      {!analytics ? (
        <Skeleton h="6" />
      ) : analytics.topUser ? (
        <HStack justify="space-between" gap="4">
          <Text fontWeight="600" overflowWrap="anywhere">
            {analytics.topUser.email ?? frame.unknown}
          </Text>
          <Text color="fg.muted" fontVariantNumeric="tabular-nums" flexShrink="0">
            {words.count(analytics.topUser.count)}
          </Text>
        </HStack>
      ) : (
        <Text color="fg.muted">{words.noTopUser}</Text>
      )}
    </Panel>
  );
}

function Recent({ analytics }: PartProps) {
  const recent = analytics?.recentActivity;
  return (
    <Panel title={words.recent}>
      {!recent ? (
        <Skeleton h="64" />
      ) : recent.length === 0 ? (
        <Text color="fg.muted">{words.noRecent}</Text>
      ) : (
        <Stack as="ol" listStyleType="none" gap="0">
          {recent.map(({ id, email, templateName, thumbnailUrl, createdAt }) => (
            <HStack
              as="li"
              key={id}
              columnGap="3"
              rowGap="0"
              wrap={{ base: 'wrap', md: 'nowrap' }}
              py="2"
              borderTopWidth="1px"
              borderColor="border.muted"
              _first={{ borderTopWidth: '0', pt: '0' }}
            >
              <chakra.img
                src={thumbnailUrl}
                alt=""
                loading="lazy"
                boxSize="10"
                objectFit="cover"
                borderRadius="l1"
                bg="bg.muted"
                flexShrink="0"
              />
              <Stack gap="0" minW="0" flex={{ base: '1 0 70%', md: '1' }}>
                <Text fontWeight="500" truncate title={email ?? undefined}>
                  {email ?? frame.unknown}
                </Text>
                <Text fontSize="xs" color="fg.muted" lineClamp={1}>
                  {words.generated} · {templateName}
                </Text>
              </Stack>
              <Text
                fontSize="xs"
                color="fg.muted"
                flexShrink="0"
                ps={{ base: '3.25rem', md: '0' }}
                css={{ [largeText]: { flexShrink: '1', paddingInlineStart: '0' } }}
              >
                {timeOf(createdAt)}
              </Text>
            </HStack>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
