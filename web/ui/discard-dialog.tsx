import type { DiscardQuestion } from '#web/lib/use-discard-question.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { words } from './words.ts';

interface DiscardDialogProps {
  readonly question: DiscardQuestion;
  readonly title?: string;
  readonly text?: string;
  readonly confirm?: string;
  readonly cancel?: string;
}

/** The question of `useDiscardQuestion`. */
export function DiscardDialog({
  question,
  title = words.discardTitle,
  text = words.discardText,
  confirm = words.discard,
  cancel = words.keepEditing,
}: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={question.isAsked}
      title={title}
      text={text}
      confirm={confirm}
      cancel={cancel}
      onConfirm={question.discard}
      onClose={question.stay}
    />
  );
}
