import { Box } from '@chakra-ui/react';
import { Check } from 'lucide-react';

/** The frame and tick over the chosen one of several pictures; never colour alone. */
export function SelectedMark() {
  return (
    <Box
      aria-hidden
      position="absolute"
      inset="0"
      borderRadius="card"
      borderWidth="3px"
      borderColor="brand.solid"
      boxShadow="inset 0 0 0 2px var(--chakra-colors-bg)"
      pointerEvents="none"
    >
      <Box
        position="absolute"
        top="1.5"
        right="1.5"
        boxSize="7"
        borderRadius="pill"
        bg="brand.solid"
        color="white"
        display="grid"
        placeItems="center"
      >
        <Check size={16} strokeWidth={3} />
      </Box>
    </Box>
  );
}
