import { Box, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Photo } from '#shared/api/photos.ts';
import { keptMaskQuery } from './photo-queries.ts';

interface KeptPictureProps {
  readonly photo: Photo;
  /** Address of the upright photo. */
  readonly src: string;
}

/** Sides within which the picture is drawn, in pixels. */
const [mostWidth, mostHeight] = [72, 48];

/** The photo with its surroundings dimmed, so small that what is missing can just be seen. All of it is dim until then. */
export function KeptPicture({ photo, src }: KeptPictureProps) {
  const { data: mask } = useQuery(keptMaskQuery(photo.id));
  const scale = Math.min(mostWidth / photo.width, mostHeight / photo.height);
  const maskImage = mask && `url(data:image/png;base64,${mask.png})`;
  return (
    <Box
      aria-hidden
      position="relative"
      flexShrink="0"
      overflow="hidden"
      borderRadius="md"
      bg="#171310"
      style={{ width: photo.width * scale, height: photo.height * scale }}
    >
      <chakra.img src={src} alt="" w="full" h="full" opacity="0.3" />
      {mask && (
        <chakra.img
          src={src}
          alt=""
          position="absolute"
          inset="0"
          w="full"
          h="full"
          style={{ maskImage, maskMode: 'luminance', maskSize: '100% 100%' }}
        />
      )}
    </Box>
  );
}
