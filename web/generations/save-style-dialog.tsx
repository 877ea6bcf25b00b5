import { Checkbox, Dialog, Field, Input, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import type { SaveStyle, Styles } from '#shared/api/styles.ts';
import { maxStyleNameLength } from '#shared/domain/limits.ts';
import { notify } from '#web/lib/notify.ts';
import { newId } from '#web/lib/server-time.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { useChangeStyles } from './style-queries.ts';
import { words } from './words.ts';

interface SaveStyleDialogProps {
  readonly part: Pick<SaveStyle, 'studio' | 'menu'>;
  readonly styles: Styles;
  readonly onClose: () => void;
}

/** Saves a look under a name. The name of an existing style replaces that style's look. */
export function SaveStyleDialog({ part, styles, onClose }: SaveStyleDialogProps) {
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(styles.items.length === 0);
  // Attempts share one id (idempotency key), so that a repetition creates no second style.
  const [newStyleId] = useState(() => newId());
  const { save } = useChangeStyles();
  const known = styles.items.find((style) => style.name.toLowerCase() === name.trim().toLowerCase());
  const problem = tooLong(name.trim(), maxStyleNameLength);
  const isNowDefault = isDefault || (known !== undefined && known.id === styles.defaultId);
  return (
    <SmallDialog onClose={onClose} title={words.saveLook} description={words.saveLookText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            {
              styleId: known?.id ?? newStyleId,
              name: known?.name ?? name.trim(),
              ...part,
              isDefault: isNowDefault,
            },
            {
              onSuccess: () => {
                notify.success(words.lookSaved(known?.name ?? name.trim()));
                onClose();
              },
            },
          );
        }}
      >
        <Dialog.Body>
          <Stack gap="4">
            <Field.Root invalid={problem !== undefined}>
              <Field.Label>{words.styleName}</Field.Label>
              <Input
                value={name}
                placeholder={words.styleNamePlaceholder}
                onChange={({ target }) => setName(target.value)}
              />
              <Field.ErrorText role="alert">{problem}</Field.ErrorText>
              {known && <Field.HelperText>{words.replacesLook(known.name)}</Field.HelperText>}
            </Field.Root>
            <Checkbox.Root
              minH="11"
              checked={isNowDefault}
              onCheckedChange={({ checked }) => setDefault(checked === true)}
            >
              <Checkbox.HiddenInput />
              <Checkbox.Control />
              <Checkbox.Label>{words.useAlways}</Checkbox.Label>
            </Checkbox.Root>
          </Stack>
        </Dialog.Body>
        <SmallDialogFooter
          onCancel={onClose}
          action={words.save}
          isPending={save.isPending}
          disabled={name.trim() === '' || problem !== undefined}
        />
      </form>
    </SmallDialog>
  );
}
