import { Box, Button, CloseButton, Dialog, Portal, Stack, Text } from '@chakra-ui/react';
import { Download, Pencil, Share2, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
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
import { dateOf } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { besideNotch, short } from '#web/ui/screens.ts';
import { words } from './words.ts';

interface ViewDialogProps {
  readonly image: Generation;
  /** Whether Edit makes a social post of it: the plan no longer has the Menu Pack, where it was made. */
  readonly isForPost: boolean;
  readonly onClose: () => void;
  readonly isSaving: boolean;
  readonly onDownload: (result: Result, size?: 'delivered' | 'large') => void;
  readonly onEdit: (result: Result) => void;
  readonly onDelete: () => void;
}

/** One generation, large: its variations, compared with the original photo. */
export function ViewDialog(props: ViewDialogProps) {
  const { image, isForPost, onClose, isSaving, onDownload, onEdit, onDelete } = props;
  const [index, setIndex] = useState<number>(image.cover);
  const [sharing, setSharing] = useState(false);
  const [dishOnly, setDishOnly] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const results = resultsOf(image);
  const shown = results.find(({ variation }) => variation === index) ?? results[0];
  if (shown === undefined) return null;
  const ratio = shown.width / shown.height;
  return (
    <Dialog.Root
      open
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      // With margins in the middle: the top of a dialog that is centred and higher than the screen cannot be reached.
      placement="top"
      motionPreset="scale"
      // The first control is far down: focus on it would scroll the picture's top out of sight.
      initialFocusEl={() => title.current}
    >
      <Portal>
        <Dialog.Backdrop bg="rgb(23 19 16 / 0.7)" />
        <Dialog.Positioner p={{ base: '0', md: '6' }} css={{ [short]: { p: '0' } }}>
          <Dialog.Content
            maxW={{ base: 'full', md: '56rem' }}
            minH={{ base: '100dvh', md: 'auto' }}
            borderRadius={{ base: '0', md: 'card' }}
            my={{ base: '0', md: 'auto' }}
            // On a phone it fills the screen: its parts stay clear of the notch and of the system's bar.
            css={{
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
            <Dialog.Header pt="max(1.5rem, var(--top))" pb="2" pe="16">
              <Box>
                <Dialog.Title ref={title} tabIndex={-1} outline="none" lineClamp={1}>
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
            </Dialog.Header>
            <Dialog.Body
              display="grid"
              justifyItems="center"
              alignContent="start"
              gap="4"
              // The picture beside the rest, and in sight while the rest scrolls.
              css={{
                [short]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', columnGap: '6', pb: '4' },
              }}
            >
              <Box
                css={{ [short]: { position: 'sticky', top: '4', alignSelf: 'start' } }}
                style={{ width: `min(100%, calc(max(46dvh, 12.5rem) * ${ratio}))` }}
              >
                <BeforeAfter
                  key={shown.variation}
                  before={shown.originalUrl}
                  after={shown.previewUrl}
                  label={image.menuItemName}
                  ratio={ratio}
                  mask={dishOnly ? shown.dishMaskUrl : null}
                />
              </Box>
              <Stack
                w="full"
                gap="1"
                align="start"
                css={{ [short]: { '& [role=radiogroup]': { justifyContent: 'start' } } }}
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
                <DishProof result={shown} dishOnly={dishOnly} onDishOnly={setDishOnly} />
                <ChangeWords result={shown} />
                <NotMyDish
                  generation={image}
                  onStarted={() => {
                    // It appears among the images, as any that is being made.
                    notify.success(shared.redoStarted);
                    onClose();
                  }}
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
                <SecondFile
                  result={shown}
                  isSaving={isSaving}
                  onDownload={() => onDownload(shown, 'large')}
                />
                <PackFiles result={shown} />
                <Approval key={`${shown.generationId} ${shown.variation}`} result={shown} />
              </Stack>
            </Dialog.Body>
            <Dialog.Footer
              gap="2"
              position="sticky"
              // Sticky boxes stay clear of the positioner's padding, where the content would be seen below them.
              bottom={{ base: '0', md: '-6' }}
              zIndex="1"
              bg="bg.panel"
              pt="3"
              pb="max(0.75rem, var(--bottom))"
              borderTopWidth="1px"
              borderColor="border.muted"
              borderBottomRadius={{ md: 'card' }}
              css={{
                '& button': { px: { base: '4', md: '5' } },
                [short]: { bottom: '0', pt: '2', pb: 'max(0.5rem, var(--bottom))', borderBottomRadius: '0' },
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
