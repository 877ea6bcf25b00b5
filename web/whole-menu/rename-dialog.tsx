import { Dialog, Field, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { maxNameLength } from './dish-name.ts';
import { words } from './words.ts';

interface RenameDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRename: (name: string) => void;
}

/** Asks for another name of a dish. */
export function RenameDialog({ name, onClose, onRename }: RenameDialogProps) {
  const [text, setText] = useState(name);
  return (
    <SmallDialog title={words.renameOf(name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          if (text.trim() !== name) onRename(text.trim());
        }}
      >
        <Dialog.Body>
          <Field.Root>
            <Field.Label>{words.dishName}</Field.Label>
            <Input value={text} maxLength={maxNameLength} onChange={({ target }) => setText(target.value)} />
          </Field.Root>
        </Dialog.Body>
        <SmallDialogFooter onCancel={onClose} action={words.rename} disabled={text.trim() === ''} />
      </form>
    </SmallDialog>
  );
}
