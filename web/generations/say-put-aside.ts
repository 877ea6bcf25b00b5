import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

/** Tells the user that another picture has replaced an unfinished one; also if a request of that one got no answer. */
export function sayPutAside(undo: () => void, { isUnanswered = false } = {}): void {
  notify.info(words.putAside, {
    ...(isUnanswered && { description: words.leftUnanswered }),
    action: { label: words.undo, onClick: undo },
  });
}
