import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Lightbulb, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { PhotoMeasures } from '#shared/domain/measure-photo.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { PhotoError } from '#web/lib/photo.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { brighten, type Cut, cutAround, cutPhoto } from './fix-photo.ts';
import { adviceOn, type FixedFrom, type FormerMask, fixOf, type PhotoFix } from './photo-advice.ts';
import { measuresQuery, photoByIdQuery, sourcePhotoQuery } from './photo-queries.ts';
import { useIsMaskComing } from './use-mask-coming.ts';
import { words } from './words.ts';

/** Loaded when it is first opened: most photos are level. */
const StraightenDialog = dialogOnDemand(
  async () => (await import('./straighten-dialog.tsx')).StraightenDialog,
);

interface PhotoCoachProps {
  readonly source: GenerationSource;
  /** Address of the upright photo; null while it is being loaded. */
  readonly src: string | null;
  /** The measures of the photo, if the caller has them. */
  readonly measured?: PhotoMeasures | undefined;
  /** The chosen file. After a reload it is gone, and must be chosen again before it can be corrected here. */
  readonly original: File | undefined;
  readonly onFixed: (file: File, fix: Pick<FixedFrom<unknown>, 'kind' | 'mask'>) => void;
  /** The corrected mask of a former photo that this photo gets instead of its cut-out. */
  readonly formerMask: FormerMask | undefined;
  /** The correction of this photo, if it can be undone. */
  readonly fixed: PhotoFix | undefined;
  readonly onUndo: () => void;
  /** The dish's present name; the photo's reading may suggest a better one. */
  readonly name: string;
  readonly onName: (name: string) => void;
}

/**
 * The place of a coach. It stays while a corrected photo replaces the former one: what the coach says is announced, and
 * the focus is kept.
 */
export function CoachPlace({ children }: { readonly children: ReactNode }) {
  return (
    <Box ref={keepFocus} role="group" aria-label={words.photo} aria-live="polite">
      {children}
    </Box>
  );
}

/** Advice on an uploaded photo, before anything is spent. It never blocks anything. */
export function PhotoCoach(props: PhotoCoachProps) {
  const { source, src, measured, original, onFixed, fixed, onUndo, name, onName } = props;
  const { data: measures = measured } = useQuery({
    ...measuresQuery(src ?? ''),
    enabled: measured === undefined && src !== null,
  });
  const { data: first } = useQuery({ ...sourcePhotoQuery(source), enabled: source.type === 'upload' });
  const { data: photo } = useQuery({
    ...photoByIdQuery(first?.id ?? ''),
    initialData: first,
    enabled: first !== undefined,
  });
  const straightening = useOpenInHistory(
    `straighten ${source.type === 'upload' ? source.uploadId : ''}`,
    original === undefined,
  );
  const advice = adviceOn(measures, photo);
  const suggested = photo?.reading?.content?.name ?? '';
  const isSuggested = suggested !== '' && suggested !== name;
  const isShown = useIsMounted();
  const done = (file: File, kind: PhotoFix, cut?: Cut) => {
    // Another photo was chosen in the meantime, or its pictures are being made.
    if (!isShown.current) return;
    onFixed(file, { kind, mask: photo?.corrected ? { photoId: photo.id, cut } : undefined });
  };
  const brightening = useMutation({
    mutationFn: async (file: File) => brighten(file, file.name, measures?.highlights ?? 255),
    onSuccess: (file) => done(file, 'brighten'),
  });
  const cropping = useMutation({
    mutationFn: async ({ file, photoId }: { file: File; photoId: string }) => {
      // Loaded on demand: it contains a reader of PNG files.
      const [{ readMask }, { png }] = await Promise.all([
        import('./mask-file.ts'),
        call('getMask', { params: { photoId }, query: {} }),
      ]);
      const cut = cutAround(readMask(png));
      if (!cut) throw new PhotoError(words.nothingToCrop);
      return { file: await cutPhoto(file, file.name, cut), cut };
    },
    onSuccess: ({ file, cut }) => done(file, 'crop', cut),
  });
  const isMaskComing = useIsMaskComing(props);
  const pending: PhotoFix | undefined =
    (brightening.isPending && 'brighten') || (cropping.isPending && 'crop') || undefined;
  const failure = brightening.error ?? cropping.error;
  const actions: Record<PhotoFix, ((file: File) => void) | undefined> = {
    brighten: (file) => brightening.mutate(file),
    crop:
      photo?.cutOut?.state === 'made' ? (file) => cropping.mutate({ file, photoId: photo.id }) : undefined,
    straighten: straightening.open,
  };
  return (
    <>
      {(advice.length > 0 || fixed !== undefined || isSuggested) && (
        <Stack
          as="section"
          aria-label={words.coach}
          mt="3"
          px="4"
          py="3"
          gap="3"
          borderWidth="1px"
          borderColor="border"
          borderRadius="card"
        >
          {fixed && <Row text={words.fixed[fixed]} action={words.undo} onAction={onUndo} />}
          {advice.map((problem, at) => {
            const isOffered = advice.findIndex((other) => fixOf[other] === fixOf[problem]) < at;
            const kind = isOffered ? undefined : fixOf[problem];
            const act = kind && actions[kind];
            return (
              <Row
                key={problem}
                text={
                  kind && !original
                    ? `${words.advice[problem]} ${words.chooseAgain[kind]}`
                    : words.advice[problem]
                }
                {...(original &&
                  act && {
                    action: words.fix[kind],
                    onAction: () => act(original),
                    isBusy: pending === kind,
                    disabled: pending !== undefined || isMaskComing,
                  })}
              />
            );
          })}
          {isSuggested && (
            <Row
              text={words.looksLike(suggested)}
              action={words.useName}
              onAction={() => onName(suggested)}
            />
          )}
          {failure && (
            <Text role="alert" fontSize="sm" color="fg.error">
              {failure instanceof PhotoError ? failure.message : messageOf(failure, words.fixFailed)}
            </Text>
          )}
        </Stack>
      )}
      {original && !advice.includes('leaning') && (
        <Button variant="ghost" size="sm" mt="1" disabled={isMaskComing} onClick={straightening.open}>
          <RotateCw size={16} aria-hidden />
          {words.straightenOrTurn}
        </Button>
      )}
      {original && src !== null && straightening.isOpen && (
        <StraightenDialog
          src={src}
          lean={photo?.cutOut?.findings?.lean ?? 0}
          file={original}
          onDone={(file, cut) => done(file, 'straighten', cut)}
          onClose={straightening.close}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly text: string;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly isBusy?: boolean;
  readonly disabled?: boolean;
}

function Row({ text, action, onAction, isBusy = false, disabled = false }: RowProps) {
  return (
    <HStack gap="3">
      <Box flexShrink="0" color="fg.muted">
        <Lightbulb size={18} aria-hidden />
      </Box>
      <Text flex="1" fontSize="sm">
        {text}
      </Text>
      {action && (
        <Button variant="outline" size="sm" minH="10" loading={isBusy} disabled={disabled} onClick={onAction}>
          {action}
        </Button>
      )}
    </HStack>
  );
}
