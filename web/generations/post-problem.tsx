import { isConflict, messageOf } from '#web/lib/api-error.ts';
import { InlineAlert } from '#web/ui/inline-alert.tsx';
import { words } from './post-words.ts';

interface PostProblemProps {
  readonly error: unknown;
  /** Loads the stored text. */
  readonly onReload: () => void;
}

/** Says that what was typed has given way to a text of another tab, and brings it back. */
export function WordsAside({ onUse }: { readonly onUse: () => void }) {
  return <InlineAlert status="info" title={words.aside} action={{ name: words.useAside, run: onUse }} />;
}

/** Why a post was not written or saved, and what to do. */
export function PostProblem({ error, onReload }: PostProblemProps) {
  return (
    <InlineAlert
      status="error"
      title={messageOf(error)}
      {...(isConflict(error) && {
        text: words.conflictText,
        action: { name: words.loadOther, run: onReload },
      })}
    />
  );
}
