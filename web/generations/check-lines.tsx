import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import type { CheckResult, Verdict } from '#shared/domain/check-file.ts';
import { words } from './check-words.ts';

const looks = {
  pass: { Icon: CircleCheck, color: 'fg.success' },
  advice: { Icon: CircleAlert, color: 'fg.warning' },
  fail: { Icon: CircleX, color: 'fg.error' },
  unverified: { Icon: CircleHelp, color: 'fg.muted' },
} as const satisfies Record<Verdict, object>;

/** Lines of a platform check: the measured value, the requirement, and advice. */
export function CheckLines({ results }: { results: readonly CheckResult[] }) {
  return (
    <Stack as="ul" listStyleType="none" gap="2.5">
      {results.map(({ check, verdict, measured, required, fix, instead }) => {
        const { Icon, color } = looks[verdict];
        return (
          <HStack as="li" key={check} gap="2.5" align="start">
            <Box color={color} pt="0.5" flexShrink="0">
              <Icon size={18} aria-label={words.verdicts[verdict]} />
            </Box>
            <Box flex="1" minW="0" fontSize="sm">
              <Text fontWeight="600">{words.checks[check]}</Text>
              <Text fontVariantNumeric="tabular-nums">
                {words.measured(measured)}
                <Text as="span" color="fg.muted">
                  {' · '}
                  {words.required(required)}
                </Text>
              </Text>
              {(instead !== null || fix === 'outpaint') && (
                <Text mt="0.5" color="fg.muted">
                  {instead ?? words.outpaint}
                </Text>
              )}
            </Box>
          </HStack>
        );
      })}
    </Stack>
  );
}
