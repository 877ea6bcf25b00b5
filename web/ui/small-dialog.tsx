import { Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface SmallDialogProps {
  /** True unless the caller says otherwise: most dialogs are drawn only while they are open. */
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Stands under the title. */
  readonly description?: string;
  /** For a question before something that cannot be undone. */
  readonly isAlert?: boolean;
  /** `Dialog.Body` and `Dialog.Footer`, in a form where there is one. */
  readonly children: ReactNode;
}

/** A dialog that asks for a few answers. One that is taller than the screen scrolls as a whole. */
export function SmallDialog({
  open = true,
  onClose,
  title,
  description,
  isAlert,
  children,
}: SmallDialogProps) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      role={isAlert ? 'alertdialog' : 'dialog'}
      placement="center"
      motionPreset="slide-in-bottom"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p="4">
          <Dialog.Content maxW="md">
            <Dialog.Header flexDirection="column" gap="0.5">
              <Dialog.Title>{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description color="fg.muted">{description}</Dialog.Description>
              )}
            </Dialog.Header>
            {children}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
