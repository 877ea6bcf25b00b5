import { chakra, HStack, Text } from '@chakra-ui/react';
import { brand } from '#shared/brand.ts';

/** The mark, a plate on a stamp, with the name beside it. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <HStack gap="2.5">
      <chakra.svg viewBox="0 0 32 32" boxSize="8" aria-hidden flexShrink="0">
        <rect width="32" height="32" rx="9" fill="#D9381E" />
        <circle cx="16" cy="16" r="9.5" fill="none" stroke="#FFFBF5" strokeWidth="2.5" />
        <circle cx="16" cy="16" r="4.5" fill="#F2A93B" />
      </chakra.svg>
      {!compact && (
        <Text
          as="span"
          fontFamily="heading"
          fontWeight="700"
          fontSize="lg"
          letterSpacing="-0.02em"
          color="fg"
        >
          {brand.name}
        </Text>
      )}
    </HStack>
  );
}
