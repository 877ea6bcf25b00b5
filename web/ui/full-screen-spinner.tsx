import { Center, Spinner } from '@chakra-ui/react';

/** Shown while it is not known yet what to show. */
export function FullScreenSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <Center minH="100dvh" role="status" aria-label={label}>
      <Spinner size="xl" color="brand.solid" borderWidth="3px" />
    </Center>
  );
}
