import { Box, Button, Grid, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { Dish, Menu } from '#shared/api/menus.ts';
import { resultsOf } from '#web/generations/results.ts';
import { VariationPicker } from '#web/generations/variation-picker.tsx';
import { words as shared } from '#web/generations/words.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { chosenOf } from './dish-card.tsx';
import { isSameLook, shownLookOf } from './look.ts';
import { LookChoices } from './look-choices.tsx';
import type { MenuActions } from './use-menu-actions.ts';
import { words } from './words.ts';

interface ApprovalPanelProps {
  readonly menu: Menu;
  readonly first: Dish;
  readonly actions: MenuActions;
}

/** Shows the first dish, and asks whether to make the others like it or in another look. */
export function ApprovalPanel({ menu, first, actions }: ApprovalPanelProps) {
  const [look, setLook] = useState(() => shownLookOf(first, menu));
  // The menu keeps its own look when the first dish has another: the others get that one by the same press.
  const [isChanging, setChanging] = useState(!isSameLook(look, menu.look));
  const chosen = chosenOf(first);
  const { generation } = first;
  const others = menu.counts.waiting;
  return (
    <Box
      as="section"
      aria-labelledby="approval"
      borderRadius="card"
      bg="bg.subtle"
      p={{ base: '4', md: '6' }}
      mb="6"
    >
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="6">
        <Box minW="0">
          {chosen && generation && (
            <Stack gap="3">
              <BeforeAfter
                key={`${generation.id} ${chosen.variation}`}
                before={chosen.originalUrl}
                after={chosen.previewUrl}
                label={first.name}
                ratio={chosen.width / chosen.height}
              />
              <VariationPicker
                layout="row"
                label={shared.variations}
                results={resultsOf(generation)}
                selected={chosen}
                onSelect={({ variation }) => actions.choose(generation, variation)}
              />
            </Stack>
          )}
        </Box>
        <Stack gap="4" minW="0">
          <Box>
            <Heading as="h2" id="approval" fontSize="lg">
              {chosen ? words.approvalTitle(first.name) : words.couldNotBeMade(first.name)}
            </Heading>
            {first.message !== null && <Text>{first.message}</Text>}
            {chosen && <Text color="fg.muted">{words.approvalHint}</Text>}
          </Box>
          <HStack
            gap="2"
            wrap="wrap"
            css={{ '& button': { flexGrow: { base: 1, md: 0 }, maxW: 'full', px: '4' } }}
          >
            <Button
              size="lg"
              loading={actions.pending === 'resume'}
              onClick={() => actions.direct('resume', isChanging ? look : undefined)}
            >
              {isChanging ? words.othersInLook(others) : words.others(others)}
            </Button>
            {(isChanging || !chosen) && (
              <Button
                size="lg"
                variant="outline"
                loading={actions.pending === 'dish'}
                onClick={() => actions.remake(first, isChanging ? look : first.look)}
              >
                {words.firstAgain}
              </Button>
            )}
            {!isChanging && (
              <Button size="lg" variant="outline" colorPalette="gray" onClick={() => setChanging(true)}>
                {words.changeLook}
              </Button>
            )}
          </HStack>
          {isChanging && (
            <Box>
              <LookChoices
                look={look}
                onChange={setLook}
                fallback={chosen?.originalUrl ?? '/samples/salad.jpg'}
              />
            </Box>
          )}
        </Stack>
      </Grid>
    </Box>
  );
}
