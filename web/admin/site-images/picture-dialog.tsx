import { Box, CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { words } from '#web/lib/words.ts';

interface PictureDialogProps {
  readonly title: string;
  /** Width divided by height of what is shown. */
  readonly ratio: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One picture, as large as the screen allows. */
export function PictureDialog({ title, ratio, onClose, children }: PictureDialogProps) {
  return (
    <Dialog.Root
      open
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      placement="center"
      motionPreset="scale"
    >
      <Portal>
        <Dialog.Backdrop bg="rgb(23 19 16 / 0.7)" />
        <Dialog.Positioner p={{ base: '3', md: '6' }}>
          <Dialog.Content maxW="64rem" w="auto" minW={{ base: 'full', md: '24rem' }}>
            <Dialog.Header pe="16" pb="2">
              <Dialog.Title lineClamp={1}>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body display="grid" justifyItems="center">
              <Box style={{ width: `min(100vw - 6.5rem, 61rem, 76dvh * ${ratio})` }} minW={{ md: '20rem' }}>
                {children}
              </Box>
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label={words.close} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
