import { Alert, Box, Button, Field, Grid, Heading, Input, Stack, Switch, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router-dom';
import type { Menu } from '#shared/api/menus.ts';
import { useCreditsOffer } from '#web/generations/insufficient-credits.tsx';
import { MenuStyles } from '#web/generations/menu-styles.tsx';
import { focusTargets, TargetChoices } from '#web/generations/target-choices.tsx';
import { useMe } from '#web/lib/account.ts';
import { isRefusedUnseen, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useIsSavingMask } from '#web/lib/saving-mask.ts';
import { newId } from '#web/lib/server-time.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { useSavedDraft } from '#web/lib/use-saved-draft.ts';
import { paths } from '#web/paths.ts';
import { takeHandedPhotos } from '#web/photos/handed-photos.ts';
import { words as photoWords } from '#web/photos/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { CostPanel } from './cost-panel.tsx';
import { DishList } from './dish-list.tsx';
import { EarlierMenus } from './earlier-menus.tsx';
import { countWithoutDish } from './kept-dishes.ts';
import { LookChoices } from './look-choices.tsx';
import { LookDialog } from './look-dialog.tsx';
import {
  createRequest,
  emptyDraft,
  keepPhotos,
  leftOutNotes,
  loadDraft,
  type MenuDraft,
  type Row,
  saveDraft,
  startedRows,
} from './menu-draft.ts';
import { ActionBar, MenuFrame } from './menu-frame.tsx';
import { menuQuery, menusQuery } from './menu-queries.ts';
import { PhotosDrop, pickMenuPhotos } from './photos-drop.tsx';
import { startMenu } from './start-menu.ts';
import { type DishUploads, useDishUploads } from './use-dish-uploads.ts';
import { words } from './words.ts';

/** The screen for putting a menu together: photos with their names, platforms, one look, and the cost. */
export function CollectScreen({ userId }: { userId: string }) {
  useDocumentTitle(words.collectTitle);
  const [initial] = useState(() => loadDraft(userId));
  const [choices, setChoices] = useState<Omit<MenuDraft, 'rows'>>(initial);
  const uploads = useDishUploads(initial.rows, leftOutNotes(initial));
  const { rows } = uploads;
  const takeHanded = useEffectEvent(() => {
    const handed = takeHandedPhotos();
    if (handed.length > 0) uploads.add(handed);
  });
  useEffect(() => takeHanded(), []);
  const draft = useMemo<MenuDraft>(() => ({ ...choices, rows }), [choices, rows]);
  const save = useCallback((next: MenuDraft) => saveDraft(userId, next), [userId]);
  useSavedDraft(draft, save, choices.unansweredId ?? '');
  const change = (changes: Partial<Omit<MenuDraft, 'rows'>>) =>
    setChoices((current) => ({ ...current, ...changes }));
  const { isStarting, start } = useStart(draft, change, (menu, started) => {
    keepPhotos(userId, menu, started);
    // The next menu starts with the same platforms and look.
    const { targets, look } = draft;
    setChoices({ ...emptyDraft, targets, look });
    uploads.clear(started);
  });
  const notice = useNotice();
  const [lookKey, setLookKey] = useState<string>();
  const lookRow = uploads.rows.find(({ key }) => key === lookKey);
  const fallback = uploads.rows.find(({ preview }) => preview !== null)?.preview ?? '/samples/salad.jpg';

  return (
    <MenuFrame>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(22rem, 31rem)' }}
        columnGap="8"
        rowGap="6"
      >
        <Box minW="0">
          <PanelTitle title={words.collectTitle} text={words.collectText} />
          <PhotosDrop onFiles={uploads.add} isReading={uploads.isReading} />
          <Notes notes={uploads.notes} />
          <DishList uploads={uploads} onLook={setLookKey} />
        </Box>
        <Box minW="0">
          <TargetChoices targets={choices.targets} onChange={(targets) => change({ targets })} />
          <Heading as="h2" fontSize="md" mt="6">
            {words.look}
          </Heading>
          <MenuStyles
            look={choices.look}
            plain={emptyDraft.look}
            isNew={uploads.rows.length === 0}
            onChange={(look) => change({ look })}
          />
          <LookChoices look={choices.look} onChange={(look) => change({ look })} fallback={fallback} />
          <Field.Root mt="6" gap="1">
            <Field.Label fontSize="xs" color="fg.muted">
              {words.menuName}
            </Field.Label>
            <Input
              value={choices.name}
              maxLength={100}
              placeholder={words.menuNamePlaceholder}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field.Root>
          <FirstDishSwitch
            checked={choices.firstDishFirst}
            onChange={(firstDishFirst) => change({ firstDishFirst })}
          />
          <CostPanel draft={draft} />
          {notice && (
            <Text mt="5" fontSize="xs" color="fg.muted">
              {notice}
            </Text>
          )}
          <ActionBar>
            <PrimaryButton
              draft={draft}
              isReading={uploads.isReading}
              isStarting={isStarting}
              onStart={start}
            />
          </ActionBar>
        </Box>
      </Grid>
      <EarlierMenus />
      {lookRow && (
        <LookDialog
          title={words.lookOf(lookRow.name)}
          look={lookRow.look}
          menuLook={choices.look}
          fallback={lookRow.preview ?? fallback}
          onClose={() => setLookKey(undefined)}
          onChoose={(look) => uploads.change(lookRow.key, { look })}
        />
      )}
    </MenuFrame>
  );
}

/** Sends the menu, then opens its screen. */
function useStart(
  draft: MenuDraft,
  change: (changes: Partial<Omit<MenuDraft, 'rows'>>) => void,
  onStarted: (menu: Menu, rows: readonly Row[]) => void,
) {
  const [isStarting, setStarting] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
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
    navigate(paths.wholeMenu(menu.id));
  }
  async function start(): Promise<void> {
    setStarting(true);
    await send(draft.unansweredId ?? newId(), draft.unansweredId !== null);
    setStarting(false);
  }
  return { isStarting, start: () => void start() };
}

function Notes({ notes }: Pick<DishUploads, 'notes'>) {
  if (notes.length === 0) return null;
  return (
    <Alert.Root status="warning" role="alert" borderRadius="card" mt="3">
      <Alert.Indicator />
      <Stack as="ul" gap="1" listStyleType="none" minW="0">
        {notes.map((note) => (
          <Text as="li" key={note} wordBreak="break-word">
            {note}
          </Text>
        ))}
      </Stack>
    </Alert.Root>
  );
}

function FirstDishSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <Box mt="4" px="4" py="2" borderWidth="1px" borderColor="border" borderRadius="card">
      <Switch.Root
        checked={checked}
        onCheckedChange={(details) => onChange(details.checked)}
        colorPalette="basil"
        minH="11"
      >
        <Switch.HiddenInput aria-describedby="first-dish-help" />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label fontWeight="600">{words.firstDishFirst}</Switch.Label>
      </Switch.Root>
      <Text id="first-dish-help" fontSize="xs" color="fg.muted" pb="1">
        {words.firstDishFirstHelp}
      </Text>
    </Box>
  );
}

interface PrimaryButtonProps {
  readonly draft: MenuDraft;
  readonly isReading: boolean;
  readonly isStarting: boolean;
  readonly onStart: () => void;
}

/** Starts the menu, or says what is missing and scrolls to it. */
function PrimaryButton({ draft, isReading, isStarting, onStart }: PrimaryButtonProps) {
  const offer = useCreditsOffer();
  const available = useMe()?.credits.available ?? 1;
  const { rows, targets, firstDishFirst } = draft;
  const button = { size: 'lg', flex: '1' } as const;
  const inState = (state: Row['upload']['state']) =>
    rows.filter(({ upload }) => upload.state === state).length;
  const failed = inState('failed');
  const unnamed = rows.find(({ name }) => name.trim() === '');
  if (isStarting) return <Button {...button} loading loadingText={words.starting} />;
  if (rows.length === 0) {
    return (
      <Button {...button} onClick={pickMenuPhotos}>
        {words.addPhotos}
      </Button>
    );
  }
  if (isReading || inState('waiting') + inState('sending') > 0) {
    return <Button {...button} loading loadingText={words.uploading(inState('done'), rows.length)} />;
  }
  if (failed > 0) {
    return (
      <Button {...button} onClick={() => focusFirst('[role=alert]')}>
        {words.solveProblems(failed)}
      </Button>
    );
  }
  if (unnamed) {
    return (
      <Button {...button} onClick={() => focusFirst('[aria-invalid=true]')}>
        {words.nameDishes}
      </Button>
    );
  }
  if (targets.length === 0) {
    return (
      <Button {...button} onClick={focusTargets}>
        {words.choosePlatform}
      </Button>
    );
  }
  if (available < 1) {
    return (
      <Button asChild {...button}>
        <Link to={paths.credits}>{offer}</Link>
      </Button>
    );
  }
  return (
    <StartButton
      rows={rows}
      label={firstDishFirst ? words.startFirst(rows.length) : words.start(rows.length)}
      onStart={onStart}
    />
  );
}

interface StartButtonProps {
  readonly rows: readonly Row[];
  readonly label: string;
  readonly onStart: () => void;
}

/** Starts the menu; asks first if photos show no dish. */
function StartButton({ rows, label, onStart }: StartButtonProps) {
  const client = useQueryClient();
  const isSavingMask = useIsSavingMask();
  /** Number of photos in the question; 0 if nothing is asked. */
  const [asked, setAsked] = useState(0);
  function start(): void {
    const withoutDish = countWithoutDish(client, rows);
    if (withoutDish > 0) setAsked(withoutDish);
    else onStart();
  }
  return (
    <>
      <Button size="lg" flex="1" loading={isSavingMask} loadingText={photoWords.saving} onClick={start}>
        {label}
      </Button>
      <ConfirmDialog
        open={asked > 0}
        title={words.withoutDishTitle}
        text={words.withoutDish(asked)}
        cancel={words.lookAgain}
        confirm={words.startAnyway}
        onConfirm={onStart}
        onClose={() => setAsked(0)}
      />
    </>
  );
}

/** Scrolls to the first dish with a matching element, and focuses its name. */
function focusFirst(selector: string): void {
  const dish = document.querySelector(`li:has(${selector})`);
  dish?.scrollIntoView({ block: 'center' });
  dish?.querySelector('input')?.focus({ preventScroll: true });
}
