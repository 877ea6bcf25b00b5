import { Dialog, Text } from '@chakra-ui/react';
import { SmallDialog, SmallDialogFooter } from './small-dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. Cancel has the focus first. */
export function ConfirmDialog({ open, title, text, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <SmallDialog open={open} onClose={onClose} title={title} isAlert>
      <Dialog.Body>
        <Text color="fg.muted">{text}</Text>
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={onClose}
        action={confirm}
        onAction={() => {
          onClose();
          onConfirm();
        }}
      />
    </SmallDialog>
  );
}
