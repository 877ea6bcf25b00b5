import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PhotoCheck } from '#shared/api/photos.ts';
import type { Platform } from '#shared/domain/platforms.ts';
import { CheckLines } from '#web/generations/check-lines.tsx';
import { words as checkWords, sourceOf } from '#web/generations/check-words.ts';
import { Details } from '#web/ui/details.tsx';
import { words } from './words.ts';

interface RouteResultsProps {
  readonly platform: Platform;
  readonly route: PhotoCheck['routes'][number];
  /** Whether the platform has only one published requirement for this image type. */
  readonly isAlone: boolean;
  readonly isLooking: boolean;
  readonly onRepair: () => void;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** What a platform's requirements for one way in say of a photo, with a repair if there is one. */
export function RouteResults({
  platform,
  route,
  isAlone,
  isLooking,
  onRepair,
  isBusy,
  children,
}: RouteResultsProps) {
  const { results, repairs } = route;
  const fails = results.filter(({ verdict }) => verdict === 'fail');
  const advice = results.filter(({ verdict }) => verdict === 'advice');
  const rest = results.filter(({ verdict }) => verdict !== 'fail' && verdict !== 'advice');
  const source = results.find((result) => result.source !== null)?.source ?? null;
  return (
    <Stack gap="3" pt={isAlone ? '0' : '2'}>
      <Box>
        {!isAlone && (
          <Text fontSize="sm" fontWeight="600">
            {words.routes[route.route]}
          </Text>
        )}
        <Text role="status" fontWeight="600">
          {isLooking ? words.looking : checkWords.outcome(platform.name, results)}
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {source ? sourceOf(source) : checkWords.unverified}
        </Text>
      </Box>
      {fails.length > 0 && <CheckLines results={fails} />}
      {advice.length > 0 && (
        <Box>
          {fails.length > 0 && (
            <Text mb="2.5" fontSize="sm" fontWeight="600">
              {checkWords.advice(advice.length)}
            </Text>
          )}
          <CheckLines results={advice} />
        </Box>
      )}
      {repairs.length > 0 && !isLooking && (
        <Button
          alignSelf="start"
          size="sm"
          minH="11"
          variant="outline"
          loading={isBusy}
          loadingText={words.repairing}
          onClick={onRepair}
        >
          <Wrench size={16} aria-hidden />
          {words.repair(repairs)}
        </Button>
      )}
      {children}
      {rest.length > 0 && (
        <Details summary={checkWords.others(rest)}>
          <CheckLines results={rest} />
        </Details>
      )}
    </Stack>
  );
}
