import { Dialog, Field, Input } from '@chakra-ui/react';
import { useState } from 'react';
import type { Dish } from '#shared/api/menus.ts';
import { maxNameLength } from '#shared/domain/limits.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { useRenameDish } from './use-menu-actions.ts';
import { words } from './words.ts';

interface RenameDialogProps {
  readonly menuId: string;
  readonly dish: Pick<Dish, 'number' | 'name'>;
  readonly onClose: () => void;
}

/** Asks for another name of a dish, and keeps it until it is saved. */
export function RenameDialog({ menuId, dish: { number, name }, onClose }: RenameDialogProps) {
  const [text, setText] = useState(name);
  const typed = text.trim();
  const unfit = tooLong(typed, maxNameLength);
  const save = useRenameDish(menuId, number);
  const question = useDiscardQuestion(typed !== name && !save.isPending, onClose);
  const done = () => question.leave(onClose);
  return (
    <>
      <SmallDialog title={words.renameOf(name)} onClose={question.close}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed === name) done();
            else save.mutate(typed, { onSuccess: done });
          }}
        >
          <Dialog.Body>
            <Field.Root invalid={save.isError || unfit !== undefined} readOnly={save.isPending}>
              <Field.Label>{words.dishName}</Field.Label>
              <Input
                dir="auto"
                value={text}
                onChange={({ target }) => {
                  save.reset();
                  setText(target.value);
                }}
              />
              <Field.ErrorText role="alert">
                {unfit ?? (save.isError && messageOf(save.error))}
              </Field.ErrorText>
            </Field.Root>
          </Dialog.Body>
          <SmallDialogFooter
            onCancel={question.close}
            action={words.rename}
            isPending={save.isPending}
            disabled={typed === '' || unfit !== undefined}
          />
        </form>
      </SmallDialog>
      <DiscardDialog question={question} title={words.discardTitle} text={words.discardText} />
    </>
  );
}
