import { Button, Dialog } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import type { Look } from '#shared/api/menus.ts';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { isSameLook } from './look.ts';
import { LookChoices } from './look-choices.tsx';
import { words } from './words.ts';

interface LookDialogProps {
  readonly title: string;
  /** Null: the look of the menu. */
  readonly look: Look | null;
  readonly menuLook: Look;
  readonly fallback: string;
  readonly onClose: () => void;
  readonly onChoose: (look: Look | null) => void;
  /** The label of the primary button; `Use this look` by default. */
  readonly action?: string;
  /** Content above the choices. */
  readonly children?: ReactNode;
}

/** Chooses a look for one dish, or resets it to the look of the menu. */
export function LookDialog(props: LookDialogProps) {
  const { title, look, menuLook, fallback, onClose, onChoose, action = words.useLook, children } = props;
  const [chosen, setChosen] = useState(look ?? menuLook);
  const choose = (next: Look | null) => {
    onClose();
    onChoose(next);
  };
  return (
    <SmallDialog title={title} onClose={onClose}>
      <Dialog.Body>
        {children}
        <Button variant="outline" colorPalette="gray" size="sm" minH="11" onClick={() => setChosen(menuLook)}>
          {words.asMenu}
        </Button>
        <LookChoices look={chosen} onChange={setChosen} fallback={fallback} />
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={onClose}
        action={action}
        onAction={() => choose(isSameLook(chosen, menuLook) ? null : chosen)}
      />
    </SmallDialog>
  );
}
