import { Box, Button, HStack, Spinner, Text } from '@chakra-ui/react';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Scissors, TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo } from '#shared/api/photos.ts';
import type { PhotoMeasures } from '#shared/domain/measure-photo.ts';
import { isTooLong } from '#shared/domain/photo-shape.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { isShown, noteChecked, useCheckedPhotos } from './checked-photos.ts';
import { KeptPicture } from './kept-picture.tsx';
import { type FormerMask, keptStateOf, unsolvableIn } from './photo-advice.ts';
import {
  cutOutAgain,
  maskKey,
  measuresQuery,
  photoQuery,
  type SourcePhoto,
  sourcePhotoQuery,
} from './photo-queries.ts';
import { unsavedMask } from './unsaved-mask.ts';
import { type MaskedPhoto, useFormerMask } from './use-mask-coming.ts';
import { words } from './words.ts';

/** Loaded when it is first opened: most users never correct a mask. */
export const KeptDishDialog = dialogOnDemand(
  async () => (await import('./kept-dish-dialog.tsx')).KeptDishDialog,
);

interface KeptDishProps {
  readonly source: GenerationSource;
  /** Address of the upright photo; null while it is being loaded. */
  readonly src: string | null;
  /** Whether the photo was chosen a moment ago: only then a doubtful cut-out may open by itself. */
  readonly isNew: boolean;
  /** The corrected mask of a former photo that this photo gets instead of its cut-out. */
  readonly formerMask?: FormerMask | undefined;
}

/** Maximum size of the small picture in pixels. */
const [mostWidth, mostHeight] = [72, 48];

/** Interval in milliseconds in which a doubtful cut-out tries to open by itself until it is in nobody's way. */
const tryEvery = 1000;

/**
 * The part of the chosen photo that is kept as the dish. An uploaded photo is cut out at once, any other on demand. It
 * never blocks anything: everything else works without it.
 */
export function KeptDish({ source, src, isNew, formerMask }: KeptDishProps) {
  const [wanted, setWanted] = useState(source.type === 'upload');
  const found = useQuery({ ...sourcePhotoQuery(source), enabled: wanted });
  const { data: measures } = useQuery({
    ...measuresQuery(src ?? ''),
    enabled: source.type === 'upload' && src !== null,
  });
  if (found.data)
    return (
      <KeptPhoto
        photo={found.data}
        src={src}
        measures={measures}
        opensAtOnce={source.type !== 'upload'}
        opensOnDoubt={isNew}
        masked={{ source, formerMask }}
      />
    );
  if (found.isError)
    return (
      <Row text={messageOf(found.error)} action={words.tryAgain} onAction={() => void found.refetch()} />
    );
  if (wanted) return showsDish(measures, undefined) && <Row text={words.making} isBusy />;
  return <Row text={words.text} action={words.open} onAction={() => setWanted(true)} />;
}

/** Whether no problem of the photo is told that would contradict what is said about its dish. */
function showsDish(measures: PhotoMeasures | undefined, photo: Photo | undefined): boolean {
  return unsolvableIn(measures, photo).every((problem) => problem === 'collage');
}

interface KeptPhotoProps {
  readonly photo: SourcePhoto;
  readonly src: string | null;
  readonly measures: PhotoMeasures | undefined;
  /** Whether the user asked to see it. */
  readonly opensAtOnce: boolean;
  readonly opensOnDoubt: boolean;
  readonly masked: MaskedPhoto;
}

function KeptPhoto({ photo: first, src, measures, opensAtOnce, opensOnDoubt, masked }: KeptPhotoProps) {
  const client = useQueryClient();
  const { data: photo = first } = useQuery(photoQuery(first));
  const { isOpen, open, close } = useOpenInHistory(`what we keep of ${photo.id}`);
  const isSaving = useIsMutating({ mutationKey: maskKey(photo.id) }) > 0;
  const isClosedWhileSaving = isSaving && !isOpen;
  const retry = useMutation({
    mutationFn: () => cutOutAgain(client, photo.id),
  });
  const { cutOut } = photo;
  const former = useFormerMask(masked);
  const isMade = cutOut?.state === 'made' && former !== 'coming';
  const state = keptStateOf(photo, useCheckedPhotos());
  const hasDish = showsDish(measures, photo);
  const isDoubtful = isMade && hasDish && state === 'doubtful';
  const isLost = former === 'lost' && !photo.corrected;
  // The dialog waits for the reading, so that nothing in it changes after it has opened.
  const isRead = photo.reading?.state !== 'making';
  // Without its picture, nobody can mark what belongs to the dish.
  const hasPicture = src !== null;
  const row = useRef<HTMLDivElement>(null);
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (!opensOnDoubt || !isDoubtful || !isRead || !hasPicture) return;
    const tryToOpen = () => {
      if (!isShown(photo.id) && isBusyElsewhere(row.current)) return;
      clearInterval(timer);
      if (!isShown(photo.id)) openNow();
    };
    const timer = setInterval(tryToOpen, tryEvery);
    tryToOpen();
    return () => clearInterval(timer);
  }, [opensOnDoubt, isDoubtful, isRead, hasPicture, photo.id]);
  const [hasUnsaved] = useState(() => unsavedMask(first.id).read() !== undefined);
  const isAwaited = useRef(opensAtOnce || hasUnsaved);
  useEffect(() => {
    if (!isMade || !hasPicture || !isAwaited.current) return;
    isAwaited.current = false;
    openNow();
  }, [isMade, hasPicture]);

  if (!isMade) {
    const refusal = cutOut === null ? (retry.error ?? first.refusal) : undefined;
    return cutOut?.state === 'failed' || refusal ? (
      <Row
        text={refusal ? messageOf(refusal) : (cutOut?.message ?? words.failed)}
        isBusy={retry.isPending}
        // A photo of that shape would fail again.
        {...(!isTooLong(photo) && { action: words.tryAgain, onAction: () => retry.mutate() })}
      />
    ) : (
      hasDish && <Row text={words.making} isBusy />
    );
  }
  const found = state === 'kept' ? words.kept(cutOut.findings?.covered ?? 0) : words[state];
  const isContradicted = !hasDish && (state === 'kept' || state === 'doubtful');
  const text = isLost ? words.maskLost : isContradicted ? '' : found;
  const scale = Math.min(mostWidth / photo.width, mostHeight / photo.height);
  return (
    <>
      <Row
        ref={row}
        text={isClosedWhileSaving ? words.saving : text}
        isWarning={isDoubtful || isLost}
        isBusy={isClosedWhileSaving}
        picture={
          <Box flexShrink="0" style={{ width: photo.width * scale, height: photo.height * scale }}>
            <KeptPicture photo={photo} src={src} />
          </Box>
        }
        action={words.open}
        onAction={open}
        disabled={!hasPicture}
      />
      {isOpen && (
        <KeptDishDialog
          photo={photo}
          src={src ?? undefined}
          onUsed={() => {
            noteChecked(photo.id);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Whether the user has opened something else, is typing, or has scrolled past the row. */
function isBusyElsewhere(row: HTMLElement | null): boolean {
  if (document.querySelector(':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]'))
    return true;
  if (document.activeElement?.matches('textarea, input:not([type=radio], [type=file])')) return true;
  return (row?.getBoundingClientRect().bottom ?? 0) <= 0;
}

interface RowProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly text: string;
  readonly isBusy?: boolean;
  readonly isWarning?: boolean;
  /** Shown beside the text. */
  readonly picture?: ReactNode;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly disabled?: boolean;
}

function Row({ ref, text, isBusy = false, isWarning = false, picture, ...button }: RowProps) {
  const { action, onAction, disabled = false } = button;
  return (
    <HStack
      ref={ref}
      mt="3"
      px="4"
      py="2"
      minH="14"
      gap="3"
      // With large text, the button is below the sentence.
      flexWrap="wrap"
      borderWidth="1px"
      borderColor={isWarning ? 'border.warning' : 'border'}
      borderRadius="card"
    >
      {(!picture || isWarning || isBusy) && (
        <Box flexShrink="0" color={isWarning ? 'fg.warning' : 'fg.muted'}>
          {isBusy ? (
            <Spinner size="sm" />
          ) : isWarning ? (
            <TriangleAlert size={18} aria-hidden />
          ) : (
            <Scissors size={18} aria-hidden />
          )}
        </Box>
      )}
      {picture}
      <Text flex="1 1 8rem" minW="0" fontSize="sm" role="status">
        {text}
      </Text>
      {action && (
        <Button variant="outline" size="sm" minH="10" onClick={onAction} disabled={disabled || isBusy}>
          {action}
        </Button>
      )}
    </HStack>
  );
}
