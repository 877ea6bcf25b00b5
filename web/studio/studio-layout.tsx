import { Box, Flex, Grid, HStack, IconButton } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { WizardSteps } from '#web/ui/wizard-steps.tsx';
import type { Wizard } from './use-wizard.ts';
import { canEnter, isUntouched, type Step } from './wizard.ts';
import { words } from './words.ts';

interface StudioLayoutProps {
  readonly wizard: Wizard;
  /** The picture, left and large; on a phone on top and always in sight. */
  readonly picture: ReactNode;
  /** Under the picture: what has been chosen. */
  readonly summary?: ReactNode;
  /** The primary button and its companions, always in the same place. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The frame of all four steps: steps above, picture left, choices right, one row of actions below. */
export function StudioLayout({ wizard, picture, summary, actions, children }: StudioLayoutProps) {
  return (
    <Box maxW="96rem" mx="auto" px={{ base: '4', md: '6' }} pb={{ base: '24', md: '0' }}>
      <TopBar wizard={wizard} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(22rem, 31rem)' }}
        gap={{ base: '4', md: '8' }}
        css={{ '--stage': { base: '32dvh', md: 'calc(100dvh - var(--header) - 4.75rem - 5rem)' } }}
      >
        <Box
          position="sticky"
          top={{ base: 'calc(var(--header) - 1px)', md: 'calc(var(--header) + 4.75rem)' }}
          zIndex={{ base: '2', md: 'auto' }}
          alignSelf="start"
          bg="bg"
          mx={{ base: '-4', md: '0' }}
          px={{ base: '4', md: '0' }}
          pb={{ base: '2', md: '0' }}
          minW="0"
        >
          <Box
            h="var(--stage)"
            css={{ containerType: 'size' }}
            display="grid"
            placeItems="center"
            bg={{ base: 'transparent', md: 'bg.subtle' }}
            borderRadius="24px"
            borderWidth={{ base: '0', md: '12px' }}
            borderColor="bg.subtle"
          >
            {picture}
          </Box>
          <Box minH={{ base: '0', md: '5rem' }}>{summary}</Box>
        </Box>
        <Flex direction="column" minW="0" minH={{ md: 'calc(100dvh - var(--header) - 4.75rem)' }}>
          <Box flex="1" pb="6">
            {children}
          </Box>
          <Box
            position={{ base: 'fixed', md: 'sticky' }}
            bottom="0"
            insetX={{ base: '0', md: 'auto' }}
            zIndex="3"
            bg="bg"
            borderTopWidth="1px"
            borderColor="border.muted"
            px={{ base: '4', md: '0' }}
            pt="3"
            pb="max(0.75rem, env(safe-area-inset-bottom))"
          >
            <HStack gap="3">{actions}</HStack>
          </Box>
        </Flex>
      </Grid>
    </Box>
  );
}

/** Sizes a picture of this ratio (width by height) so that it fits the stage both ways. */
export function StagePicture({ ratio, children }: { ratio: number; children: ReactNode }) {
  return (
    <Box
      position="relative"
      aspectRatio={ratio}
      style={{ width: `min(100cqw, calc(100cqh * ${ratio}))` }}
      borderRadius="card"
      boxShadow="float"
    >
      {children}
    </Box>
  );
}

function TopBar({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const [asking, setAsking] = useState(false);
  const next = Math.min(4, state.step + 1) as Step;
  const previous = Math.max(1, state.step - 1) as Step;
  return (
    <HStack
      h={{ base: '3.5rem', md: '4.75rem' }}
      gap={{ base: '0', md: '2' }}
      position={{ md: 'sticky' }}
      top="var(--header)"
      bg="bg"
      zIndex="2"
    >
      <IconButton
        variant="ghost"
        aria-label={words.previous}
        title={words.previous}
        disabled={state.step === 1 || !canEnter(state, previous)}
        onClick={() => dispatch({ type: 'stepEntered', step: previous })}
      >
        <ChevronLeft size={20} />
      </IconButton>
      <WizardSteps
        steps={words.steps}
        current={state.step}
        canEnter={(step) => canEnter(state, step as Step)}
        onStep={(step) => dispatch({ type: 'stepEntered', step: step as Step })}
      />
      <IconButton
        variant="ghost"
        aria-label={words.startOver}
        title={words.startOver}
        disabled={isUntouched(state)}
        onClick={() => setAsking(true)}
      >
        <RotateCcw size={18} />
      </IconButton>
      <IconButton
        variant="ghost"
        aria-label={words.next}
        title={words.next}
        disabled={state.step === 4 || !canEnter(state, next)}
        onClick={() => dispatch({ type: 'stepEntered', step: next })}
      >
        <ChevronRight size={20} />
      </IconButton>
      <ConfirmDialog
        open={asking}
        title={words.startOverTitle}
        text={words.startOverText}
        confirm={words.startOverYes}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          dispatch({ type: 'startedOver' });
          notify.info(words.startedOver);
        }}
      />
    </HStack>
  );
}
