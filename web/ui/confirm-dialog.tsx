import { Dialog, Text } from '@chakra-ui/react';
import { SmallDialog, SmallDialogFooter } from './small-dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** The label of the other button; “Cancel” unless the caller says otherwise. */
  readonly cancel?: string;
  /** Whether the other button is the better choice, and looks like it. */
  readonly advisesCancel?: boolean;
  readonly onConfirm: () => void;
  /** Called after `onClose` by a cancel button that does more than close. */
  readonly onCancel?: () => void;
  readonly onClose: () => void;
  /** The element that gets the focus afterwards; null for the one that had it before. */
  readonly finalFocus?: () => HTMLElement | null;
}

/** Asks before something that cannot be undone. The cancelling button has the initial focus. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirm,
  cancel,
  advisesCancel = false,
  onConfirm,
  onCancel,
  onClose,
  finalFocus,
}: ConfirmDialogProps) {
  return (
    <SmallDialog open={open} onClose={onClose} title={title} isAlert {...(finalFocus && { finalFocus })}>
      <Dialog.Body>
        <Text color="fg.muted">{text}</Text>
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={() => {
          onClose();
          onCancel?.();
        }}
        {...(cancel !== undefined && { cancel })}
        advisesCancel={advisesCancel}
        action={confirm}
        onAction={() => {
          onClose();
          onConfirm();
        }}
      />
    </SmallDialog>
  );
}
