import { Box, Button, Dialog, HStack, Stack } from '@chakra-ui/react';
import { CopyPlus, Download, FolderPlus, Heart, Pencil, Scaling, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { Approval } from '#web/generations/approval.tsx';
import { ChangeWords } from '#web/generations/change-words.tsx';
import { DishProof } from '#web/generations/dish-proof.tsx';
import { NotMyDish } from '#web/generations/not-my-dish.tsx';
import { PackFiles } from '#web/generations/pack-files.tsx';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { SecondFile } from '#web/generations/second-file.tsx';
import { ShareTargets } from '#web/generations/share-targets.tsx';
import type { Packing } from '#web/generations/use-pack.ts';
import { VariationPicker } from '#web/generations/variation-picker.tsx';
import { words as shared } from '#web/generations/words.ts';
import { WritePost } from '#web/generations/write-post.tsx';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { notify } from '#web/lib/notify.ts';
import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import { noSticky, short } from '#web/ui/screens.ts';
import { ViewerStage } from './viewer-stage.tsx';
import { words } from './words.ts';

export interface ViewedImageProps {
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
  /** Makes a ZIP, which goes on while other images are shown. */
  readonly packing: Packing;
}

/** The picture, its facts and its actions. */
export function ViewedImage(props: ViewedImageProps) {
  const { image, isForPost, onClose, isSaving, onDownload, onEdit, onDelete } = props;
  const { onShow, onFavourite, onCollections, onAnother, onNewSize, packing } = props;
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
            kept={<KeptOfSource source={image.source} name={image.menuItemName} />}
            onStarted={() => {
              // It appears among the images, like any running generation.
              notify.success(shared.redoStarted);
              onClose();
            }}
            onSee={({ id }) => onShow(id)}
          />
          <Box
            ref={keepFocus}
            role="group"
            aria-label={words.share}
            w="full"
            maxW="26rem"
            mt={sharing ? '2' : '1'}
          >
            {sharing ? (
              <ShareTargets key={shown.variation} result={shown} />
            ) : (
              <Button variant="ghost" ms="-4" px="4" onClick={() => setSharing(true)}>
                <Share2 size={17} aria-hidden />
                {shown.shareId === null ? words.share : words.shared}
              </Button>
            )}
          </Box>
          <SecondFile result={shown} isSaving={isSaving} onDownload={() => onDownload(shown, 'large')} />
          <PackFiles result={shown} packing={packing} />
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
          [noSticky]: { position: 'static' },
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
