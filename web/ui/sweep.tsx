import { Box } from '@chakra-ui/react';
import { keyframes } from '@emotion/react';

const across = keyframes`
  from { transform: translateX(-100%); }
  to { transform: translateX(220%); }
`;

/** An animated light over a picture while it is uploaded or processed. */
export function Sweep() {
  return (
    <Box position="absolute" inset="0" overflow="hidden" borderRadius="card" pointerEvents="none" aria-hidden>
      <Box
        position="absolute"
        insetBlock="0"
        w="45%"
        bgImage="linear-gradient(100deg, transparent, rgb(255 244 226 / 0.5), transparent)"
        css={{ animation: `${across} 2.6s ease-in-out infinite` }}
        _motionReduce={{ display: 'none' }}
      />
    </Box>
  );
}
