import { Center, Spinner, Stack, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { words } from './words.ts';

/** Milliseconds after which an explanation is shown. */
const slowAfter = 8000;

/** Shown while it is unknown which screen to show. */
export function FullScreenSpinner() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center minH="100dvh" p="6" role="status" aria-label={words.loading}>
      <Stack gap="6" align="center" position="relative">
        <Spinner size="xl" color="brand.solid" borderWidth="3px" />
        {/* Outside of the layout's flow, so that the spinner stays in place. */}
        <Text
          position="absolute"
          top="calc(100% + 1.5rem)"
          w="min(22rem, 80vw)"
          textAlign="center"
          color="fg.muted"
        >
          {isSlow && words.slow}
        </Text>
      </Stack>
    </Center>
  );
}
