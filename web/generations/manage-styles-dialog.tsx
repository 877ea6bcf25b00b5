import { Button, Dialog, Field, HStack, IconButton, Input, Stack, Text } from '@chakra-ui/react';
import { Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Style, Styles } from '#shared/api/styles.ts';
import { maxStyleNameLength } from '#shared/domain/limits.ts';
import { words as common } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SmallDialog } from '#web/ui/small-dialog.tsx';
import { useChangeStyles } from './style-queries.ts';
import { tooLong } from './text-problem.ts';
import { words } from './words.ts';

interface ManageStylesDialogProps {
  readonly styles: Styles;
  readonly onClose: () => void;
}

/** Renames and deletes house styles, and chooses the default for new pictures. */
export function ManageStylesDialog({ styles, onClose }: ManageStylesDialogProps) {
  return (
    <SmallDialog onClose={onClose} title={words.houseStyles} description={words.manageStylesText}>
      <Dialog.Body>
        <Stack as="ul" listStyleType="none" gap="3">
          {styles.items.map((style) => (
            <StyleRow key={style.id} style={style} isDefault={style.id === styles.defaultId} />
          ))}
        </Stack>
        {styles.items.length === 0 && <Text color="fg.muted">{words.noStyles}</Text>}
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose}>{common.close}</Button>
      </Dialog.Footer>
    </SmallDialog>
  );
}

function StyleRow({ style, isDefault }: { style: Style; isDefault: boolean }) {
  const { id, name } = style;
  const [text, setText] = useState(name);
  const [isDeleting, setDeleting] = useState(false);
  const { save, remove } = useChangeStyles();
  const problem = tooLong(text.trim(), maxStyleNameLength);
  const rename = () => {
    if (text.trim() === name || problem !== undefined) return;
    if (text.trim() === '') setText(name);
    else save.mutate({ styleId: id, name: text.trim() }, { onError: () => setText(name) });
  };
  return (
    <HStack as="li" gap="1" align="start">
      <Field.Root flex="1" invalid={problem !== undefined}>
        <Input
          aria-label={words.nameOfStyle(name)}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={rename}
          onKeyDown={({ key }) => {
            if (key === 'Enter') rename();
          }}
        />
        <Field.ErrorText role="alert">{problem}</Field.ErrorText>
      </Field.Root>
      <IconButton
        variant="ghost"
        aria-label={words.makeDefault(name)}
        aria-pressed={isDefault}
        loading={save.isPending}
        onClick={() => save.mutate({ styleId: id, name, isDefault: !isDefault })}
      >
        <Star size={19} fill={isDefault ? 'currentColor' : 'none'} />
      </IconButton>
      <IconButton
        variant="ghost"
        aria-label={words.deleteStyle(name)}
        loading={remove.isPending}
        onClick={() => setDeleting(true)}
      >
        <Trash2 size={19} />
      </IconButton>
      <ConfirmDialog
        open={isDeleting}
        title={words.deleteStyleTitle}
        text={words.deleteStyleText(name)}
        confirm={words.delete}
        onConfirm={() => remove.mutate(id)}
        onClose={() => setDeleting(false)}
      />
    </HStack>
  );
}
