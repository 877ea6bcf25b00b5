import { Button, Dialog, Field, HStack, IconButton, Input, Stack, Text } from '@chakra-ui/react';
import { Star, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Style, Styles } from '#shared/api/styles.ts';
import { maxStyleNameLength } from '#shared/domain/limits.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { words as common } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { SmallDialog } from '#web/ui/small-dialog.tsx';
import { useChangeStyles } from './style-queries.ts';
import { words } from './words.ts';

interface ManageStylesDialogProps {
  readonly styles: Styles;
  readonly onClose: () => void;
}

/** Renames and deletes house styles, and chooses the default for new pictures. */
export function ManageStylesDialog({ styles, onClose }: ManageStylesDialogProps) {
  const list = useRef<HTMLDivElement>(null);
  /** The names as they were typed, by the id of the style. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const isUnfit = styles.items.some(({ id }) => problemOf(typed[id] ?? '') !== undefined);
  // By Back, a name that cannot be saved would be lost.
  const question = useDiscardQuestion(isUnfit, onClose);
  function close(): void {
    const unfit = list.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (unfit) unfit.focus();
    else onClose();
  }
  return (
    <SmallDialog onClose={close} title={words.houseStyles} description={words.manageStylesText}>
      <Dialog.Body>
        <Stack ref={list} as="ul" listStyleType="none" gap="3">
          {styles.items.map((style) => (
            <StyleRow
              key={style.id}
              style={style}
              isDefault={style.id === styles.defaultId}
              text={typed[style.id] ?? style.name}
              onText={(text) => setTyped((others) => ({ ...others, [style.id]: text }))}
            />
          ))}
        </Stack>
        {styles.items.length === 0 && <Text color="fg.muted">{words.noStyles}</Text>}
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={close}>{common.close}</Button>
      </Dialog.Footer>
      <DiscardDialog question={question} />
    </SmallDialog>
  );
}

function problemOf(name: string): string | undefined {
  return tooLong(name.trim(), maxStyleNameLength);
}

interface StyleRowProps {
  readonly style: Style;
  readonly isDefault: boolean;
  /** Its name as it was typed. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

function StyleRow({ style, isDefault, text, onText }: StyleRowProps) {
  const { id, name } = style;
  const [isDeleting, setDeleting] = useState(false);
  const { save, remove } = useChangeStyles();
  const problem = problemOf(text);
  const written = text.trim();
  const isFit = written !== '' && problem === undefined;
  const saved = save.isPending ? save.variables.name : name;
  const rename = () => {
    if (isFit && written !== saved)
      save.mutate({ styleId: id, name: written }, { onError: () => onText(name) });
    else if (written === '') onText(name);
  };
  const renameAtLast = useEffectEvent(() => {
    if (remove.isIdle) rename();
  });
  // Back closes the dialog around the field, which then is not left.
  useEffect(() => () => renameAtLast(), []);
  return (
    <HStack as="li" gap="1" align="start">
      <Field.Root flex="1" invalid={problem !== undefined}>
        <Input
          aria-label={words.nameOfStyle(name)}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onBlur={rename}
          onKeyDown={({ key, nativeEvent }) => {
            // While Japanese or Chinese is typed, Enter chooses a word.
            if (key === 'Enter' && !nativeEvent.isComposing) rename();
          }}
        />
        <Field.ErrorText role="alert">{problem}</Field.ErrorText>
      </Field.Root>
      <IconButton
        variant="ghost"
        aria-label={words.makeDefault(name)}
        aria-pressed={isDefault}
        // A press right after typing follows the save of the name, which must not disable the star.
        loading={save.isPending && save.variables.isDefault !== undefined}
        // The press may follow the change of the name, whose reply would otherwise be overwritten.
        onClick={() => save.mutate({ styleId: id, name: isFit ? written : name, isDefault: !isDefault })}
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
