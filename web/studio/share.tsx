import { Button, Dialog, Heading, Stack } from '@chakra-ui/react';
import type { Result } from '#web/generations/results.ts';
import { ShareTargets } from '#web/generations/share-targets.tsx';
import { SmallDialog } from '#web/ui/small-dialog.tsx';
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
  /** The element that gets the focus afterwards. */
  readonly finalFocus: () => HTMLElement | null;
}

/** Offers to share the picture after its download. */
export function ShareDialog({ open, onClose, result, finalFocus }: ShareDialogProps) {
  return (
    <SmallDialog open={open} onClose={onClose} title={words.shareTitle} finalFocus={finalFocus}>
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
    </SmallDialog>
  );
}
