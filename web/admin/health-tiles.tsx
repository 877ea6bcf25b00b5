import { Box, Grid, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { Health, HealthTile } from '#shared/api/admin.ts';
import { call } from '#web/lib/api.ts';
import { largeText } from '#web/ui/screens.ts';
import { words } from './words.ts';

export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: ({ signal }) => call('getHealth', {}, signal),
  refetchInterval: 30_000,
  retry: false,
});

const looks = {
  ok: { Icon: CircleCheck, color: 'fg.success' },
  warning: { Icon: CircleAlert, color: 'fg.warning' },
  down: { Icon: CircleX, color: 'fg.error' },
} as const satisfies Record<HealthTile['state'], object>;

const parts: readonly (keyof Health)[] = [
  'api',
  'database',
  'storage',
  'queue',
  'generations',
  'models',
  'modelAccess',
  'budgets',
];

/** If the API does not answer, it is shown as down and everything behind it as unknown. */
const unreachable: HealthTile = { state: 'down', detail: words.health.noAnswer };

/** The current state of each part of the system. */
export function HealthTiles() {
  const health = useQuery(healthQuery);
  return (
    <Grid
      as="ul"
      listStyleType="none"
      templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' }}
      gap="3"
    >
      {parts.map((part) => (
        <Tile key={part} part={part} tile={health.isError ? unreachable : health.data?.[part]} />
      ))}
    </Grid>
  );
}

function Tile({ part, tile }: { part: keyof Health; tile: HealthTile | undefined }) {
  const { name, states } = words.health[part];
  const look = tile && looks[tile.state];
  return (
    <HStack
      as="li"
      gap="3"
      bg="bg.subtle"
      borderRadius="l2"
      p="4"
      align="start"
      css={{ [largeText]: { padding: '2' } }}
    >
      {look && (
        <Box color={look.color} pt="0.5">
          <look.Icon size={18} aria-hidden />
        </Box>
      )}
      <Stack gap="0" minW="0" flex="1">
        <Text fontSize="xs" color="fg.muted">
          {name}
        </Text>
        {tile ? (
          <>
            <Text fontWeight="600">{states[tile.state]}</Text>
            {tile.detail !== states[tile.state] && (
              <Text fontSize="xs" color="fg.muted">
                {tile.detail}
              </Text>
            )}
          </>
        ) : (
          <Skeleton h="5" w="24" mt="1" />
        )}
      </Stack>
    </HStack>
  );
}
