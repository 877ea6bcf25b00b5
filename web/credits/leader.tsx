import { Box } from '@chakra-ui/react';

/** A dotted line between name and price, as on a printed menu. */
export function Leader() {
  return (
    <Box
      aria-hidden
      flex="1"
      minW="4"
      h="0"
      borderBottomWidth="2px"
      borderStyle="dotted"
      borderColor="border.emphasized"
      opacity="0.7"
      transform="translateY(-0.25em)"
    />
  );
}
