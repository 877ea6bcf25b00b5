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
import { useState } from 'react';
import type { Photo } from '#shared/api/photos.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { preventFling } from '#web/lib/prevent-fling.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { clearOf } from '#web/ui/screens.ts';
import type { Stroke } from './brush-strokes.ts';
import { checksKey } from './check-queries.ts';
import { MaskCanvas } from './mask-canvas.tsx';
import { coverageOf, type Mask, readMask, writeMask } from './mask-file.ts';
import { adviceOn, needsAnotherPhoto } from './photo-advice.ts';
import { measuresQuery, photoKey } from './photo-queries.ts';
import { useMaskView } from './use-mask-view.ts';
import { words } from './words.ts';

interface KeptDishDialogProps {
  readonly photo: Photo;
  /** Address of the upright photo. */
  readonly src: string;
  readonly onClose: () => void;
}

/** Shares of the photo at which the API refuses a mask as empty or full. */
const emptyBelow = 0.005;
const fullAbove = 0.995;

/** Shows which part of a photo is kept, and lets a person correct it. */
export function KeptDishDialog({ photo, src, onClose }: KeptDishDialogProps) {
  const contents = useQuery({
    queryKey: ['mask', photo.id, photo.corrected],
    queryFn: async ({ signal }) => {
      const [{ png }, picture] = await Promise.all([
        call('getMask', { params: { photoId: photo.id } }, signal),
        loadPicture(src),
      ]);
      return { mask: readMask(png), picture };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      placement="center"
      motionPreset="scale"
      closeOnInteractOutside={false}
    >
      <Portal>
        <Dialog.Backdrop bg="rgb(23 19 16 / 0.7)" />
        <Dialog.Positioner
          py={{ base: '0', md: '6' }}
          ps={{ base: '0', md: clearOf('left', '1.5rem') }}
          pe={{ base: '0', md: clearOf('right', '1.5rem') }}
        >
          <Dialog.Content
            maxW={{ base: 'full', md: '56rem' }}
            minH={{ base: '100dvh', md: 'auto' }}
            borderRadius={{ base: '0', md: 'card' }}
            my="0"
            pt={{ base: 'env(safe-area-inset-top)', md: '0' }}
            pb={{ base: 'env(safe-area-inset-bottom)', md: '0' }}
          >
            <Dialog.Header pb="2" pe="16">
              <Box>
                <Dialog.Title>{words.title}</Dialog.Title>
                <Dialog.Description color="fg.muted">{words.text}</Dialog.Description>
              </Box>
            </Dialog.Header>
            {contents.data ? (
              <MaskEditor photo={photo} src={src} {...contents.data} onClose={onClose} />
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
  );
}

interface MaskEditorProps {
  readonly photo: Photo;
  readonly src: string;
  readonly mask: Mask;
  readonly picture: HTMLImageElement;
  readonly onClose: () => void;
}

/** Strokes that were drawn, and those that were undone, newest last. */
interface History {
  readonly drawn: readonly Stroke[];
  readonly undone: readonly Stroke[];
}

function MaskEditor({ photo, src, mask, picture, onClose }: MaskEditorProps) {
  const client = useQueryClient();
  const control = useMaskView();
  const [history, setHistory] = useState<History>({ drawn: [], undone: [] });
  const [keeps, setKeeps] = useState(true);
  const [brush, setBrush] = useState(36);
  const [current, setCurrent] = useState(mask);
  const share = coverageOf(current);
  const problem = share < emptyBelow ? words.empty : share > fullAbove ? words.full : undefined;

  const save = useMutation({
    mutationFn: () => call('putMask', { params: { photoId: photo.id }, body: { png: writeMask(current) } }),
    retry: (failures, error) => failures < 2 && isTransient(error),
    onSuccess: (changed) => {
      client.setQueryData(photoKey(photo.id), changed);
      void client.invalidateQueries({ queryKey: checksKey(photo.id) });
      client.removeQueries({ queryKey: ['mask', photo.id] });
      notify.success(words.saved);
      onClose();
    },
  });
  const reset = useMutation({
    mutationFn: () => call('deleteMask', { params: { photoId: photo.id } }),
    onSuccess: (changed) => {
      setHistory({ drawn: [], undone: [] });
      client.removeQueries({ queryKey: ['mask', photo.id] });
      client.setQueryData(photoKey(photo.id), changed);
      void client.invalidateQueries({ queryKey: checksKey(photo.id) });
    },
  });

  const undo = () =>
    setHistory(({ drawn, undone }) => {
      const last = drawn.at(-1);
      return last ? { drawn: drawn.slice(0, -1), undone: [...undone, last] } : { drawn, undone };
    });
  const redo = () =>
    setHistory(({ drawn, undone }) => {
      const last = undone.at(-1);
      return last ? { drawn: [...drawn, last], undone: undone.slice(0, -1) } : { drawn, undone };
    });
  const keys: Record<string, () => void> = {
    z: undo,
    y: redo,
    k: () => setKeeps(true),
    r: () => setKeeps(false),
    '+': () => control.zoomBy(1.5),
    '-': () => control.zoomBy(1 / 1.5),
  };

  const { data: measures } = useQuery(measuresQuery(src));
  const unsolvable = adviceOn(measures, photo).filter((problem) => needsAnotherPhoto.includes(problem));
  const hasReasons = !photo.corrected && photo.cutOut?.findings?.doubtful;
  const failure = save.error ?? reset.error;
  return (
    <>
      <Dialog.Body display="grid" gap="3" justifyItems="center" alignContent="start">
        {unsolvable.map((problem) => (
          <Text key={problem} w="full" color="fg.warning" fontWeight="600">
            {words.advice[problem]}
          </Text>
        ))}
        {hasReasons && unsolvable.length === 0 && (
          <Text w="full" color="fg.warning" fontWeight="600">
            {photo.cutOut?.findings?.reasons.map((reason) => words.reasons[reason]).join(' ')}
          </Text>
        )}
        <Box
          style={{
            aspectRatio: `${mask.width} / ${mask.height}`,
            width: `min(100%, calc(52dvh * ${mask.width / mask.height}))`,
          }}
        >
          <MaskCanvas
            picture={picture}
            mask={mask}
            strokes={history.drawn}
            keeps={keeps}
            brush={brush}
            control={control}
            onStroke={(stroke) => setHistory(({ drawn }) => ({ drawn: [...drawn, stroke], undone: [] }))}
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
              <SegmentGroup.Item key={tool} value={tool} minH="11" px="4">
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
          <HStack gap="1">
            <Tool label={words.undo} disabled={history.drawn.length === 0} onClick={undo}>
              <Undo2 aria-hidden />
            </Tool>
            <Tool label={words.redo} disabled={history.undone.length === 0} onClick={redo}>
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
        <Text w="full" fontSize="sm" color={problem ? 'fg.error' : 'fg.muted'} aria-live="polite">
          {failure ? messageOf(failure) : (problem ?? words.keeps(share))}
        </Text>
        <Text w="full" fontSize="xs" color="fg.muted" display={{ base: 'none', md: 'block' }}>
          {words.keyboard}
        </Text>
      </Dialog.Body>
      <Dialog.Footer gap="3" flexWrap="wrap">
        {(photo.corrected || history.drawn.length > 0) && (
          <Button
            variant="ghost"
            me="auto"
            loading={reset.isPending}
            onClick={() => (photo.corrected ? reset.mutate() : setHistory({ drawn: [], undone: [] }))}
          >
            {words.automatic}
          </Button>
        )}
        {/* A phone has little room, and the cross above. */}
        <Button variant="outline" onClick={onClose} display={{ base: 'none', md: 'inline-flex' }}>
          {words.cancel}
        </Button>
        <Button
          loading={save.isPending}
          disabled={problem !== undefined}
          onClick={() => (history.drawn.length === 0 ? onClose() : save.mutate())}
        >
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

/** The tap after a quick drag of a slider still presses a button. */
function keepTaps(control: HTMLElement | null): (() => void) | undefined {
  return control ? preventFling(control, 'sideways') : undefined;
}
