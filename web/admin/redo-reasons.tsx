import { Box, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { redoReasonTexts } from '#shared/domain/redo.ts';
import { dateOf, numberOf } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { analyticsQuery } from './analytics-query.ts';
import { Panel } from './panel.tsx';
import { words } from './words.ts';

/** Customers' reasons for free redos, which show where the prompts fail. */
export function RedoReasons() {
  const analytics = useQuery(analyticsQuery);
  const { data } = analytics;
  return (
    <Panel title={words.redos} text={words.redosText}>
      {data ? (
        <Stack gap="4">
          <Stack as="ul" listStyleType="none" gap="2">
            {data.redos.map(({ reason, count }) => (
              <HStack as="li" key={reason} justify="space-between" gap="4">
                <Text>{redoReasonTexts[reason]}</Text>
                <Text fontWeight="600" fontVariantNumeric="tabular-nums">
                  {numberOf(count)}
                </Text>
              </HStack>
            ))}
          </Stack>
          {data.redoNotes.length > 0 && (
            <Stack as="ul" listStyleType="none" gap="3" aria-label={words.redoNotes}>
              {data.redoNotes.map(({ id, reason, note, createdAt }) => (
                <Box as="li" key={id}>
                  <Text overflowWrap="anywhere">{note}</Text>
                  <Text fontSize="xs" color="fg.muted">
                    {`${redoReasonTexts[reason]} · ${dateOf(createdAt)}`}
                  </Text>
                </Box>
              ))}
            </Stack>
          )}
        </Stack>
      ) : analytics.isError ? (
        <LoadFailed inPanel title={words.failed} query={analytics} />
      ) : (
        <Skeleton h="28" />
      )}
    </Panel>
  );
}
