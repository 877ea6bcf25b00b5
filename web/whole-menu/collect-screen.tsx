import { Alert, Box, Field, Grid, Heading, Input, Stack, Switch, Text } from '@chakra-ui/react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { maxNameLength } from '#shared/domain/limits.ts';
import { MenuStyles } from '#web/generations/menu-styles.tsx';
import { TargetChoices } from '#web/generations/target-choices.tsx';
import { tooLong } from '#web/lib/text-problem.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { useDialogsInHistory } from '#web/lib/use-open-in-history.ts';
import { useSavedDraft } from '#web/lib/use-saved-draft.ts';
import { takeHandedPhotos } from '#web/photos/handed-photos.ts';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { CostPanel } from './cost-panel.tsx';
import { DishList } from './dish-list.tsx';
import { EarlierMenus } from './earlier-menus.tsx';
import { useKeptDishes } from './kept-dishes.ts';
import { LookChoices } from './look-choices.tsx';
import { LookDialog } from './look-dialog.tsx';
import { emptyDraft, keepPhotos, loadDraft, lostNotes, type MenuDraft, saveDraft } from './menu-draft.ts';
import { ActionBar, MenuFrame } from './menu-frame.tsx';
import { PhotosDrop } from './photos-drop.tsx';
import { menuNameId, StartButton } from './start-button.tsx';
import { type DishUploads, useDishUploads } from './use-dish-uploads.ts';
import { useStartMenu } from './use-start-menu.ts';
import { words } from './words.ts';

/** Name of the dialog in the history. */
const lookDialogName = (key: string) => `look of ${key}`;

/** The screen for putting a menu together: photos with their names, platforms, one look, and the cost. */
export function CollectScreen({ userId }: { userId: string }) {
  useDocumentTitle(words.collectTitle);
  const [initial] = useState(() => loadDraft(userId));
  const [choices, setChoices] = useState<Omit<MenuDraft, 'rows' | 'refused'>>(initial);
  const uploads = useDishUploads(initial, lostNotes(initial));
  const { rows, refused } = uploads;
  const kept = useKeptDishes(rows);
  const takeHanded = useEffectEvent(() => {
    const handed = takeHandedPhotos();
    if (handed.length > 0) uploads.add(handed);
  });
  useEffect(() => takeHanded(), []);
  const draft = useMemo<MenuDraft>(() => ({ ...choices, rows, refused }), [choices, rows, refused]);
  const isMounted = useIsMounted();
  const save = useCallback((next: MenuDraft) => saveDraft(userId, next), [userId]);
  useSavedDraft(draft, save, choices.unansweredId ?? '');
  const change = (changes: Partial<Omit<MenuDraft, 'rows' | 'refused'>>) =>
    setChoices((current) => ({ ...current, ...changes }));
  const { isStarting, start } = useStartMenu(draft, change, (menu, started) => {
    keepPhotos(userId, menu, started);
    // The next menu starts with the same platforms and look.
    const { targets, look } = draft;
    const next = { ...emptyDraft, targets, look };
    setChoices(next);
    uploads.clear(started);
    // Away from this screen, nothing else saves it.
    if (!isMounted.current) save({ ...next, rows: rows.filter((row) => !started.includes(row)) });
  });
  const nameProblem = tooLong(choices.name.trim(), maxNameLength);
  const notice = useNotice();
  const dialogs = useDialogsInHistory();
  const lookRow = uploads.rows.find(({ key }) => dialogs.isOpen(lookDialogName(key)));
  const { open: openDialog } = dialogs;
  const openLook = useCallback((key: string) => openDialog(lookDialogName(key)), [openDialog]);
  const fallback = uploads.rows.find(({ preview }) => preview !== null)?.preview ?? '/samples/salad.jpg';

  return (
    <MenuFrame>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(22rem, 31rem)' }}
        columnGap="8"
        rowGap="6"
      >
        {/* What is sent is the menu as it was when the button was pressed. */}
        <Box minW="0" inert={isStarting}>
          <PanelTitle title={words.collectTitle} text={words.collectText} />
          <PhotosDrop onFiles={uploads.add} isReading={uploads.isReading} />
          <Notes notes={uploads.notes} />
          <DishList uploads={uploads} kept={kept} onLook={openLook} />
        </Box>
        <Box minW="0">
          <Box inert={isStarting}>
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
            <Field.Root id={menuNameId} mt="6" gap="1" invalid={nameProblem !== undefined}>
              <Field.Label fontSize="xs" color="fg.muted">
                {words.menuName}
              </Field.Label>
              <Input
                value={choices.name}
                placeholder={words.menuNamePlaceholder}
                onChange={({ target }) => change({ name: target.value })}
              />
              <Field.ErrorText role="alert">{nameProblem}</Field.ErrorText>
            </Field.Root>
            <FirstDishSwitch
              checked={choices.firstDishFirst}
              onChange={(firstDishFirst) => change({ firstDishFirst })}
            />
          </Box>
          <CostPanel draft={draft} />
          {notice && (
            <Text mt="5" fontSize="xs" color="fg.muted">
              {notice}
            </Text>
          )}
          <ActionBar>
            <StartButton
              draft={draft}
              kept={kept}
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
          onClose={() => dialogs.close(lookDialogName(lookRow.key))}
          onChoose={(look) => uploads.change(lookRow.key, { look })}
        />
      )}
    </MenuFrame>
  );
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
