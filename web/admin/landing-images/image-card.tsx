import { Badge, Box, chakra, HStack, IconButton, Text } from '@chakra-ui/react';
import { Expand, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ManagedLandingImage } from '#shared/api/site.ts';
import { SortHandle } from '#web/admin/site-images/sort-handle.tsx';
import { StateBadge } from '#web/admin/site-images/state-badge.tsx';
import type { useSorting } from '#web/admin/site-images/use-sorting.ts';
import { words as shared } from '#web/admin/site-images/words.ts';
import { words } from './words.ts';

interface ImageCardProps {
  readonly image: ManagedLandingImage;
  /** Its name in messages: the title, or the position. */
  readonly name: string;
  readonly sorting: ReturnType<typeof useSorting>;
  readonly onOpen: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** One image with the texts that visitors see. Its buttons appear over the picture on hover, touch or focus. */
export function ImageCard({ image, name, sorting, onOpen, onEdit, onDelete }: ImageCardProps) {
  const { id, isActive, title, description, displayOrder } = image;
  return (
    <Box
      as="li"
      className="group"
      bg="bg.panel"
      borderRadius="card"
      overflow="hidden"
      borderWidth="1px"
      borderColor={sorting.draggedId === id ? 'brand.solid' : 'border.muted'}
      boxShadow={sorting.draggedId === id ? 'float' : undefined}
      style={{ order: sorting.placeOf(id) }}
      {...sorting.itemProps(id)}
    >
      <Box position="relative" aspectRatio={4 / 3} bg="bg.muted">
        <Box h="full" opacity={isActive ? 1 : 0.45} transition="opacity 150ms">
          <Picture image={image} />
        </Box>
        <HStack position="absolute" top="3" insetStart="3" gap="1.5" pointerEvents="none">
          <StateBadge isActive={isActive} />
          {image.type === 'video' && (
            <Badge variant="solid" colorPalette="gray" borderRadius="pill" px="2.5" py="0.5">
              {words.video}
            </Badge>
          )}
        </HStack>
        <Box
          position="absolute"
          inset="0"
          display="flex"
          gap="2"
          css={{
            // On touch screens the buttons are always visible, below the dish.
            alignItems: 'end',
            justifyContent: 'end',
            padding: '0.5rem',
            '@media (hover: hover)': {
              alignItems: 'center',
              justifyContent: 'center',
              background: 'rgb(23 19 16 / 0.5)',
              opacity: 0,
              transition: 'opacity 150ms',
              '.group:hover &, &:focus-within': { opacity: 1 },
            },
          }}
        >
          <OverlayButton label={`${words.open} ${name}`} onClick={onOpen}>
            <Expand size={18} />
          </OverlayButton>
          <OverlayButton label={`${words.edit} ${name}`} onClick={onEdit}>
            <Pencil size={17} />
          </OverlayButton>
          <OverlayButton label={`${words.delete} ${name}`} onClick={onDelete}>
            <Trash2 size={18} />
          </OverlayButton>
        </Box>
      </Box>
      <HStack align="start" ps="4" pe="1" py="2" gap="1">
        <Box flex="1" minW="0" py="1">
          <Text fontWeight="600" lineClamp={1} color={title ? 'fg' : 'fg.muted'}>
            {title ?? words.untitled}
          </Text>
          <Text fontSize="xs" color="fg.muted" lineClamp={2}>
            {shared.order(displayOrder)}
            {description && ` · ${description}`}
          </Text>
        </Box>
        <SortHandle name={name} {...sorting.handleProps(id, name)} />
      </HStack>
    </Box>
  );
}

interface OverlayButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function OverlayButton({ label, onClick, children }: OverlayButtonProps) {
  return (
    <IconButton
      aria-label={label}
      onClick={onClick}
      bg="white"
      color="#1F1A17"
      boxShadow="float"
      _hover={{ bg: '#F4ECE2' }}
    >
      {children}
    </IconButton>
  );
}

function Picture({ image }: { readonly image: ManagedLandingImage }) {
  if (image.type === 'video') {
    return (
      <chakra.video
        src={image.url}
        muted
        playsInline
        preload="metadata"
        w="full"
        h="full"
        objectFit="cover"
      />
    );
  }
  if (image.beforeUrl === null) return <Thumbnail image={image.renditions} url={image.url} />;
  return (
    <HStack gap="2px" h="full">
      <Thumbnail image={image.beforeRenditions} url={image.beforeUrl} />
      <Thumbnail image={image.renditions} url={image.url} />
    </HStack>
  );
}

function Thumbnail({ image, url }: { image: ManagedLandingImage['renditions']; url: string }) {
  return (
    <chakra.img
      src={image[0]?.url ?? url}
      srcSet={image.map((rendition) => `${rendition.url} ${rendition.width}w`).join(', ')}
      sizes="20rem"
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      flex="1"
      minW="0"
      w="full"
      h="full"
      objectFit="cover"
    />
  );
}
