import { Box, CloseButton, Dialog, Portal, Spinner } from '@chakra-ui/react';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Photo } from '#shared/api/photos.ts';
import type { Size } from '#shared/domain/formats.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { clearOf, short } from '#web/ui/screens.ts';
import { noteShown } from './checked-photos.ts';
import { correctMask } from './mask-corrections.ts';
import { MaskEditor } from './mask-editor.tsx';
import { type Mask, readMask, writeMask } from './mask-file.ts';
import { maskKey, openMaskKey } from './photo-queries.ts';
import { unsavedMask } from './unsaved-mask.ts';
import { useKeepUnsavedMask } from './use-keep-unsaved-mask.ts';
import { useMaskHistory } from './use-mask-history.ts';
import { useSaveMask } from './use-save-mask.ts';
import { words } from './words.ts';

interface KeptDishDialogProps {
  readonly photo: Photo;
  /** Address of the upright photo; undefined while it is being made. */
  readonly src: string | undefined;
  /** Called instead of `onClose` when the user accepts the mask. */
  readonly onUsed: () => void;
  readonly onClose: () => void;
  /** The element that gets the focus afterwards; by default the one that had it before. */
  readonly finalFocus?: () => HTMLElement | null;
}

/** Shows which part of a photo is kept, and lets the user correct it. */
export function KeptDishDialog({ photo, src, onUsed, onClose, finalFocus }: KeptDishDialogProps) {
  const contents = useContents(photo, src);
  const history = useMaskHistory(contents.data);
  useEffect(() => noteShown(photo.id), [photo.id]);
  // On a phone, an earlier message would cover the close button.
  useEffect(() => notify.clearOld(), []);
  const { isChanged } = history;
  const save = useSaveMask(photo);
  /** Whether the user has saved or discarded the corrections. */
  const isDecided = useRef(false);
  const decided = (next: () => void) => () => {
    isDecided.current = true;
    next();
  };
  const question = useDiscardQuestion(isChanged && !save.isPending, decided(onClose));
  const use = () => question.leave(decided(onUsed));
  useKeepUnsavedMask(photo.id, () => {
    const { base, corrections } = history;
    if (isDecided.current) return undefined;
    if (!base) return 'unknown';
    return isChanged ? correctMask(base, corrections) : undefined;
  });
  return (
    <>
      <Dialog.Root
        open
        onOpenChange={({ open }) => {
          if (!open) question.close();
        }}
        placement="center"
        motionPreset="scale"
        closeOnInteractOutside={false}
        {...(finalFocus && { finalFocusEl: finalFocus })}
      >
        <Portal>
          <Dialog.Backdrop bg="rgb(23 19 16 / 0.7)" />
          <Dialog.Positioner
            py={{ base: '0', md: '6' }}
            ps={{ base: '0', md: clearOf('left', '1.5rem') }}
            pe={{ base: '0', md: clearOf('right', '1.5rem') }}
            css={{ [short]: { p: '0' } }}
          >
            <Dialog.Content
              maxW={{ base: 'full', md: '56rem' }}
              minH={{ base: '100dvh', md: 'auto' }}
              borderRadius={{ base: '0', md: 'card' }}
              my="auto"
              pt={{ base: 'env(safe-area-inset-top)', md: '0' }}
              css={{
                '--bottom': { base: 'env(safe-area-inset-bottom)', md: '0px' },
                [short]: {
                  '--bottom': 'env(safe-area-inset-bottom)',
                  maxW: 'full',
                  minH: '100dvh',
                  borderRadius: '0',
                  pt: 'env(safe-area-inset-top)',
                  ps: 'env(safe-area-inset-left)',
                  pe: 'env(safe-area-inset-right)',
                },
              }}
            >
              <Dialog.Header pt={{ base: '3', md: '6' }} pb={{ base: '1', md: '2' }} pe="16">
                <Box>
                  <Dialog.Title>{words.title}</Dialog.Title>
                  <Dialog.Description color="fg.muted">{words.text}</Dialog.Description>
                </Box>
              </Dialog.Header>
              {contents.data && src !== undefined ? (
                <MaskEditor
                  photo={photo}
                  src={src}
                  mask={contents.data.mask}
                  picture={contents.data.picture}
                  history={{
                    ...history,
                    correct: (correction) => {
                      // The message belongs to the mask before this correction.
                      save.reset();
                      history.correct(correction);
                    },
                  }}
                  isSaving={save.isPending}
                  failure={save.error ? messageOf(save.error) : undefined}
                  onUse={(mask) => {
                    if (!isChanged) return use();
                    const png = history.isCutOut ? undefined : writeMask(mask);
                    save.mutate({ png, replaces: contents.data.version }, { onSuccess: use });
                  }}
                  onCancel={question.close}
                />
              ) : (
                <Dialog.Body minH="20rem" display="grid" placeItems="center">
                  {contents.isError ? (
                    <LoadFailed query={contents} title={words.pictureFailed} inPanel />
                  ) : (
                    <Spinner aria-label={words.making} />
                  )}
                </Dialog.Body>
              )}
              <Dialog.CloseTrigger asChild top={{ base: clearOf('top', '0.5rem'), md: '2' }}>
                <CloseButton size="lg" />
              </Dialog.CloseTrigger>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
      <DiscardDialog question={question} />
    </>
  );
}

/** The masks and the picture, loaded each time the dialog opens. */
function useContents(photo: Photo, src: string | undefined) {
  const isSaving = useIsMutating({ mutationKey: maskKey(photo.id) }) > 0;
  return useQuery({
    queryKey: openMaskKey(photo.id),
    // A mask that is still being saved after the dialog was closed is part of what it shows next.
    enabled: src !== undefined && !isSaving,
    queryFn: async ({ signal }) => {
      const read = (query: { only?: 'cutOut' }) =>
        call('getMask', { params: { photoId: photo.id }, query }, signal);
      const [kept, picture] = await Promise.all([read({}), loadPicture(src ?? '')]);
      const mask = readMask(kept.png);
      // Another tab may have corrected it since the photo was read.
      const cutOut = kept.corrected ? readMask((await read({ only: 'cutOut' })).png) : mask;
      const version = kept.maskVersion ?? 'cutOut';
      return { mask, version, unsaved: readUnsaved(photo.id, mask), cutOut, picture };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The mask that this tab did not save; undefined if there is none that fits the photo's. */
function readUnsaved(photoId: string, { width, height }: Size): Mask | undefined {
  const kept = unsavedMask(photoId).read();
  const mask = kept && readMask(kept.png);
  return mask?.width === width && mask.height === height ? mask : undefined;
}

function loadPicture(src: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error(words.pictureFailed));
    picture.src = src;
  });
}
