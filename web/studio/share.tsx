import { Button, Dialog, Heading, Portal, Stack } from '@chakra-ui/react';
import type { ShareableImage } from '#web/generations/share.ts';
import { ShareTargets } from '#web/generations/share-targets.tsx';
import type { Result } from './use-jobs.ts';
import { words } from './words.ts';

/** A result as it is shared. */
export function shareableOf(result: Result): ShareableImage {
  const { generationId, variation, previewUrl, shareId, generation } = result;
  return { generationId, variation, previewUrl, shareId, name: generation.menuItemName };
}

/** The share targets of the publish step. */
export function ShareSection({ image }: { image: ShareableImage }) {
  return (
    <Stack as="section" gap="3">
      <Heading as="h2" fontSize="md">
        {words.shareTitle}
      </Heading>
      <ShareTargets image={image} />
    </Stack>
  );
}

interface ShareDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly image: ShareableImage;
}

/** Opens after a download: the picture is saved, now it can be shown to people. */
export function ShareDialog({ open, onClose, image }: ShareDialogProps) {
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
              <ShareTargets image={image} />
            </Dialog.Body>
            <Dialog.Footer>
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
