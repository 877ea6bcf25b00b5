import { Badge, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { InsufficientCredits } from '#web/generations/insufficient-credits.tsx';
import { useMe } from '#web/lib/account.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { largeText } from '#web/ui/screens.ts';
import { summaryOf } from './choice-summary.tsx';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** Ready to Generate: the choices, the price and the credits. */
export function GenerateStep({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const me = useMe();
  const notice = useNotice();
  const entries = summaryOf(state);
  return (
    <>
      <PanelTitle title={words.readyTitle} />
      {me && me.credits.available < 1 && <InsufficientCredits />}
      <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card" p="5">
        <Stack as="ul" gap="3" listStyleType="none">
          {entries.map(({ id, text, name }) => (
            <HStack as="li" key={id} gap="3" css={{ [largeText]: { flexWrap: 'wrap' } }}>
              <Box color="fg.success">
                <Check size={18} strokeWidth={2.5} aria-hidden />
              </Box>
              <Text>{text}</Text>
              {name && <Text color="fg.muted">{name}</Text>}
            </HStack>
          ))}
        </Stack>
        <HStack
          mt="5"
          pt="4"
          borderTopWidth="1px"
          borderColor="border"
          justify="space-between"
          wrap="wrap"
          gap="3"
        >
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {me ? words.available(me.credits.available) : ' '}
          </Text>
          <Badge colorPalette="saffron" size="lg" minW="0" whiteSpace="normal" borderRadius="pill" px="3">
            {words.price}
          </Badge>
        </HStack>
      </Box>
      {notice && (
        <Text mt="4" fontSize="xs" color="fg.muted">
          {notice}
        </Text>
      )}
      <Button variant="ghost" mt="3" ms="-4" onClick={() => dispatch({ type: 'innerBack' })}>
        {words.editFinal}
      </Button>
    </>
  );
}
