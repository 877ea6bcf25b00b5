import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { Menu } from '#shared/api/menus.ts';
import { isRefusedUnseen, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { noteOpenMenu } from '#web/lib/open-menus.ts';
import { newId } from '#web/lib/server-time.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { paths } from '#web/paths.ts';
import { titleOf } from './earlier-menus.tsx';
import { createRequest, type MenuDraft, type Row, startedRows } from './menu-draft.ts';
import { menuQuery, menusQuery } from './menu-queries.ts';
import { startMenu } from './start-menu.ts';
import { words } from './words.ts';

/** Sends the menu, then opens its screen, or tells a user who has left that it is being made. */
export function useStartMenu(
  draft: MenuDraft,
  change: (changes: Partial<Omit<MenuDraft, 'rows' | 'refused'>>) => void,
  onStarted: (menu: Menu, rows: readonly Row[]) => void,
) {
  const [isStarting, setStarting] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  async function send(id: string, isRepeat: boolean): Promise<void> {
    // The draft is saved with the id (idempotency key) before the request is sent, so that the request is repeated if
    // the page is closed in between.
    flushSync(() => change({ unansweredId: id }));
    const started = await startMenu(createRequest(draft, id), isRepeat);
    switch (started.outcome) {
      case 'unusable-id':
        return send(newId(), false);
      case 'unanswered':
        notify.error(words.notStarted, {
          description: isRefusedUnseen(started.error) ? messageOf(started.error) : words.unanswered,
        });
        return;
      case 'refused':
        change({ unansweredId: null });
        notify.error(words.notStarted, { description: messageOf(started.error) });
        return;
    }
    const { menu, isEarlier } = started;
    const rows = startedRows(draft.rows, menu);
    const isAdded = rows.length < draft.rows.length;
    if (isEarlier) notify.info(words.startedEarlier, isAdded ? { description: words.addedSince } : {});
    // Before leaving the screen, which saves the draft as last rendered.
    flushSync(() => onStarted(menu, rows));
    client.setQueryData(menuQuery(menu.id).queryKey, menu);
    void client.invalidateQueries({ queryKey: menusQuery.queryKey });
    const openMenu = () => void navigate(paths.wholeMenu(menu.id));
    if (isMounted.current) return openMenu();
    noteOpenMenu(menu.id);
    notify.success(words.isStarted(titleOf(menu)), {
      action: { label: words.openMenu, onClick: openMenu },
    });
  }
  async function start(): Promise<void> {
    setStarting(true);
    await send(draft.unansweredId ?? newId(), draft.unansweredId !== null);
    setStarting(false);
  }
  return { isStarting, start: () => void start() };
}
