import { HStack, Text } from '@chakra-ui/react';
import { WifiOff } from 'lucide-react';
import { ApiError } from '#web/lib/api-error.ts';
import { words } from './words.ts';

/** Whether the latest poll of running work got no reply, including its retries. */
export function isCutOff({
  isRefetchError,
  error,
}: {
  isRefetchError: boolean;
  error: Error | null;
}): boolean {
  return isRefetchError && error instanceof ApiError && error.code === 'offline';
}

/** Says that the work continues without the connection. */
export function LostConnection() {
  return (
    <HStack
      role="status"
      gap="2"
      align="start"
      px="4"
      py="3"
      borderRadius="card"
      bg="saffron.subtle"
      maxW="40rem"
    >
      <WifiOff size={18} aria-hidden style={{ flexShrink: 0, marginTop: '0.2em' }} />
      <Text>{words.lostConnection}</Text>
    </HStack>
  );
}
