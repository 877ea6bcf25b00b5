import { HStack, Text } from '@chakra-ui/react';
import { brand } from '#shared/brand.ts';
import { LogoMark } from '#web/lib/logo-mark.tsx';

/** The mark with the name beside it. */
export function Logo() {
  return (
    <HStack gap="2.5" css={{ '& svg': { flexShrink: '0' } }}>
      <LogoMark />
      <Text as="span" fontFamily="heading" fontWeight="700" fontSize="lg" letterSpacing="-0.02em" color="fg">
        {brand.name}
      </Text>
    </HStack>
  );
}
