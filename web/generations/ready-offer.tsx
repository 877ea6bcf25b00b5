import { Box, Button, HStack, Text, Wrap } from '@chakra-ui/react';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { maySavePreferences } from '#web/lib/cookie-consent.ts';
import { useEmailNotifications } from '#web/lib/use-email-notifications.ts';
import { usePush } from '#web/lib/use-push.ts';
import { words } from './words.ts';

const declinedKey = 'platepost.ready-offer';

/**
 * While pictures are made, offers notifications on this device, or by e-mail if the device cannot get them. Not shown
 * again after the user declined.
 */
export function ReadyOffer() {
  const { support, isOn, isReady, turnOn } = usePush();
  const { email, turn } = useEmailNotifications();
  const [isDeclined, setDeclined] = useState(wasDeclined);
  const way =
    support === 'possible'
      ? { isOn, change: turnOn, accept: () => turnOn.mutate(), label: words.tellMe, promise: words.willTell }
      : {
          isOn: email === 'on',
          change: turn,
          accept: () => turn.mutate(true),
          label: words.mailMe,
          promise: words.willMail,
        };
  const isPossible = support === 'possible' || email === 'on' || email === 'off';
  if (!isReady || !isPossible || (isDeclined && !way.change.isSuccess)) return null;
  return (
    <HStack gap="3" align="start" mt="4" color="fg.muted" fontSize="sm">
      <Box flexShrink="0" pt={way.isOn ? '0.5' : '3.5'}>
        <Bell size={17} aria-hidden />
      </Box>
      {way.isOn ? (
        <Text role="status">{way.promise}</Text>
      ) : (
        <Wrap gap="1">
          <Button size="sm" variant="outline" loading={way.change.isPending} onClick={way.accept}>
            {way.label}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            colorPalette="gray"
            onClick={() => {
              rememberDeclined();
              setDeclined(true);
            }}
          >
            {words.noThanks}
          </Button>
        </Wrap>
      )}
    </HStack>
  );
}

function wasDeclined(): boolean {
  try {
    return localStorage.getItem(declinedKey) !== null;
  } catch {
    return false;
  }
}

function rememberDeclined(): void {
  try {
    if (maySavePreferences()) localStorage.setItem(declinedKey, '1');
  } catch {
    // Without storage, it is offered again.
  }
}
