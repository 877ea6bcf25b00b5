import { Box, Button, CloseButton, Dialog, HStack, IconButton, Portal, Stack, Text } from '@chakra-ui/react';
import {
  ChevronLeft,
  ChevronRight,
  CopyPlus,
  Download,
  FolderPlus,
  Heart,
  Pencil,
  Scaling,
  Share2,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { Approval } from '#web/generations/approval.tsx';
import { ChangeWords } from '#web/generations/change-words.tsx';
import { DishProof } from '#web/generations/dish-proof.tsx';
import { NotMyDish } from '#web/generations/not-my-dish.tsx';
import { PackFiles } from '#web/generations/pack-files.tsx';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { SecondFile } from '#web/generations/second-file.tsx';
import { ShareTargets } from '#web/generations/share-targets.tsx';
import { VariationPicker } from '#web/generations/variation-picker.tsx';
import { words as shared } from '#web/generations/words.ts';
import { WritePost } from '#web/generations/write-post.tsx';
import { dateOf } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { besideNotch, largeText, short } from '#web/ui/screens.ts';
import { ViewerStage } from './viewer-stage.tsx';
import { words } from './words.ts';

interface ViewedImageProps {
  readonly image: Generation;
  /** Whether Edit makes a social post of the image, because the plan no longer has the Menu Pack that made it. */
  readonly isForPost: boolean;
  readonly onClose: () => void;
  readonly isSaving: boolean;
  readonly onDownload: (result: Result, size?: 'delivered' | 'large') => void;
  readonly onEdit: (result: Result) => void;
  readonly onDelete: () => void;
  /** Shows another image in place of this one. */
  readonly onShow: (id: string) => void;
  readonly onFavourite: (id: string, favourite: boolean) => void;
  readonly onCollections: () => void;
  /** Starts a picture of another photo with all choices of this one; undefined if the plan lacks what it needs. */
  readonly onAnother: ((image: Generation) => void) | undefined;
  /** Starts the same picture in another format; undefined if there is none. */
  readonly onNewSize: ((result: Result) => void) | undefined;
}

interface ViewDialogProps extends ViewedImageProps {
  /** Opens the image before or after this one; undefined at the ends of the list. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Minimum length in CSS pixels of a swipe to the next image. */
const swipeDistance = 60;

/** Elements that use the arrow keys themselves. */
const ownArrows = 'input, textarea, select, [role=radiogroup], [role=slider], [contenteditable]';

/** One generation, large: its variations, compared with the original photo. Arrow keys and swipes show the next one. */
export function ViewDialog({ onPrevious, onNext, ...viewed }: ViewDialogProps) {
  const { image, onClose } = viewed;
  const title = useRef<HTMLHeadingElement>(null);
  const swipe = useRef<{ x: number; y: number }>(undefined);

  function type(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // Dialogs above this one are children in React's tree only; their keys are ignored here.
    if (!event.currentTarget.contains(target) || target.closest(ownArrows)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const go = event.key === 'ArrowLeft' ? onPrevious : event.key === 'ArrowRight' ? onNext : undefined;
    if (!go) return;
    event.preventDefault();
    go();
  }
  function begin(event: PointerEvent): void {
    const target = event.target as HTMLElement;
    const isFree = event.isPrimary && event.currentTarget.contains(target);
    const isOwn = target.closest('[data-no-swipe], [data-zoomed], input, textarea, select') !== null;
    swipe.current =
      event.pointerType === 'touch' && isFree && !isOwn ? { x: event.clientX, y: event.clientY } : undefined;
  }
  function end(event: PointerEvent): void {
    const from = swipe.current;
    swipe.current = undefined;
    if (from === undefined || !event.isPrimary) return;
    const [across, down] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.abs(across) < swipeDistance || Math.abs(across) < 2 * Math.abs(down)) return;
    if (across < 0) onNext?.();
    else onPrevious?.();
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      // Centred by margins: if a centred dialog is higher than the screen, its top cannot be reached.
      placement="top"
      motionPreset="scale"
      // Focusing the first control, far down, would scroll the top of the picture out of sight.
      initialFocusEl={() => title.current}
      // The focus returns to the image that was shown last.
      finalFocusEl={() => document.querySelector<HTMLElement>(`[data-image="${image.id}"] button`)}
    >
      <Portal>
        <Dialog.Backdrop bg="rgb(23 19 16 / 0.7)" />
        <Dialog.Positioner p={{ base: '0', md: '6' }} css={{ [short]: { p: '0' } }}>
          <Dialog.Content
            onKeyDown={type}
            onPointerDown={begin}
            onPointerUp={end}
            onPointerCancel={() => {
              swipe.current = undefined;
            }}
            maxW={{ base: 'full', md: '56rem' }}
            minH={{ base: '100dvh', md: 'auto' }}
            borderRadius={{ base: '0', md: 'card' }}
            my={{ base: '0', md: 'auto' }}
            // On a phone it fills the screen: its parts keep clear of the notch and the system's bar.
            css={{
              touchAction: 'pan-y',
              '--top': { base: 'env(safe-area-inset-top)', md: '0px' },
              '--bottom': { base: 'env(safe-area-inset-bottom)', md: '0px' },
              ps: { base: 'env(safe-area-inset-left)', md: '0' },
              pe: { base: 'env(safe-area-inset-right)', md: '0' },
              [short]: {
                '--top': 'env(safe-area-inset-top)',
                '--bottom': 'env(safe-area-inset-bottom)',
                ps: 'env(safe-area-inset-left)',
                pe: 'env(safe-area-inset-right)',
                maxW: 'full',
                minH: '100dvh',
                borderRadius: '0',
                my: '0',
              },
            }}
          >
            <Dialog.Header
              pt="max(1.5rem, var(--top))"
              pb="2"
              pe="14"
              gap="2"
              alignItems="flex-start"
              // Moves the arrows below the title.
              css={{ [largeText]: { flexWrap: 'wrap', '& > :first-child': { flex: '1 0 100%' } } }}
            >
              <Box flex="1" minW="0" aria-live="polite">
                <Dialog.Title ref={title} tabIndex={-1} outline="none" lineClamp={1} dir="auto">
                  {image.menuItemName}
                </Dialog.Title>
                <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {words.details(
                    image.fallback ? shared.original : image.templateName,
                    image.width,
                    image.height,
                    dateOf(image.createdAt),
                  )}
                </Text>
              </Box>
              {(onPrevious ?? onNext) && (
                <HStack gap="0" mt="-3.5" css={{ [largeText]: { mt: '0' } }}>
                  <IconButton
                    variant="ghost"
                    colorPalette="gray"
                    aria-label={words.previous}
                    // Not `disabled`: that would take the focus away, and key presses would no longer reach the dialog.
                    aria-disabled={!onPrevious}
                    onClick={onPrevious}
                  >
                    <ChevronLeft size={22} />
                  </IconButton>
                  <IconButton
                    variant="ghost"
                    colorPalette="gray"
                    aria-label={words.next}
                    aria-disabled={!onNext}
                    onClick={onNext}
                  >
                    <ChevronRight size={22} />
                  </IconButton>
                </HStack>
              )}
            </Dialog.Header>
            <ViewedImage key={image.id} {...viewed} />
            <Dialog.CloseTrigger
              asChild
              top="max(0.5rem, var(--top))"
              css={{
                insetEnd: { base: besideNotch('right', '0.5rem'), md: '2' },
                [short]: { insetEnd: besideNotch('right', '0.5rem') },
              }}
            >
              <CloseButton aria-label={words.close} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** The picture, its facts and its actions. */
function ViewedImage(props: ViewedImageProps) {
  const { image, isForPost, onClose, isSaving, onDownload, onEdit, onDelete } = props;
  const { onShow, onFavourite, onCollections, onAnother, onNewSize } = props;
  const [index, setIndex] = useState<number>(image.cover);
  const [sharing, setSharing] = useState(false);
  const [dishOnly, setDishOnly] = useState(false);
  const results = resultsOf(image);
  const shown = results.find(({ variation }) => variation === index) ?? results[0];
  if (shown === undefined) return null;
  return (
    <>
      <Dialog.Body
        display="grid"
        justifyItems="center"
        alignContent="start"
        gap="4"
        // The picture stays in sight beside the rest, which scrolls.
        css={{
          [short]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', columnGap: '6', pb: '4' },
        }}
      >
        <Box
          w="full"
          display="grid"
          justifyItems="center"
          css={{ [short]: { position: 'sticky', top: '4', alignSelf: 'start' } }}
        >
          <ViewerStage label={image.menuItemName} results={results} shown={shown} dishOnly={dishOnly} />
        </Box>
        <Stack
          w="full"
          gap="1"
          align="start"
          css={{ '& > button': { px: '4' }, [short]: { '& [role=radiogroup]': { justifyContent: 'start' } } }}
        >
          {results.length > 1 && (
            <VariationPicker
              layout="row"
              label={shared.variations}
              results={results}
              selected={shown}
              onSelect={({ variation }) => setIndex(variation)}
            />
          )}
          <HStack gap="1" wrap="wrap" align="end" ms="-4" css={{ '& button': { px: '4', ms: '0' } }}>
            <ChangeWords result={shown} />
            <WritePost key={`post ${shown.variation}`} result={shown} />
            <Button
              variant="ghost"
              aria-pressed={image.favourite}
              onClick={() => onFavourite(image.id, !image.favourite)}
            >
              <Heart size={17} aria-hidden fill={image.favourite ? 'currentColor' : 'none'} />
              {words.favourite}
            </Button>
            <Button variant="ghost" onClick={onCollections}>
              <FolderPlus size={17} aria-hidden />
              {words.collections}
            </Button>
            {onAnother && (
              <Button variant="ghost" onClick={() => onAnother(image)}>
                <CopyPlus size={17} aria-hidden />
                {words.another}
              </Button>
            )}
            {onNewSize && (
              <Button variant="ghost" onClick={() => onNewSize(shown)}>
                <Scaling size={17} aria-hidden />
                {words.newSize}
              </Button>
            )}
          </HStack>
          <DishProof result={shown} dishOnly={dishOnly} onDishOnly={setDishOnly} />
          <NotMyDish
            generation={image}
            onStarted={() => {
              // It appears among the images, like any running generation.
              notify.success(shared.redoStarted);
              onClose();
            }}
            onSee={({ id }) => onShow(id)}
          />
          {sharing ? (
            <Box w="full" maxW="26rem" mt="2">
              <ShareTargets key={shown.variation} result={shown} />
            </Box>
          ) : (
            <Button variant="ghost" mt="1" ms="-4" onClick={() => setSharing(true)}>
              <Share2 size={17} aria-hidden />
              {shown.shareId === null ? words.share : words.shared}
            </Button>
          )}
          <SecondFile result={shown} isSaving={isSaving} onDownload={() => onDownload(shown, 'large')} />
          <PackFiles result={shown} />
          <Approval key={`${shown.generationId} ${shown.variation}`} result={shown} />
        </Stack>
      </Dialog.Body>
      <Dialog.Footer
        gap="2"
        flexWrap="wrap"
        px={{ base: '4', md: '6' }}
        position="sticky"
        // Offsets the positioner's padding, in which the content would be visible below a sticky box.
        bottom={{ base: '0', md: '-6' }}
        zIndex="1"
        bg="bg.panel"
        pt="3"
        pb="max(0.75rem, var(--bottom))"
        borderTopWidth="1px"
        borderColor="border.muted"
        borderBottomRadius={{ md: 'card' }}
        css={{
          '& button': { px: { base: '3', md: '5' } },
          [short]: { bottom: '0', pt: '2', pb: 'max(0.5rem, var(--bottom))', borderBottomRadius: '0' },
          [largeText]: { position: 'static' },
        }}
      >
        <Button variant="ghost" onClick={onDelete}>
          <Trash2 size={18} aria-hidden />
          {words.delete}
        </Button>
        <Button variant="outline" colorPalette="gray" onClick={() => onEdit(shown)}>
          <Pencil size={17} aria-hidden />
          {isForPost ? words.post : words.edit}
        </Button>
        <Button onClick={() => onDownload(shown)}>
          <Download size={18} aria-hidden />
          {words.download}
        </Button>
      </Dialog.Footer>
    </>
  );
}
