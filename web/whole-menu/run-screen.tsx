import { Button, Grid, Heading, Progress, Stack } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Dish, Menu } from '#shared/api/menus.ts';
import { refreshAfterGeneration } from '#web/generations/generation-queries.ts';
import { isCutOff, LostConnection } from '#web/generations/lost-connection.tsx';
import { useSaveVariation } from '#web/generations/use-save-variation.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { noteSeen } from '#web/lib/notifications.ts';
import { forgetOpenMenu, noteOpenMenu } from '#web/lib/open-menus.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useDialogsInHistory } from '#web/lib/use-open-in-history.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { chosenOf, type DishAsk, DishCard } from './dish-card.tsx';
import { DishDialog } from './dish-dialog.tsx';
import { dishesOf, titleOf } from './earlier-menus.tsx';
import { FreeRedo } from './free-redo.tsx';
import { hasOwnLook } from './look.ts';
import { LookDialog } from './look-dialog.tsx';
import { keptPhotos } from './menu-draft.ts';
import { MenuFrame } from './menu-frame.tsx';
import { isBusy, menuQuery } from './menu-queries.ts';
import { PackButton } from './pack-button.tsx';
import { RemoveMenu } from './remove-menu.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RunStatus } from './run-status.tsx';
import { type MenuActions, useMenuActions } from './use-menu-actions.ts';
import { useOpenDish } from './use-open-dish.ts';
import { useRedoneDishes } from './use-redone-dishes.ts';
import { words } from './words.ts';

/** One menu: its progress, and its dishes. */
export function RunScreen({ userId, menuId }: { userId: string; menuId: string }) {
  const menu = useQuery(menuQuery(menuId));
  useFreshCredits(menu.data);
  const [photos] = useState(() => keptPhotos(userId, menuId));
  const isMissing =
    menu.error instanceof ApiError && ['not_found', 'invalid_input'].includes(menu.error.code);
  // It may have been removed on another device since it was read.
  if (menu.data !== undefined && !isMissing)
    return <Run menu={menu.data} photos={photos} isCutOff={isCutOff(menu)} />;
  if (menu.isPending) return <FullScreenSpinner />;
  return (
    <MenuFrame>
      {isMissing ? (
        <EmptyState
          isPage
          title={words.missing}
          text={words.missingText}
          action={
            <Button asChild size="lg">
              <Link to={paths.wholeMenu()}>{words.newMenu}</Link>
            </Button>
          }
        />
      ) : (
        <LoadFailed isPage query={menu} title={words.loadFailed} />
      )}
    </MenuFrame>
  );
}

/** Reads credits and gallery again when dishes have begun or ended. */
function useFreshCredits(menu: Menu | undefined): void {
  const client = useQueryClient();
  const progress = menu && JSON.stringify(menu.counts);
  const last = useRef(progress);
  useEffect(() => {
    const isFirst = last.current === undefined;
    last.current = progress;
    if (progress !== undefined && !isFirst) void refreshAfterGeneration(client);
  }, [progress, client]);
}

/** What a dialog asks about one dish. */
const asks = ['rename', 'look', 'remake'] as const satisfies readonly DishAsk[];

type Asked = { readonly dish: Dish; readonly ask: (typeof asks)[number] };

/** Name of the dialog in the history. */
const nameOf = ({ dish, ask }: Asked) => `${ask} dish ${dish.number}`;

/** Makes other pages report the end of this menu. On this page the user sees it. */
function useEndNotice(menu: Menu): void {
  const client = useQueryClient();
  const isOpen = isBusy(menu);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen) noteOpenMenu(menu.id);
    else forgetOpenMenu(menu.id);
    if (wasOpen.current && !isOpen) void noteSeen(client);
    wasOpen.current = isOpen;
  }, [isOpen, menu.id, client]);
}

interface RunProps {
  readonly menu: Menu;
  readonly photos: readonly (string | null)[];
  readonly isCutOff: boolean;
}

function Run({ menu, photos, isCutOff }: RunProps) {
  const title = titleOf(menu);
  useDocumentTitle(title);
  useEndNotice(menu);
  const actions = useMenuActions(menu.id);
  const redone = useRedoneDishes(menu);
  const { mutate: save } = useSaveVariation();
  const dialogs = useDialogsInHistory();
  const { open } = dialogs;
  const asked = menu.dishes
    .flatMap((dish) => asks.map((ask): Asked => ({ dish, ask })))
    .find((each) => dialogs.isOpen(nameOf(each)));
  const viewed = useOpenDish(menu.id);
  const { open: view } = viewed;
  const onAsk = useCallback(
    (dish: Dish, ask: DishAsk) => {
      if (ask === 'view') return view(dish.number);
      if (ask !== 'download') return open(nameOf({ dish, ask }));
      const chosen = chosenOf(dish);
      if (chosen) save(chosen);
    },
    [open, save, view],
  );
  const all = dishesOf(menu);
  const [first] = menu.dishes;
  return (
    <MenuFrame back={{ to: paths.wholeMenu(), label: words.collectTitle }}>
      <Stack gap="4" mb="6">
        <Heading as="h1" tabIndex={-1} outline="none" fontSize={{ base: 'lg', md: 'xl' }}>
          {title}
        </Heading>
        <Progress.Root value={(menu.counts.done / all) * 100} colorPalette="basil" maxW="40rem">
          <Progress.Label fontWeight="500" fontVariantNumeric="tabular-nums" role="status">
            {words.doneOf(menu.counts.done, all)}
          </Progress.Label>
          <Progress.Track mt="2" borderRadius="pill">
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
        {isCutOff && isBusy(menu) && <LostConnection />}
        <RunStatus menu={menu} actions={actions} />
        <PackButton menu={menu} />
      </Stack>
      {menu.state === 'paused' && menu.pausedFor === 'approval' && first && (
        <ApprovalPanel key={first.generation?.id} menu={menu} first={first} actions={actions} />
      )}
      <Grid
        as="ul"
        gap={{ base: '3', md: '5' }}
        templateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
          '2xl': 'repeat(5, minmax(0, 1fr))',
        }}
      >
        {menu.dishes.map((dish) => (
          <DishCard
            key={dish.number}
            dish={dish}
            hasOwnLook={hasOwnLook(dish, menu)}
            kept={photos[dish.number - 1] ?? null}
            isMadeAgain={redone.has(dish.number)}
            onAsk={onAsk}
          />
        ))}
      </Grid>
      <ViewedDish menu={menu} viewed={viewed} actions={actions} />
      {asked && (
        <DishDialogs
          menu={menu}
          asked={asked}
          onClose={() => dialogs.close(nameOf(asked))}
          actions={actions}
          photos={photos}
        />
      )}
      {!isBusy(menu) && <RemoveMenu menu={menu} />}
    </MenuFrame>
  );
}

interface ViewedDishProps {
  readonly menu: Menu;
  readonly viewed: ReturnType<typeof useOpenDish>;
  readonly actions: MenuActions;
}

/** The pictures of the dish that the address names, if it has any. */
function ViewedDish({ menu, viewed, actions }: ViewedDishProps) {
  const shown = menu.dishes.filter((each) => chosenOf(each) !== undefined);
  const at = shown.findIndex(({ number }) => number === viewed.number);
  const dish = shown[at];
  if (dish === undefined) return null;
  const to = (other: Dish | undefined) => other && (() => viewed.show(other.number));
  return (
    <DishDialog
      dish={dish}
      targets={menu.targets}
      actions={actions}
      onClose={viewed.close}
      onPrevious={to(shown[at - 1])}
      onNext={to(shown[at + 1])}
    />
  );
}

interface DishDialogsProps {
  readonly menu: Menu;
  readonly asked: Asked;
  readonly onClose: () => void;
  readonly actions: MenuActions;
  readonly photos: readonly (string | null)[];
}

/** The dialog about one dish. */
function DishDialogs({ menu, asked: { dish, ask }, onClose, actions, photos }: DishDialogsProps) {
  if (ask === 'rename') return <RenameDialog menuId={menu.id} dish={dish} onClose={onClose} />;
  const fallback = dish.generation?.originalUrl ?? photos[dish.number - 1] ?? '/samples/salad.jpg';
  return (
    <LookDialog
      title={ask === 'look' ? words.lookOf(dish.name) : words.remakeOf(dish.name)}
      look={dish.look}
      menuLook={menu.look}
      fallback={fallback}
      onClose={onClose}
      {...(ask === 'remake' && { action: words.remakeAction })}
      onChoose={(look) => (ask === 'look' ? actions.setLook(dish, look) : actions.remake(dish, look))}
    >
      {ask === 'remake' && <FreeRedo dish={dish} actions={actions} onStarted={onClose} />}
    </LookDialog>
  );
}
