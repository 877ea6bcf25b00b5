import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/**
 * A list of looks 300 px high (customer-product.md section 9): a grid that scrolls down on a desktop, two rows
 * that scroll sideways under the thumb on a phone.
 */
export function LookList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      role="group"
      aria-label={label}
      h="300px"
      overflow="auto"
      display="grid"
      gap="2.5"
      py="1"
      my="-1"
      px={{ base: '4', md: '1' }}
      mx={{ base: '-4', md: '-1' }}
      gridAutoFlow={{ base: 'column', md: 'row' }}
      gridTemplateRows={{ base: 'repeat(2, 1fr)', md: 'none' }}
      gridAutoColumns={{ base: '141px', md: 'auto' }}
      gridTemplateColumns={{ md: 'repeat(3, minmax(0, 1fr))' }}
      alignContent="start"
      scrollbarWidth="thin"
      overscrollBehavior="contain"
      css={{
        scrollPaddingInline: { base: '1rem', md: '0' },
        scrollSnapType: { base: 'x proximity', md: 'none' },
        '& > *': { scrollSnapAlign: 'start' },
      }}
    >
      {children}
    </Box>
  );
}
