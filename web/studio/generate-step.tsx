import { Badge, Box, Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMe } from '#web/lib/account.ts';
import { count } from '#web/lib/format.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { paths } from '#web/paths.ts';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { summaryOf } from './choice-summary.tsx';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** Ready to Generate: the choices once more, what it costs and what there is to spend. */
export function GenerateStep({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const me = useMe();
  const notice = useNotice();
  const entries = summaryOf(state);
  return (
    <>
      <PanelTitle title={words.readyTitle} />
      <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card" p="5">
        <Stack as="ul" gap="3" listStyleType="none">
          {entries.map((entry) => (
            <HStack as="li" key={entry} gap="3">
              <Box color="fg.success">
                <Check size={18} strokeWidth={2.5} aria-hidden />
              </Box>
              <Text>{entry}</Text>
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
            {me ? `${count(me.credits.available, 'credit')} available` : ' '}
          </Text>
          <Badge colorPalette="saffron" size="lg" borderRadius="pill" px="3">
            {words.price}
          </Badge>
        </HStack>
      </Box>
      {me && me.credits.available < 1 && <InsufficientCredits subscribed={me.subscription.subscribed} />}
      {notice && (
        <Text mt="4" fontSize="xs" color="fg.muted">
          {notice}
        </Text>
      )}
      <Button variant="ghost" mt="3" ms="-4" onClick={() => dispatch({ type: 'innerBack' })}>
        {`Edit ${words.finalTitle}`}
      </Button>
    </>
  );
}

function InsufficientCredits({ subscribed }: { subscribed: boolean }) {
  return (
    <Box mt="4" borderRadius="card" bg="saffron.subtle" p="5" role="alert">
      <Heading as="h2" fontSize="md" mb="1">
        {words.insufficientTitle}
      </Heading>
      <Text mb="4">{words.insufficientBox}</Text>
      <Button asChild>
        <Link to={paths.credits}>{subscribed ? words.buyCredits : words.upgradePlan}</Link>
      </Button>
    </Box>
  );
}
