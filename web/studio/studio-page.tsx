import { memo, useEffect } from 'react';
import { words as generationWords } from '#web/generations/words.ts';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { nameFromFile } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { useSession } from '#web/lib/session.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { type PhotoUpload, usePhotoUpload } from '#web/lib/use-photo-upload.ts';
import { useSeveralPhotos } from '#web/photos/use-several-photos.ts';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { PhotoAnywhere } from '#web/ui/photo-anywhere.tsx';
import { useScreenStart } from '#web/ui/use-screen-start.ts';
import { useUndoKey } from '#web/ui/use-undo-key.ts';
import { CreateStep } from './create-step.tsx';
import { uploadedDish } from './custom-dish.ts';
import { DishStep } from './dish-step.tsx';
import { FormatStep } from './format-step.tsx';
import { PublishStep } from './later-screens.ts';
import { StudioAddress } from './studio-address.ts';
import { useDefaultLook } from './studio-styles.tsx';
import { type StudioGenerations, useStudioGenerations } from './use-studio-generations.ts';
import { type Draft, useDraft, useStoredDraft, type Wizard } from './use-wizard.ts';
import { leavesNewest, leavesUnanswered, screenKey, type WizardEvent, type WizardState } from './wizard.ts';
import { words } from './words.ts';

/**
 * The creative studio: four steps from a photo to a post. Memoized: each screen changes the address, which must not
 * render everything again.
 */
export const StudioPage = memo(function StudioPage() {
  const session = useSession();
  if (session.status !== 'signedIn') return null;
  return <StoredStudio key={session.userId} userId={session.userId} />;
});

function StoredStudio({ userId }: { userId: string }) {
  useDocumentTitle(words.title);
  const stored = useStoredDraft(userId);
  return stored ? <Studio userId={userId} initial={stored} /> : <FullScreenSpinner />;
}

/** Events that begin another draft. */
const beginnings: ReadonlySet<WizardEvent['type']> = new Set([
  'startedOver',
  'editStarted',
  'begunLike',
  'generationResumed',
]);

function Studio({ userId, initial }: { userId: string; initial: WizardState }) {
  const draft = useDraft(userId, initial);
  const generations = useStudioGenerations(draft);
  const dispatch = useNotices(draft, generations);
  const upload = useDishUpload(dispatch);
  const wizard: Wizard = {
    ...draft,
    dispatch: (event) => {
      // Its photo would become the dish of the new draft.
      if (beginnings.has(event.type)) upload.cancel();
      dispatch(event);
    },
    isUploading: upload.isUnfinished,
  };
  useOnlyFormat(wizard);
  useDefaultLook(wizard);
  useScreenStart(screenKey(wizard.state));
  useUndoKey(() => {
    if (draft.undo()) notify.info(words.undone);
  });

  const receive = useSeveralPhotos((file) => {
    upload.start(file);
    dispatch({ type: 'stepEntered', step: 2 });
  });
  return (
    <>
      <PhotoAnywhere
        onFile={wizard.state.step <= 2 ? receive : () => notify.info(words.replaceAtDish)}
        hint={words.dropAnywhere}
      />
      <CurrentStep wizard={wizard} generations={generations} upload={upload} onPhotos={receive} />
      <StudioAddress wizard={wizard} isRunning={generations.running !== undefined} />
    </>
  );
}

interface CurrentStepProps {
  readonly wizard: Wizard;
  readonly generations: StudioGenerations;
  readonly upload: PhotoUpload;
  readonly onPhotos: (file: File, all: readonly File[]) => void;
}

function CurrentStep({ wizard, generations, upload, onPhotos }: CurrentStepProps) {
  switch (wizard.state.step) {
    case 1:
      return <FormatStep wizard={wizard} upload={upload} />;
    case 2:
      return <DishStep wizard={wizard} upload={upload} onPhotos={onPhotos} />;
    case 3:
      return <CreateStep wizard={wizard} generations={generations} />;
    case 4:
      return <PublishStep wizard={wizard} />;
  }
}

/** Chooses the format if the plan allows only one. */
function useOnlyFormat({ state, dispatch }: Wizard): void {
  const isKnown = useMe() !== undefined;
  const { allowedFormats } = useEntitlements();
  const [only, another] = allowedFormats;
  const isMissing = isKnown && state.formatId === null && only !== undefined && another === undefined;
  useEffect(() => {
    if (isMissing) dispatch({ type: 'formatChosen', formatId: only });
  });
}

/** The upload of the user's own photo, which then becomes the dish. It continues while the format is changed. */
function useDishUpload(dispatch: Wizard['dispatch']): PhotoUpload {
  return usePhotoUpload((uploadId, photo) => {
    dispatch({ type: 'dishChosen', dish: uploadedDish(uploadId, photo, nameFromFile(photo.fileName)) });
  });
}

/** Shows a message about a running generation, or a request without a reply, that a change removes from the draft. */
function useNotices({ state, dispatch }: Draft, { running }: StudioGenerations): Wizard['dispatch'] {
  return (event) => {
    const isLeft = running !== undefined && leavesNewest(state, event);
    const isUnansweredLeft = leavesUnanswered(state, event);
    dispatch(event);
    if (isUnansweredLeft) notify.info(generationWords.leftUnanswered);
    if (isLeft) notify.info(running.isSending ? generationWords.leftWhileSending : generationWords.goesOn);
  };
}
