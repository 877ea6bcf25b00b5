import { Box } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { largeText } from './screens.ts';

/** Marks the chosen picture with a frame and a tick, so that colour is not the only sign. */
export function SelectedMark({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <Box
      aria-hidden
      position="absolute"
      inset="0"
      borderRadius="inherit"
      borderWidth="3px"
      borderColor="brand.solid"
      boxShadow="inset 0 0 0 2px var(--chakra-colors-bg)"
      pointerEvents="none"
    >
      <Box
        position="absolute"
        top={isSmall ? '0.5' : '1.5'}
        right={isSmall ? '0.5' : '1.5'}
        boxSize={isSmall ? '5' : '7'}
        // There it would cover a name of two lines.
        css={{ [largeText]: { top: '0.5', right: '0.5', boxSize: '5' } }}
        borderRadius="pill"
        bg="brand.solid"
        color="white"
        display="grid"
        placeItems="center"
      >
        <Check size={isSmall ? 12 : 16} strokeWidth={3} />
      </Box>
    </Box>
  );
}
