import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import css from './notice.module.css';
import { words } from './words.ts';

interface Notice {
  readonly text: string;
  readonly type: 'success' | 'error';
}

const shownForMs = 6000;

let current: Notice | undefined;
const listeners = new Set<() => void>();

function set(notice: Notice | undefined): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Short messages that float over a public page; a new one takes the place of the old. */
export const tell = {
  success: (text: string) => set({ text, type: 'success' }),
  error: (text: string) => set({ text, type: 'error' }),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where notices appear. The region is always there, so that screen readers hear of a change in it. */
export function NoticeRegion() {
  const notice = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
  useEffect(() => {
    if (notice === undefined) return;
    const timer = setTimeout(() => set(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const Icon = notice?.type === 'error' ? CircleAlert : Check;
  return (
    <div className={css.region} role="status">
      {notice && (
        <div className={css.notice} data-type={notice.type}>
          <Icon size={20} aria-hidden />
          <span>{notice.text}</span>
          <button type="button" aria-label={words.dismiss} onClick={() => set(undefined)}>
            <X size={18} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
