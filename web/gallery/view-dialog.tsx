import { Box, CloseButton, Dialog, HStack, IconButton, Portal, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { words as shared } from '#web/generations/words.ts';
import { dateOf } from '#web/lib/format.ts';
import { besideNotch, largeText, short } from '#web/ui/screens.ts';
import { usePaging } from './use-paging.ts';
import { ViewedImage, type ViewedImageProps } from './viewed-image.tsx';
import { words } from './words.ts';

interface ViewDialogProps extends ViewedImageProps {
  /** Opens the image before or after this one; undefined at the ends of the list. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** One generation, large: its variations, compared with the original photo. Arrow keys and swipes show the next one. */
export function ViewDialog({ onPrevious, onNext, ...viewed }: ViewDialogProps) {
  const { image, onClose } = viewed;
  const title = useRef<HTMLHeadingElement>(null);
  const paging = usePaging(onPrevious, onNext);

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
            {...paging}
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
                <Dialog.Title
                  ref={title}
                  tabIndex={-1}
                  outline="none"
                  lineClamp={1}
                  dir="auto"
                  css={{ [largeText]: { lineClamp: 'none' } }}
                >
                  {image.menuItemName}
                </Dialog.Title>
                <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {words.details(
                    image.fallback ? shared.original(image) : image.templateName,
                    image.width,
                    image.height,
                    dateOf(image.createdAt),
                  )}
                </Text>
              </Box>
              {(onPrevious ?? onNext) && <Arrows onPrevious={onPrevious} onNext={onNext} />}
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

/** Buttons that lead to the image before and after this one. */
function Arrows({ onPrevious, onNext }: Pick<ViewDialogProps, 'onPrevious' | 'onNext'>) {
  return (
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
  );
}
