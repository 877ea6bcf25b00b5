import { Badge, Box, Button, chakra, HStack, IconButton, Text, VisuallyHidden } from '@chakra-ui/react';
import { Eye, EyeOff, Trash2 } from 'lucide-react';
import type { ManagedMenuPackImage } from '#shared/api/site.ts';
import { SortHandle } from '#web/admin/site-images/sort-handle.tsx';
import { StateBadge } from '#web/admin/site-images/state-badge.tsx';
import type { useSorting } from '#web/admin/site-images/use-sorting.ts';
import { words as shared } from '#web/admin/site-images/words.ts';
import { compareWords } from '#web/lib/use-compare.ts';
import { largeText } from '#web/ui/screens.ts';
import { words } from './words.ts';

interface PairCardProps {
  readonly image: ManagedMenuPackImage;
  readonly sorting: ReturnType<typeof useSorting>;
  readonly toggling: boolean;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** Both pictures of a pair, with its actions. */
export function PairCard({ image, sorting, toggling, onToggle, onOpen, onDelete }: PairCardProps) {
  const { id, isActive, displayOrder, platform } = image;
  const title = image.title ?? words.untitled;
  const name = platform && !image.title ? words.platforms[platform] : title;
  return (
    <Box
      as="li"
      bg="bg.panel"
      borderRadius="card"
      overflow="hidden"
      borderWidth="1px"
      borderColor={sorting.draggedId === id ? 'brand.solid' : 'border.muted'}
      boxShadow={sorting.draggedId === id ? 'float' : undefined}
      style={{ order: sorting.placeOf(id) }}
      {...sorting.itemProps(id)}
    >
      <Box position="relative">
        <chakra.button
          type="button"
          onClick={onOpen}
          display="flex"
          gap="2px"
          w="full"
          cursor="zoom-in"
          aspectRatio={2}
          opacity={isActive ? 1 : 0.45}
          transition="opacity 150ms"
          focusVisibleRing="inside"
        >
          <VisuallyHidden>{words.compare(name)}</VisuallyHidden>
          <Half label={compareWords.before} src={image.beforeRenditions[0]?.url ?? image.beforeUrl} />
          <Half label={compareWords.after} src={image.renditions[0]?.url ?? image.url} />
        </chakra.button>
        <HStack position="absolute" top="3" insetX="3" gap="1.5" wrap="wrap" pointerEvents="none">
          <StateBadge isActive={isActive} />
          {platform && (
            <Badge variant="solid" colorPalette="saffron" borderRadius="pill" px="2.5" py="0.5">
              {words.platforms[platform]}
            </Badge>
          )}
        </HStack>
      </Box>
      <HStack ps="4" pe="1" pt="2" gap="1" align="start">
        <Box flex="1" minW="0" py="1">
          <Text fontWeight="600" lineClamp={1} color={image.title ? 'fg' : 'fg.muted'}>
            {title}
          </Text>
          <Text fontSize="xs" color="fg.muted">
            {shared.order(displayOrder)}
          </Text>
        </Box>
        <SortHandle name={name} {...sorting.handleProps(id, name)} />
      </HStack>
      <HStack justify="space-between" px="1" pb="1" css={{ [largeText]: { flexWrap: 'wrap' } }}>
        <Button variant="ghost" size="sm" loading={toggling} onClick={onToggle}>
          {isActive ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
          {isActive ? words.hide : words.activate}
        </Button>
        <IconButton variant="ghost" aria-label={`${shared.delete} ${name}`} onClick={onDelete}>
          <Trash2 size={18} />
        </IconButton>
      </HStack>
    </Box>
  );
}

function Half({ label, src }: { label: string; src: string }) {
  return (
    <Box as="span" position="relative" flex="1" minW="0" h="full" bg="bg.muted">
      <chakra.img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        w="full"
        h="full"
        objectFit="cover"
      />
      <Text
        as="span"
        position="absolute"
        bottom="2"
        insetStart="2"
        px="2"
        borderRadius="pill"
        bg="rgb(31 26 23 / 0.72)"
        color="white"
        fontSize="xs"
        fontWeight="600"
      >
        {label}
      </Text>
    </Box>
  );
}
