import { Badge, Box, chakra, HStack, IconButton, Text } from '@chakra-ui/react';
import { Download, Heart, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { platformById } from '#shared/domain/platforms.ts';
import { coverOf, type Result } from '#web/generations/results.ts';
import { words as shared } from '#web/generations/words.ts';
import { dateOf } from '#web/lib/format.ts';
import { useLoading } from '#web/ui/picture.tsx';
import { SelectedMark } from '#web/ui/selected-mark.tsx';
import { useLongPress } from './use-long-press.ts';
import { words } from './words.ts';

interface ImageCardProps {
  readonly image: Generation;
  /** Whether Edit makes a social post of the image, because the plan no longer has the Menu Pack that made it. */
  readonly isForPost: boolean;
  readonly onView: (id: string) => void;
  readonly onDownload: (result: Result) => void;
  readonly onEdit: (result: Result) => void;
  readonly onDelete: (id: string) => void;
  readonly onFavourite: (id: string, favourite: boolean) => void;
  /** Undefined while the selection mode is off. */
  readonly isChosen: boolean | undefined;
  readonly onChoose: (id: string, isRange: boolean) => void;
}

/** Frees the line for the pictures on the screen: an image that was removed goes on loading. */
function cancelWhenGone(image: HTMLImageElement | null): () => void {
  return () =>
    queueMicrotask(() => {
      if (image && !image.isConnected && !image.complete) image.removeAttribute('src');
    });
}

/**
 * One finished generation: its cover from edge to edge, two lines of text and its actions. Memoized, because a gallery
 * holds thousands.
 */
export const ImageCard = memo(function ImageCard(props: ImageCardProps) {
  const { image, isForPost, onView, onDownload, onEdit, onDelete, onFavourite, isChosen, onChoose } = props;
  const isChoosing = isChosen !== undefined;
  const cover = coverOf(image);
  const name = image.menuItemName;
  const { isBroken, img, again } = useLoading(cover?.thumbnailUrl ?? '');
  const press = useLongPress(() => onChoose(image.id, false));
  return (
    <Box
      data-image={image.id}
      bg="bg.panel"
      borderRadius="card"
      overflow="hidden"
      borderWidth="1px"
      borderColor="border.muted"
    >
      <Box position="relative">
        <chakra.button
          type="button"
          data-place
          {...press.handlers}
          onClick={(event) => {
            // The click at the end of the long press that has chosen the image.
            if (press.wasLong()) return;
            const isChoice = isChoosing || event.ctrlKey || event.metaKey || event.shiftKey;
            if (isChoice) {
              onChoose(image.id, event.shiftKey);
            } else {
              if (isBroken) again();
              onView(image.id);
            }
          }}
          aria-label={isChoosing ? words.selectOf(name) : words.viewOf(name)}
          aria-pressed={isChosen}
          display="block"
          w="full"
          aspectRatio={1}
          cursor={isChoosing ? 'pointer' : 'zoom-in'}
          bg="bg.muted"
          overflow="hidden"
          className="group"
          focusVisibleRing="inside"
        >
          {cover && !isBroken && (
            <chakra.img
              {...img}
              ref={cancelWhenGone}
              alt=""
              loading="lazy"
              decoding="async"
              w="full"
              h="full"
              objectFit="cover"
              transition="transform 250ms"
              _groupHover={{ transform: 'scale(1.03)' }}
            />
          )}
        </chakra.button>
        {!isChoosing && (
          <FavouriteButton
            name={name}
            isFavourite={image.favourite}
            onChange={(favourite) => onFavourite(image.id, favourite)}
          />
        )}
        {isChosen === true && <SelectedMark />}
        {isChosen === false && (
          <Box
            aria-hidden
            position="absolute"
            top="1.5"
            right="1.5"
            boxSize="7"
            borderRadius="pill"
            borderWidth="2px"
            borderColor="white"
            bg="blackAlpha.500"
            pointerEvents="none"
          />
        )}
        {isBroken && (
          <Text
            position="absolute"
            inset="0"
            display="grid"
            placeItems="center"
            px="4"
            fontSize="sm"
            color="fg.muted"
            pointerEvents="none"
          >
            {words.pictureFailed}
          </Text>
        )}
        <Badge
          position="absolute"
          insetStart="2"
          bottom="2"
          variant="solid"
          colorPalette="gray"
          pointerEvents="none"
        >
          {image.menu ? (platformById(image.menu.platform)?.name ?? image.templateName) : sizeOf(image)}
        </Badge>
      </Box>
      <Box px="4" pt="3" pb="1">
        <Text fontWeight="600" lineClamp={1} dir="auto">
          {name}
        </Text>
        <Text fontSize="xs" color="fg.muted" lineClamp={1}>
          {image.fallback ? shared.original(image) : image.templateName}
          <Text as="span" display={{ base: 'none', md: 'inline' }}>
            {` · ${dateOf(image.createdAt)}`}
          </Text>
        </Text>
        {/* They keep their space in selection mode, so that nothing moves. */}
        <HStack gap="0" ms="-3" mt="1" visibility={isChoosing ? 'hidden' : 'visible'}>
          <IconButton
            variant="ghost"
            aria-label={words.downloadOf(name)}
            onClick={() => cover && onDownload(cover)}
          >
            <Download size={19} />
          </IconButton>
          <IconButton
            variant="ghost"
            aria-label={isForPost ? words.postOf(name) : words.editOf(name)}
            title={isForPost ? words.post : undefined}
            onClick={() => cover && onEdit(cover)}
          >
            <Pencil size={18} />
          </IconButton>
          <IconButton variant="ghost" aria-label={words.deleteOf(name)} onClick={() => onDelete(image.id)}>
            <Trash2 size={19} />
          </IconButton>
        </HStack>
      </Box>
    </Box>
  );
});

interface FavouriteButtonProps {
  readonly name: string;
  readonly isFavourite: boolean;
  readonly onChange: (isFavourite: boolean) => void;
}

function FavouriteButton({ name, isFavourite, onChange }: FavouriteButtonProps) {
  return (
    <IconButton
      position="absolute"
      top="0"
      right="0"
      variant="plain"
      color="white"
      aria-label={words.favouriteOf(name)}
      aria-pressed={isFavourite}
      onClick={() => onChange(!isFavourite)}
    >
      <Box
        display="grid"
        placeItems="center"
        boxSize="8"
        borderRadius="pill"
        bg={isFavourite ? 'brand.solid' : 'blackAlpha.600'}
      >
        <Heart size={17} fill={isFavourite ? 'currentColor' : 'none'} />
      </Box>
    </IconButton>
  );
}

/** `1080 × 1920` */
function sizeOf({ width, height }: Generation): string {
  return `${width} × ${height}`;
}
