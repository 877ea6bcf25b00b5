import type { ComponentProps } from 'react';
import { ChoiceGroup } from './choice-group.tsx';

/**
 * A choice of looks, 300 px high (customer-product.md section 9): a desktop scrolls its grid down, a phone scrolls
 * its two rows sideways.
 */
export function LookList(props: ComponentProps<typeof ChoiceGroup>) {
  return (
    <ChoiceGroup
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
      {...props}
    />
  );
}
