import { Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useMe } from '#web/lib/account.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { useEmailNotifications } from '#web/lib/use-email-notifications.ts';
import { usePush } from '#web/lib/use-push.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { words } from './words.ts';

/** Settings of notifications on this device and by e-mail, with the reason if the device cannot get them. */
export function Notifications() {
  const { notifications, support, isOn, isReady, turnOn, turnOff } = usePush();
  const { email, turn } = useEmailNotifications();
  const me = useMe();
  if (notifications.isError) return <LoadFailed query={notifications} title={words.failed} inPanel />;
  if (!isReady || support === undefined) return <Skeleton h="11" w="12rem" />;
  return (
    <Stack ref={keepFocus} role="group" aria-label={words.notifications} gap="4">
      {support === 'possible' ? (
        <Choice
          text={isOn ? words.pushOn : words.pushOff}
          isOn={isOn}
          label={words.pushTurnOn}
          isPending={turnOn.isPending || turnOff.isPending}
          onChange={() => (isOn ? turnOff : turnOn).mutate()}
        />
      ) : (
        <Text role="status">{words.pushSupport[support]}</Text>
      )}
      {email && email !== 'unavailable' && (
        <Choice
          text={email === 'on' ? words.emailOn(me?.email ?? '') : words.emailOff}
          isOn={email === 'on'}
          label={words.emailTurnOn}
          isPending={turn.isPending}
          onChange={() => turn.mutate(email === 'off')}
        />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  readonly text: string;
  readonly isOn: boolean;
  /** Label of the button that turns it on. */
  readonly label: string;
  readonly isPending: boolean;
  readonly onChange: () => void;
}

function Choice({ text, isOn, label, isPending, onChange }: ChoiceProps) {
  return (
    <HStack justify="space-between" gap="4" wrap={{ base: 'wrap', md: 'nowrap' }}>
      <Text role="status" overflowWrap="anywhere">
        {text}
      </Text>
      <Button flexShrink="0" variant="outline" loading={isPending} onClick={onChange}>
        {isOn ? words.turnOff : label}
      </Button>
    </HStack>
  );
}
