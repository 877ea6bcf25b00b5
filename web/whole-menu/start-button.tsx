import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { maxNameLength } from '#shared/domain/limits.ts';
import { useCreditsOffer } from '#web/generations/insufficient-credits.tsx';
import { focusTargets } from '#web/generations/target-choices.tsx';
import { useMe } from '#web/lib/account.ts';
import { useIsSavingMask } from '#web/lib/saving-mask.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { paths } from '#web/paths.ts';
import { words as photoWords } from '#web/photos/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { RowDish } from './kept-dishes.ts';
import type { MenuDraft, Row } from './menu-draft.ts';
import { pickMenuPhotos } from './photos-drop.tsx';
import { words } from './words.ts';

/** Id of the field of the menu's name. */
export const menuNameId = 'menu-name';

interface StartButtonProps {
  readonly draft: MenuDraft;
  /** What is known of the dishes, by the keys of the rows. */
  readonly kept: ReadonlyMap<string, RowDish>;
  readonly isReading: boolean;
  readonly isStarting: boolean;
  readonly onStart: () => void;
}

/** Starts the menu, or says what is missing and scrolls to it. */
export function StartButton({ draft, kept, isReading, isStarting, onStart }: StartButtonProps) {
  const offer = useCreditsOffer();
  const isOnline = useIsOnline();
  const available = useMe()?.credits.available ?? 1;
  const { name, rows, targets, firstDishFirst } = draft;
  const button = { size: 'lg', flex: '1' } as const;
  const inState = (state: Row['upload']['state']) =>
    rows.filter(({ upload }) => upload.state === state).length;
  const failed = inState('failed');
  const unnamed = rows.find((row) => row.name.trim() === '');
  const ready = (
    <ReadyButton
      dishes={[...kept.values()]}
      label={firstDishFirst ? words.startFirst(rows.length) : words.start(rows.length)}
      isStarting={isStarting}
      onStart={onStart}
    />
  );
  if (isStarting) return ready;
  if (rows.length === 0) {
    return (
      <Button {...button} onClick={pickMenuPhotos}>
        {words.addPhotos}
      </Button>
    );
  }
  const isCutOff = !isOnline || rows.some(({ upload }) => upload.state === 'failed' && upload.isLost);
  // The waiting ones are sent when the connection is back, or after a pause.
  if (isCutOff && inState('waiting') > 0 && inState('sending') === 0) {
    return (
      <Button {...button} disabled>
        {words.offline(inState('done'), rows.length)}
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
  if (rows.some((row) => tooLong(row.name.trim(), maxNameLength))) {
    return (
      <Button {...button} onClick={() => focusFirst('[aria-invalid=true]')}>
        {words.shortenNames}
      </Button>
    );
  }
  if (tooLong(name.trim(), maxNameLength)) {
    return (
      <Button {...button} onClick={() => document.getElementById(menuNameId)?.focus()}>
        {words.shortenMenuName}
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
  return ready;
}

interface ReadyButtonProps {
  readonly dishes: readonly RowDish[];
  readonly label: string;
  readonly isStarting: boolean;
  readonly onStart: () => void;
}

/** Starts the menu, which lacks nothing; asks first if photos show no dish. */
function ReadyButton({ dishes, label, isStarting, onStart }: ReadyButtonProps) {
  const isSavingMask = useIsSavingMask() || dishes.some(({ formerMask }) => formerMask === 'coming');
  /** Number of photos in the question; 0 if nothing is asked. */
  const [asked, setAsked] = useState(0);
  function start(): void {
    const withoutDish = dishes.filter(({ problem }) => problem !== undefined).length;
    if (withoutDish > 0) setAsked(withoutDish);
    else onStart();
  }
  return (
    <>
      <Button
        size="lg"
        flex="1"
        loading={isStarting || isSavingMask}
        loadingText={isStarting ? words.starting : photoWords.saving}
        onClick={start}
      >
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
