import type { ComponentProps } from 'react';
import { ChoiceGroup } from './choice-group.tsx';
import { largeText } from './screens.ts';

/**
 * A choice of looks, 300 px high (customer-product.md section 9): a desktop scrolls its grid down, two whole rows at a
 * time; a phone scrolls its three rows, or two with large text, sideways.
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
      gridTemplateRows={{ base: 'repeat(3, minmax(0, 1fr))', md: 'none' }}
      gridAutoRows={{ md: 'calc((300px - 0.5rem - 0.625rem) / 2)' }}
      gridAutoColumns={{ base: 'max(118px, 7.375rem)', md: 'auto' }}
      gridTemplateColumns={{ md: 'repeat(3, minmax(0, 1fr))' }}
      alignContent="start"
      scrollbarWidth="thin"
      overscrollBehavior="contain"
      css={{
        scrollPaddingInline: { base: '1rem', md: '0' },
        scrollPaddingBlock: '0.25rem',
        scrollSnapType: { base: 'x proximity', md: 'y proximity' },
        '& > *': { scrollSnapAlign: 'start' },
        [largeText]: { gridTemplateRows: { base: 'repeat(2, minmax(0, 1fr))', md: 'none' } },
        // A tile is as high as its row.
        '& :is(label, [data-part=picture])': { height: '100%', aspectRatio: 'auto' },
      }}
      {...props}
    />
  );
}
