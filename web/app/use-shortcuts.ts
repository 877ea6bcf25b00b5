import { useEffect, useEffectEvent } from 'react';
import { useShortcutSetting } from './shortcut-setting.ts';
import { isFreeKey, type ShortcutAction, shortcutReader } from './shortcuts.ts';

/** Performs the action of each shortcut that is pressed, unless shortcuts are switched off. */
export function useShortcuts(perform: (action: ShortcutAction) => void): void {
  const areOn = useShortcutSetting();
  const act = useEffectEvent(perform);
  useEffect(() => {
    if (!areOn) return;
    const read = shortcutReader();
    const press = (event: KeyboardEvent) => {
      if (!isFreeKey(event)) return;
      const action = read(event.key, event.timeStamp);
      if (action === undefined) return;
      event.preventDefault();
      act(action);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [areOn]);
}

/** Clicks the button that the open screen has marked for a shortcut, if there is one. */
export function pressMarked(name: 'new' | 'go-on' | 'next' | 'previous'): void {
  document.querySelector<HTMLButtonElement>(`[data-shortcut="${name}"]:not(:disabled)`)?.click();
}

/** Maximum time to wait for a screen to open, in milliseconds. */
const openingTime = 5_000;

/** Focuses the search field of the open screen, or of the screen that is being opened. */
export function focusSearch(): void {
  const focus = () => {
    const field = document.querySelector<HTMLElement>('[data-search]');
    field?.focus();
    return field !== null;
  };
  if (focus()) return;
  const watcher = new MutationObserver(() => {
    if (focus()) watcher.disconnect();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watcher.disconnect(), openingTime);
}
