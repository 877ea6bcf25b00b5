import {
  Box,
  Button,
  CloseButton,
  Dialog,
  HStack,
  IconButton,
  Portal,
  SegmentGroup,
  Slider,
  Spinner,
  Text,
} from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import type { Photo } from '#shared/api/photos.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { preventFling } from '#web/lib/prevent-fling.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { clearOf, largeText, short } from '#web/ui/screens.ts';
import { MaskCanvas } from './mask-canvas.tsx';
import { coverageOf, type Mask, readMask, writeMask } from './mask-file.ts';
import { doubtsAbout, unsolvableIn } from './photo-advice.ts';
import { maskKey, measuresQuery, noteMask } from './photo-queries.ts';
import { type MaskHistory, useMaskHistory } from './use-mask-history.ts';
import { useMaskView } from './use-mask-view.ts';
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

/** Shares of the photo at which the API refuses a mask as empty or full. */
const emptyBelow = 0.005;
const fullAbove = 0.995;

/** Shows which part of a photo is kept, and lets the user correct it. */
export function KeptDishDialog({ photo, src, onUsed, onClose, finalFocus }: KeptDishDialogProps) {
  const contents = useContents(photo, src);
  const history = useMaskHistory(contents.data);
  // On a phone, an earlier message would cover the close button.
  useEffect(() => notify.clearOld(), []);
  const { isChanged } = history;
  const save = useSave(photo);
  const question = useDiscardQuestion(isChanged && !save.isPending, onClose);
  const use = () => question.leave(onUsed);
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
                  history={history}
                  isSaving={save.isPending}
                  failure={save.error ? messageOf(save.error) : undefined}
                  onUse={(mask) => {
                    if (!isChanged) return use();
                    const png = history.isCutOut ? undefined : writeMask(mask);
                    save.mutate(png, { onSuccess: use });
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
      <ConfirmDialog
        open={question.isAsked}
        title={words.discardTitle}
        text={words.discardText}
        confirm={words.discard}
        cancel={words.keepEditing}
        onConfirm={() => question.leave(onClose)}
        onClose={question.stay}
      />
    </>
  );
}

/** The masks and the picture, loaded each time the dialog opens. */
function useContents(photo: Photo, src: string | undefined) {
  return useQuery({
    queryKey: ['mask', photo.id],
    enabled: src !== undefined,
    queryFn: async ({ signal }) => {
      const read = async (query: { only?: 'cutOut' }) =>
        readMask((await call('getMask', { params: { photoId: photo.id }, query }, signal)).png);
      const [mask, cutOut, picture] = await Promise.all([
        read({}),
        photo.corrected ? read({ only: 'cutOut' }) : undefined,
        loadPicture(src ?? ''),
      ]);
      return { mask, cutOut: cutOut ?? mask, picture };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Saves a mask; without one, removes the saved mask. Continues after the dialog has closed. */
function useSave(photo: Photo) {
  const client = useQueryClient();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const params = { photoId: photo.id };
  return useMutation({
    mutationKey: maskKey(photo.id),
    mutationFn: (png: string | undefined) =>
      png === undefined ? call('deleteMask', { params }) : call('putMask', { params, body: { png } }),
    retry: (failures, error) => failures < 2 && isTransient(error),
    onSuccess: (changed) => {
      noteMask(client, changed);
      notify.success(words.saved);
    },
    onError: (error) => {
      if (!isOpen.current) notify.error(messageOf(error));
    },
  });
}

/** Asks before changes are lost, also when Back would close the dialog. */
function useDiscardQuestion(isChanged: boolean, onClose: () => void) {
  const [isClosing, setClosing] = useState(false);
  /** Whether the question is not needed any more. */
  const isLeft = useRef(false);
  const blocker = useBlocker(() => isChanged && !isLeft.current);
  useLeaveGuard(isChanged);
  const leave = (end: () => void) => {
    isLeft.current = true;
    end();
  };
  return {
    isAsked: isClosing || blocker.state === 'blocked',
    close: () => (isChanged ? setClosing(true) : leave(onClose)),
    leave,
    stay: () => {
      setClosing(false);
      blocker.reset?.();
    },
  };
}

interface MaskEditorProps {
  readonly photo: Photo;
  readonly src: string;
  /** The mask when the dialog was opened. */
  readonly mask: Mask;
  readonly picture: HTMLImageElement;
  readonly history: MaskHistory;
  readonly isSaving: boolean;
  /** Why it could not be saved. */
  readonly failure: string | undefined;
  readonly onUse: (mask: Mask) => void;
  readonly onCancel: () => void;
}

function MaskEditor(props: MaskEditorProps) {
  const { photo, src, mask, picture, history, isSaving, failure, onUse, onCancel } = props;
  const control = useMaskView();
  const base = history.base ?? mask;
  const [keeps, setKeeps] = useState(true);
  const [brush, setBrush] = useState(36);
  const [current, setCurrent] = useState(mask);
  const share = coverageOf(current);
  const problem = share < emptyBelow ? words.empty : share > fullAbove ? words.full : undefined;

  const undo = () => {
    if (!isSaving) history.undo();
  };
  const redo = () => {
    if (!isSaving) history.redo();
  };
  const keys: Record<string, () => void> = {
    z: undo,
    y: redo,
    k: () => setKeeps(true),
    r: () => setKeeps(false),
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOther = document.querySelector('[role=alertdialog]') !== null;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isOther) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'z' && !event.shiftKey) undo();
    else redo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  const { data: measures } = useQuery(measuresQuery(src));
  const unsolvable = unsolvableIn(measures, photo);
  const advice = (
    unsolvable.length > 0
      ? unsolvable.map((problem) => words.advice[problem])
      : doubtsAbout(photo).map((doubt) => words.doubts[doubt])
  ).join(' ');
  return (
    <>
      <Dialog.Body
        display="grid"
        gap="3"
        justifyItems="center"
        alignContent={{ md: 'start' }}
        gridTemplateColumns="minmax(0, 1fr)"
        // On a phone, the photo is centred in the space that the rest leaves free.
        gridTemplateRows={{ base: advice === '' ? '1fr auto' : 'auto 1fr auto', md: 'auto' }}
        px={{ base: '3', md: '6' }}
        pb={{ base: '1', md: '6' }}
        css={{
          '--photo': { base: 'max(12rem, 100dvh - 23rem)', md: '49dvh' },
          // The photo is beside the rest. The last row takes its extra height.
          [short]: {
            '--photo': '55dvh',
            gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
            gridTemplateRows: 'auto auto 1fr',
            columnGap: '6',
            rowGap: '1',
          },
        }}
      >
        {advice !== '' && (
          <Text w="full" color="fg.warning" fontWeight="600">
            {advice}
          </Text>
        )}
        <Box
          alignSelf="center"
          css={{ [short]: { gridColumn: '1', gridRow: '1 / span 3', alignSelf: 'start' } }}
          style={{
            aspectRatio: `${mask.width} / ${mask.height}`,
            width: `min(100%, calc(var(--photo) * ${mask.width / mask.height}))`,
          }}
        >
          <MaskCanvas
            picture={picture}
            mask={base}
            corrections={history.corrections}
            keeps={keeps}
            brush={brush}
            control={control}
            isBusy={isSaving}
            onCorrect={history.correct}
            onMask={setCurrent}
            onKey={(key) => keys[key]?.()}
          />
        </Box>
        <HStack w="full" wrap="wrap" gap="3" justify="space-between">
          <SegmentGroup.Root
            aria-label={words.tools}
            value={keeps ? 'keep' : 'remove'}
            onValueChange={({ value }) => setKeeps(value === 'keep')}
            size="lg"
          >
            <SegmentGroup.Indicator />
            {(['keep', 'remove'] as const).map((tool) => (
              <SegmentGroup.Item key={tool} value={tool} minH="11" px="4" css={{ [largeText]: { px: '2' } }}>
                <SegmentGroup.ItemText>{tool === 'keep' ? words.add : words.remove}</SegmentGroup.ItemText>
                <SegmentGroup.ItemHiddenInput />
              </SegmentGroup.Item>
            ))}
          </SegmentGroup.Root>
          <Slider.Root
            flex="1"
            minW="8rem"
            maxW="16rem"
            min={8}
            max={120}
            step={4}
            value={[brush]}
            onValueChange={({ value }) => setBrush(value[0] ?? brush)}
            aria-label={[words.size]}
          >
            <Slider.Control ref={keepTaps}>
              <Slider.Track>
                <Slider.Range />
              </Slider.Track>
              <Slider.Thumb index={0} boxSize="7">
                <Slider.HiddenInput />
              </Slider.Thumb>
            </Slider.Control>
          </Slider.Root>
          <HStack gap="1" css={{ [largeText]: { flexWrap: 'wrap' } }}>
            <Tool label={words.undo} disabled={!history.canUndo || isSaving} onClick={undo}>
              <Undo2 aria-hidden />
            </Tool>
            <Tool label={words.redo} disabled={!history.canRedo || isSaving} onClick={redo}>
              <Redo2 aria-hidden />
            </Tool>
            <Tool
              label={words.zoomOut}
              disabled={!control.canZoomOut}
              onClick={() => control.zoomBy(1 / 1.5)}
            >
              <ZoomOut aria-hidden />
            </Tool>
            <Tool label={words.zoomIn} disabled={!control.canZoomIn} onClick={() => control.zoomBy(1.5)}>
              <ZoomIn aria-hidden />
            </Tool>
          </HStack>
        </HStack>
        <Text
          w="full"
          fontSize="xs"
          color="fg.muted"
          display={{ base: 'none', md: 'block' }}
          css={{ [short]: { display: 'none' } }}
        >
          {words.keyboard}
        </Text>
      </Dialog.Body>
      <Dialog.Footer
        columnGap="3"
        rowGap={{ base: '1', md: '3' }}
        flexWrap="wrap"
        position="sticky"
        // Offsets the positioner's padding.
        bottom={{ base: '0', md: '-6' }}
        zIndex="1"
        bg="bg.panel"
        pt={{ base: '2', md: '3' }}
        pb={{ base: 'max(0.5rem, var(--bottom))', md: '4' }}
        borderBottomRadius={{ md: 'card' }}
        css={{
          [short]: { bottom: '0', pt: '1', pb: 'max(0.25rem, var(--bottom))', borderBottomRadius: '0' },
          [largeText]: { position: 'static' },
        }}
      >
        <Text
          w="full"
          fontSize="sm"
          color={failure || problem ? 'fg.error' : 'fg.muted'}
          aria-live="polite"
          css={{ [short]: { w: 'auto', flex: '1' } }}
        >
          {failure ?? problem ?? words.keeps(share)}
        </Text>
        <Button variant="ghost" me="auto" disabled={isSaving || history.isCutOut} onClick={history.startOver}>
          {words.automatic}
        </Button>
        {/* Hidden on a phone, which has little room and the close button above. */}
        <Button variant="outline" onClick={onCancel} display={{ base: 'none', md: 'inline-flex' }}>
          {words.cancel}
        </Button>
        <Button loading={isSaving} disabled={problem !== undefined} onClick={() => onUse(current)}>
          {words.save}
        </Button>
      </Dialog.Footer>
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <IconButton
      variant="ghost"
      size="lg"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}

function loadPicture(src: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error(words.pictureFailed));
    picture.src = src;
  });
}

/** Makes the tap after a quick drag of a slider press a button (see preventFling). */
function keepTaps(control: HTMLElement | null): (() => void) | undefined {
  return control ? preventFling(control, 'sideways') : undefined;
}
