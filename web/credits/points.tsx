import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import { Check, Minus } from 'lucide-react';
import { isLimit } from '#shared/domain/plans.ts';

/** The features of a plan, one a line. */
export function Points({ points }: { points: readonly string[] }) {
  return (
    <Stack as="ul" gap="2.5" listStyleType="none" flex="1">
      {points.map((point) => (
        <HStack as="li" key={point} align="start" gap="2.5">
          <Box color={isLimit(point) ? 'fg.muted' : 'fg.success'} pt="0.5" flexShrink="0">
            {isLimit(point) ? (
              <Minus size={17} strokeWidth={2.5} aria-hidden />
            ) : (
              <Check size={17} strokeWidth={2.5} aria-hidden />
            )}
          </Box>
          <Text>{point}</Text>
        </HStack>
      ))}
    </Stack>
  );
}
