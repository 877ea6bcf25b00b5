import { Button, Dialog } from '@chakra-ui/react';
import { words as common } from '#web/lib/words.ts';
import { SmallDialog } from '#web/ui/small-dialog.tsx';
import { BrandKit } from './brand-kit.tsx';
import { words } from './brand-kit-words.ts';

/** The brand kit in a dialog over the screen that is being edited, which stays unchanged. */
export function BrandKitDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <SmallDialog onClose={onClose} title={words.title} description={words.text}>
      <Dialog.Body>
        <BrandKit onSaved={onClose} />
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" onClick={onClose}>
          {common.close}
        </Button>
      </Dialog.Footer>
    </SmallDialog>
  );
}
