import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { isShown, noteChecked, noteShown } from './checked-photos.ts';
import { KeptDishDialog } from './kept-dish.tsx';
import { doubtsAbout, unsolvableIn } from './photo-advice.ts';
import { measuresQuery, photoByIdQuery, sourcePhotoQuery } from './photo-queries.ts';
import { words } from './words.ts';

/** Maximum time in milliseconds that a press waits for the reading of the photo. */
const answerTimeout = 5000;

/** Photos for which the user wants pictures nevertheless. */
const accepted = new Set<string>();

interface QuestionOptions {
  readonly source: GenerationSource;
  /** Address of the upright photo; null while it is being loaded. */
  readonly src: string | null;
  /** Starts the generation, which costs the credit. */
  readonly onGo: () => void;
  /** Scrolls to the place where another photo can be chosen. */
  readonly onChooseAnother: () => void;
}

interface Question {
  /** Asks first if there is a problem with the photo, otherwise calls `onGo` at once. */
  readonly press: () => void;
  /** Whether a press waits for the reading of the photo. */
  readonly isWaiting: boolean;
  /** To be rendered beside the button. */
  readonly dialog: ReactNode;
}

/**
 * Asks once for each uploaded photo before a credit is spent on a photo that shows no dish, on several photos in one, or
 * on a doubtful cut-out that nobody has seen. It is advice: a cut-out is not awaited, other results are for some seconds
 * only, and the user can continue.
 */
export function usePhotoQuestion({ source, src, onGo, onChooseAnother }: QuestionOptions): Question {
  const [state, setState] = useState<'idle' | 'waiting' | 'asked' | 'askedToCheck'>('idle');
  const isUpload = source.type === 'upload';
  const isWaiting = state === 'waiting';
  const measured = useQuery({ ...measuresQuery(src ?? ''), enabled: isUpload && src !== null });
  // The dish step has requested both. They are followed from here on, so that a press finds the cut-out.
  const found = useQuery({ ...sourcePhotoQuery(source), enabled: isUpload });
  const { data: latest } = useQuery({
    ...photoByIdQuery(found.data?.id ?? ''),
    enabled: found.data !== undefined,
  });
  const photo = latest ?? found.data;
  const isUnknown =
    (src !== null && measured.isPending) ||
    (found.isPending && !found.isError) ||
    photo?.reading?.state === 'making';
  const [problem] = unsolvableIn(measured.data, photo);

  const kept = useOpenInHistory(`check what we keep of ${photo?.id ?? ''}`);

  const decide = useEffectEvent(() => {
    if (problem !== undefined && !(photo && accepted.has(photo.id))) return setState('asked');
    if (problem === undefined && photo && doubtsAbout(photo).length > 0 && !isShown(photo.id)) {
      noteShown(photo.id);
      return setState('askedToCheck');
    }
    setState('idle');
    onGo();
  });
  useEffect(() => {
    if (isWaiting && !isUnknown) decide();
  }, [isWaiting, isUnknown]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => decide(), answerTimeout);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  return {
    press: () => (isUpload ? setState('waiting') : onGo()),
    isWaiting,
    dialog: (
      <>
        {problem && (
          <ConfirmDialog
            open={state === 'asked'}
            {...words.ask[problem]}
            advisesCancel
            cancel={words.chooseAnother}
            confirm={words.generateAnyway}
            onConfirm={() => {
              if (photo) accepted.add(photo.id);
              onGo();
            }}
            onCancel={onChooseAnother}
            onClose={() => setState('idle')}
          />
        )}
        <ConfirmDialog
          open={state === 'askedToCheck'}
          {...words.askToCheck}
          advisesCancel
          cancel={words.open}
          confirm={words.generateAnyway}
          onConfirm={onGo}
          onCancel={kept.open}
          onClose={() => setState('idle')}
        />
        {photo && kept.isOpen && (
          <KeptDishDialog
            photo={photo}
            src={src ?? undefined}
            onUsed={() => {
              noteChecked(photo.id);
              kept.close();
            }}
            onClose={kept.close}
          />
        )}
      </>
    ),
  };
}
