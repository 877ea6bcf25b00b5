import { Box, Button, HStack, IconButton, Text } from '@chakra-ui/react';
import { Download, FolderPlus, Heart, Share2, Trash2 } from 'lucide-react';
import { maxPackPictures } from '#shared/domain/whole-menu.ts';
import { clearOf, noSticky } from '#web/ui/screens.ts';
import { words } from './words.ts';

interface SelectionBarProps {
  readonly chosen: number;
  readonly isPacking: boolean;
  /** While the pages that were not loaded yet are fetched. */
  readonly isChoosingAll: boolean;
  readonly onAll: () => void;
  readonly onPack: () => void;
  /** Whether all of them are favourites. */
  readonly areFavourites: boolean;
  readonly onFavourite: () => void;
  readonly onCollections: () => void;
  /** While their files are loaded and passed on. */
  readonly isSharing: boolean;
  /** Undefined if this device cannot share so many pictures with another app. */
  readonly onShare: (() => void) | undefined;
  readonly onDelete: () => void;
  readonly onEnd: () => void;
}

/** Actions on the chosen images. Stays at the bottom of the screen in selection mode. */
export function SelectionBar(props: SelectionBarProps) {
  const { chosen, isPacking, isChoosingAll, onAll, onPack, onDelete, onEnd } = props;
  const { areFavourites, onFavourite, onCollections, isSharing, onShare } = props;
  const isTooMany = chosen > maxPackPictures;
  return (
    <Box
      role="region"
      aria-label={words.selection}
      position="sticky"
      bottom="0"
      zIndex="docked"
      mt="6"
      mx={{ base: '-4', md: '-6' }}
      px={{ base: '4', md: '6' }}
      pt="3"
      bg="bg.panel"
      borderTopWidth="1px"
      borderColor="border"
      css={{ [noSticky]: { position: 'static' } }}
      style={{ paddingBottom: clearOf('bottom', '0.75rem') }}
    >
      <HStack gap="2" wrap="wrap">
        <Box flex="1" minW="6rem">
          <Text role="status" fontWeight="600" fontVariantNumeric="tabular-nums">
            {words.chosen(chosen)}
          </Text>
          {isTooMany && (
            <Text fontSize="xs" color="fg.muted">
              {words.tooMany(maxPackPictures)}
            </Text>
          )}
        </Box>
        <Button variant="ghost" px="3" loading={isChoosingAll} onClick={onAll}>
          {words.chooseAll}
        </Button>
        <IconButton
          variant="ghost"
          aria-label={words.favourite}
          aria-pressed={areFavourites}
          disabled={chosen === 0}
          onClick={onFavourite}
        >
          <Heart size={18} fill={areFavourites ? 'currentColor' : 'none'} />
        </IconButton>
        <IconButton
          variant="ghost"
          aria-label={words.collections}
          disabled={chosen === 0}
          onClick={onCollections}
        >
          <FolderPlus size={18} />
        </IconButton>
        {onShare && (
          <IconButton variant="ghost" aria-label={words.shareChosen} loading={isSharing} onClick={onShare}>
            <Share2 size={18} />
          </IconButton>
        )}
        <Button variant="ghost" px="3" disabled={chosen === 0} aria-label={words.delete} onClick={onDelete}>
          <Trash2 size={18} aria-hidden />
          <Text as="span" hideBelow="md">
            {words.delete}
          </Text>
        </Button>
        <Button
          disabled={chosen === 0 || isTooMany}
          loading={isPacking}
          loadingText={words.packing}
          onClick={onPack}
        >
          <Download size={18} aria-hidden />
          {words.packChosen}
        </Button>
        <Button variant="outline" colorPalette="gray" px="4" onClick={onEnd}>
          {words.endChoosing}
        </Button>
      </HStack>
    </Box>
  );
}
