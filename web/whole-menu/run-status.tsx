import { Alert, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Menu } from '#shared/api/menus.ts';
import { expectedMinutes, isNoneMade } from '#shared/domain/whole-menu.ts';
import { useCreditsOffer } from '#web/generations/insufficient-credits.tsx';
import { ReadyOffer } from '#web/generations/ready-offer.tsx';
import { paths } from '#web/paths.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { dishesOf } from './earlier-menus.tsx';
import type { MenuActions } from './use-menu-actions.ts';
import { words } from './words.ts';

interface RunStatusProps {
  readonly menu: Menu;
  readonly actions: MenuActions;
}

/** Why a menu is running or not, with the possible actions. */
export function RunStatus({ menu, actions }: RunStatusProps) {
  const { state, pausedFor, counts, message } = menu;
  const offer = useCreditsOffer();
  // A menu paused by its owner has a message if something is missing for a dish that was asked for again.
  const needsCredits = state === 'paused' && message !== null && pausedFor !== 'limit';
  const notMade = counts.failed + (state === 'cancelled' ? counts.cancelled : 0);
  return (
    <Stack gap="3" align="start">
      {message !== null && (
        <Alert.Root status="warning" role="alert" borderRadius="card" maxW="40rem">
          <Alert.Indicator />
          <Alert.Title>{message}</Alert.Title>
        </Alert.Root>
      )}
      {message === null && <Text color="fg.muted">{textOf(menu)}</Text>}
      <HStack gap="2" wrap="wrap" _empty={{ display: 'none' }}>
        {needsCredits && (
          <Button asChild>
            <Link to={paths.credits}>{offer}</Link>
          </Button>
        )}
        {state === 'running' && (
          <Button
            variant="outline"
            colorPalette="gray"
            loading={actions.pending === 'pause'}
            onClick={() => actions.direct('pause')}
          >
            {words.pause}
          </Button>
        )}
        {state === 'paused' && pausedFor !== 'approval' && (
          <Button
            variant={needsCredits ? 'outline' : 'solid'}
            loading={actions.pending === 'resume'}
            onClick={() => actions.direct('resume')}
          >
            {words.goOn}
          </Button>
        )}
        {notMade > 0 && (
          <Button
            variant="outline"
            loading={actions.pending === 'retry'}
            onClick={() => actions.direct('retry')}
          >
            {words.retry(notMade)}
          </Button>
        )}
        {counts.waiting > 0 && <CancelButton waiting={counts.waiting} actions={actions} />}
      </HStack>
      {state === 'running' && <ReadyOffer />}
    </Stack>
  );
}

function textOf(menu: Menu): string {
  const { state, counts, pausedFor } = menu;
  const left = counts.waiting + counts.running;
  switch (state) {
    case 'running':
      return words.runningText(expectedMinutes(left));
    case 'paused':
      if (pausedFor !== 'approval') return words.pausedText(counts.running);
      return (counts.done > 0 ? words.approvalText : words.firstFailedText)(counts.waiting);
    case 'cancelled':
      return words.cancelledText(counts.cancelled, counts.running);
    case 'done':
      if (isNoneMade(menu)) return words.noneMadeText(dishesOf(menu));
      return counts.failed > 0 ? words.doneExcept(counts.failed) : words.doneText;
  }
}

function CancelButton({ waiting, actions }: { waiting: number; actions: MenuActions }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Box>
      <Button variant="ghost" loading={actions.pending === 'cancel'} onClick={() => setAsking(true)}>
        {words.cancelMenu}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.cancelTitle}
        text={words.cancelText(waiting)}
        confirm={words.cancelMenu}
        onClose={() => setAsking(false)}
        onConfirm={() => actions.direct('cancel')}
      />
    </Box>
  );
}
