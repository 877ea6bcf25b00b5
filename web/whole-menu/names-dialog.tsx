import { Button, chakra, Dialog, Field, Stack, Text, Textarea } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import type { Row } from './menu-draft.ts';
import { decodeText, matchNames, readNames } from './name-list.ts';
import { words } from './words.ts';

interface NamesDialogProps {
  readonly rows: readonly Row[];
  readonly onClose: () => void;
  readonly onNames: (names: ReadonlyMap<string, string>) => void;
}

/** Names all dishes at once, from a pasted list or a CSV file. Shows how many names match before they are used. */
export function NamesDialog({ rows, onClose, onNames }: NamesDialogProps) {
  const [text, setText] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const matched = matchNames(readNames(text), rows);
  const size = matched.names.size;
  const question = useDiscardQuestion(text.trim() !== '', onClose);
  return (
    <>
      <SmallDialog title={words.namesTitle} description={words.namesText} onClose={question.close}>
        <Dialog.Body>
          <Stack gap="3" align="start">
            <Field.Root>
              <Field.Label>{words.namesLabel}</Field.Label>
              <Textarea
                rows={8}
                value={text}
                placeholder={words.namesPlaceholder}
                onChange={({ target }) => setText(target.value)}
              />
            </Field.Root>
            <Button variant="outline" colorPalette="gray" onClick={() => file.current?.click()}>
              {words.namesFile}
            </Button>
            <chakra.input
              ref={file}
              type="file"
              hidden
              aria-label={words.namesFile}
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              onChange={async ({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                currentTarget.value = '';
                if (chosen) setText(decodeText(await chosen.arrayBuffer()));
              }}
            />
            <Text role="status" color={text !== '' && size === 0 ? 'fg.error' : 'fg.muted'}>
              {text === '' ? '' : words.namesMatched(size, rows.length, matched.unused)}
            </Text>
          </Stack>
        </Dialog.Body>
        <SmallDialogFooter
          onCancel={question.close}
          action={words.namesUse}
          disabled={size === 0}
          onAction={() => {
            question.leave(onClose);
            onNames(matched.names);
          }}
        />
      </SmallDialog>
      <DiscardDialog question={question} title={words.discardListTitle} text={words.discardListText} />
    </>
  );
}
