import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { unsolvableIn } from './photo-advice.ts';
import { measuresQuery, photoByIdQuery, sourcePhotoQuery } from './photo-queries.ts';
import { words } from './words.ts';

/** How long a press waits for what is still being found out about the photo, in milliseconds. */
const patience = 5000;

/** Photos of which somebody said that pictures are to be made nevertheless. */
const accepted = new Set<string>();

interface QuestionOptions {
  readonly source: GenerationSource;
  /** Address of the upright photo. */
  readonly src: string;
  /** Spends the credit. */
  readonly onGo: () => void;
  /** Leads to where another photo is chosen. */
  readonly onChooseAnother: () => void;
}

interface Question {
  /** Asks first where the photo gives reason to, and otherwise spends the credit at once. */
  readonly press: () => void;
  /** A press waits for what is still being found out. */
  readonly isWaiting: boolean;
  /** To be drawn beside the button. */
  readonly dialog: ReactNode;
}

/**
 * Asks once for each uploaded photo before a credit is spent on one that shows no dish, or several photos. It is advice: what
 * is not known within seconds is not waited for, and who wants the pictures gets them.
 */
export function usePhotoQuestion({ source, src, onGo, onChooseAnother }: QuestionOptions): Question {
  const [state, setState] = useState<'idle' | 'waiting' | 'asked'>('idle');
  const isUpload = source.type === 'upload';
  const isWaiting = state === 'waiting';
  const measured = useQuery({ ...measuresQuery(src), enabled: isUpload });
  // The dish step has asked for both; where they are gone, a press asks again.
  const found = useQuery({ ...sourcePhotoQuery(source), enabled: isUpload && isWaiting });
  const { data: latest } = useQuery({
    ...photoByIdQuery(found.data?.id ?? ''),
    enabled: isWaiting && found.data !== undefined,
  });
  const photo = latest ?? found.data;
  const isUnknown =
    measured.isPending || (found.isPending && !found.isError) || photo?.reading?.state === 'making';
  const [problem] = unsolvableIn(measured.data, photo);

  const decide = useEffectEvent(() => {
    const isAsked = problem !== undefined && !(photo && accepted.has(photo.id));
    setState(isAsked ? 'asked' : 'idle');
    if (!isAsked) onGo();
  });
  useEffect(() => {
    if (isWaiting && !isUnknown) decide();
  }, [isWaiting, isUnknown]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => decide(), patience);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  return {
    press: () => (isUpload ? setState('waiting') : onGo()),
    isWaiting,
    dialog: problem && (
      <ConfirmDialog
        open={state === 'asked'}
        {...words.ask[problem]}
        cancel={words.chooseAnother}
        confirm={words.generateAnyway}
        onConfirm={() => {
          if (photo) accepted.add(photo.id);
          onGo();
        }}
        onCancel={onChooseAnother}
        onClose={() => setState('idle')}
      />
    ),
  };
}
