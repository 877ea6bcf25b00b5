import { Button, Dialog, Heading, Portal, Stack } from '@chakra-ui/react';
import type { Result } from '#web/generations/results.ts';
import { ShareTargets } from '#web/generations/share-targets.tsx';
import { declineToShare } from './share-offer.ts';
import { words } from './words.ts';

/** The share targets of the publish step. */
export function ShareSection({ result }: { result: Result }) {
  return (
    <Stack as="section" gap="3">
      <Heading as="h2" fontSize="md">
        {words.shareTitle}
      </Heading>
      <ShareTargets result={result} />
    </Stack>
  );
}

interface ShareDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly result: Result;
}

/** Offers to share the picture after its download. */
export function ShareDialog({ open, onClose, result }: ShareDialogProps) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      placement="center"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p="4">
          <Dialog.Content maxW="md">
            <Dialog.Header>
              <Dialog.Title>{words.shareTitle}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <ShareTargets result={result} />
            </Dialog.Body>
            <Dialog.Footer justifyContent="space-between">
              <Button
                variant="ghost"
                ms="-4"
                color="fg.muted"
                onClick={() => {
                  declineToShare();
                  onClose();
                }}
              >
                {words.neverAgain}
              </Button>
              <Button variant="ghost" onClick={onClose}>
                {words.notNow}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
