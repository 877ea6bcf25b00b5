import { Box, Button, HStack, Text } from '@chakra-ui/react';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { maySavePreferences } from '#web/lib/cookie-consent.ts';
import { usePush } from '#web/lib/use-push.ts';
import { words } from './words.ts';

const declinedKey = 'platepost.ready-offer';

/** While pictures are made, offers to tell on this device when they are ready; not again to those who said no. */
export function ReadyOffer() {
  const { support, isOn, isReady, turnOn } = usePush();
  const [isDeclined, setDeclined] = useState(wasDeclined);
  if (!isReady || support !== 'possible' || (isDeclined && !turnOn.isSuccess)) return null;
  return (
    <HStack gap="3" wrap="wrap" mt="4" color="fg.muted" fontSize="sm">
      <Box flexShrink="0">
        <Bell size={17} aria-hidden />
      </Box>
      {isOn ? (
        <Text role="status">{words.willTell}</Text>
      ) : (
        <>
          <Button size="sm" variant="outline" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
            {words.tellMe}
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
        </>
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
