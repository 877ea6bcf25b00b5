import { Box, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Photo } from '#shared/api/photos.ts';
import { keptMaskQuery } from './photo-queries.ts';

interface KeptPictureProps {
  readonly photo: Photo;
  /** Address of the upright photo; null while it is being loaded. */
  readonly src: string | null;
}

/**
 * The photo with its surroundings dimmed, just large enough to see what is missing. All of it is dimmed until the mask
 * is loaded. It fills its box; a photo of another shape is cropped to its middle.
 */
export function KeptPicture({ photo, src }: KeptPictureProps) {
  const { data: mask } = useQuery(keptMaskQuery(photo.id));
  const maskImage = mask && `url(data:image/png;base64,${mask.png})`;
  return (
    <Box aria-hidden position="relative" overflow="hidden" borderRadius="md" bg="#171310" boxSize="full">
      {src !== null && <chakra.img src={src} alt="" boxSize="full" objectFit="cover" opacity="0.3" />}
      {src !== null && mask && (
        <chakra.img
          src={src}
          alt=""
          position="absolute"
          inset="0"
          boxSize="full"
          objectFit="cover"
          // The mask has the photo's shape, and is cropped like it.
          style={{ maskImage, maskMode: 'luminance', maskSize: 'cover', maskPosition: 'center' }}
        />
      )}
    </Box>
  );
}
