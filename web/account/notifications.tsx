import { Button, HStack, Skeleton, Text } from '@chakra-ui/react';
import { usePush } from '#web/lib/use-push.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { words } from './words.ts';

/** Whether this device tells when pictures are ready, and why it may not. */
export function Notifications() {
  const { notifications, support, isOn, isReady, turnOn, turnOff } = usePush();
  if (notifications.isError) return <LoadFailed query={notifications} title={words.failed} inPanel />;
  if (!isReady || support === undefined) return <Skeleton h="11" w="12rem" />;
  if (support !== 'possible') return <Text>{words.pushSupport[support]}</Text>;
  return (
    <HStack justify="space-between" wrap="wrap">
      <Text role="status">{isOn ? words.pushOn : words.pushOff}</Text>
      {isOn ? (
        <Button variant="outline" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
          {words.turnOff}
        </Button>
      ) : (
        <Button variant="outline" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {words.pushTurnOn}
        </Button>
      )}
    </HStack>
  );
}
