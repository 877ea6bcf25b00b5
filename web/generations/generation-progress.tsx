import { Box, HStack, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPatiently } from '#web/lib/load-patiently.ts';
import { serverNow } from '#web/lib/server-time.ts';
import { LostConnection } from './lost-connection.tsx';
import type { RunningGeneration } from './use-generations.ts';
import { words } from './words.ts';

const ReadyOffer = lazy(async () => ({
  default: (await loadPatiently(() => import('./ready-offer.tsx'))).ReadyOffer,
}));

interface GenerationProgressProps {
  /** A title, if no heading shows it. */
  readonly title?: string;
  readonly running: RunningGeneration;
}

/** Text of a heading or button during a generation; `made` is the text while the pictures are being made. */
export function runningText({ generation, isSending }: RunningGeneration, made: string): string {
  if (generation) return made;
  return isSending ? words.sending : words.looking;
}

/** The steps of a running generation, and the time that has passed. */
export function GenerationProgress({ title, running }: GenerationProgressProps) {
  const { generation, isSending, since, isCutOff } = running;
  if (generation === undefined) return <Unknown isSending={isSending} isTitled={title === undefined} />;
  const current = words.steps.findIndex(({ id }) => id === generation.step);
  return (
    <Stack gap="4">
      <HStack justify="space-between">
        <Text fontWeight="600">{title}</Text>
        <Elapsed since={since} />
      </HStack>
      <Stack as="ol" gap="3" listStyleType="none">
        {words.steps.map(({ id, label }, index) => (
          <HStack
            as="li"
            key={id}
            gap="3"
            aria-current={index === current ? 'step' : undefined}
            color={index === current ? 'fg' : 'fg.muted'}
            fontWeight={index === current ? '600' : '400'}
          >
            <Box boxSize="6" display="grid" placeItems="center" flexShrink="0">
              {index < current ? (
                <Box color="fg.success">
                  <Check size={18} strokeWidth={3} aria-label={words.stepDone} />
                </Box>
              ) : index === current ? (
                <Spinner size="sm" color="brand.solid" borderWidth="2px" />
              ) : (
                <Box boxSize="2" borderRadius="pill" bg="border.emphasized" />
              )}
            </Box>
            <Text as="span">{label}</Text>
          </HStack>
        ))}
      </Stack>
      {isCutOff ? (
        <LostConnection />
      ) : (
        <Suspense>
          <ReadyOffer />
        </Suspense>
      )}
    </Stack>
  );
}

/** Shown until the server is known to have the request. */
function Unknown({ isSending, isTitled }: { isSending: boolean; isTitled: boolean }) {
  const said = (
    <Text fontWeight="600" role="status" aria-live="polite">
      {isSending ? words.sending : words.looking}
    </Text>
  );
  return (
    <HStack gap="4" align="start">
      <Spinner size="sm" mt="1" color="brand.solid" borderWidth="2px" flexShrink="0" />
      <Stack gap="1">
        {isTitled ? <VisuallyHidden>{said}</VisuallyHidden> : said}
        <Text color="fg.muted" fontSize="sm">
          {isSending ? words.keepOpen : words.lookingText}
        </Text>
      </Stack>
    </HStack>
  );
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return (
    <Text as="span" color="fg.muted" fontSize="xs" fontVariantNumeric="tabular-nums" aria-hidden>
      {words.elapsed(seconds)}
    </Text>
  );
}
