import { useCallback, useRef, useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { words } from './words.ts';

interface DeleteQuestion {
  /** Ids of all images in their order on the screen. */
  readonly listed: readonly string[];
  /** Called if the answer is yes. */
  readonly onDelete: (ids: readonly string[]) => void;
}

/** Asks before images are deleted. Afterwards, the image that follows them has the focus. */
export function useDeleteQuestion({ listed, onDelete }: DeleteQuestion) {
  /** Ids of the images of the question; none while nothing is asked. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  /** The image that gets the focus; undefined unless the answer was yes. */
  const following = useRef<string>(undefined);
  const ask = useCallback((ids: readonly string[]) => {
    following.current = undefined;
    setAsked(ids);
  }, []);
  const isSeveral = asked.length > 1;
  return {
    ask,
    dialog: (
      <ConfirmDialog
        open={asked.length > 0}
        title={isSeveral ? words.deleteChosenTitle(asked.length) : words.deleteTitle}
        text={isSeveral ? words.deleteChosenText : words.deleteText}
        confirm={words.delete}
        onClose={() => setAsked([])}
        onConfirm={() => {
          following.current = followingOf(asked, listed);
          onDelete(asked);
        }}
        // The card that had the focus is gone once its image is deleted.
        finalFocus={() => document.querySelector<HTMLElement>(`[data-image="${following.current}"] button`)}
      />
    ),
  };
}

/** The image that takes the place of the first deleted one; the last image if there is none after them. */
function followingOf(deleted: readonly string[], listed: readonly string[]): string | undefined {
  const first = listed.findIndex((id) => deleted.includes(id));
  const rest = listed.filter((id) => !deleted.includes(id));
  return rest[Math.min(first, rest.length - 1)];
}
