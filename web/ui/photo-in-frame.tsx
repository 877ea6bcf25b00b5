import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { Size } from '#shared/domain/formats.ts';
import { cropWindow, type Framing } from '#shared/domain/framing.ts';

interface PhotoInFrameProps {
  readonly src: string;
  readonly alt: string;
  /** The frame; only its ratio counts. */
  readonly target: Size;
  readonly framing: Framing;
  /** Size of the photo; undefined until it is loaded, and meanwhile it is centred. */
  readonly natural: Size | undefined;
  readonly onNatural: (size: Size) => void;
}

/**
 * The part of a photo that becomes the picture. A blurred copy fills the frame beyond the photo, because surroundings
 * are drawn there.
 */
export function PhotoInFrame({ src, alt, target, framing, natural, onNatural }: PhotoInFrameProps) {
  const window = natural && cropWindow(natural, target, framing);
  const widened =
    window && (window.width > natural.width + 1 || window.height > natural.height + 1) ? window : undefined;
  return (
    <Box position="relative" w="full" h="full" overflow="hidden" borderRadius="card">
      {widened && (
        <chakra.img
          src={src}
          alt=""
          aria-hidden
          draggable={false}
          position="absolute"
          inset="0"
          w="full"
          h="full"
          objectFit="cover"
          css={{ filter: 'blur(1.5rem)', transform: 'scale(1.15)' }}
        />
      )}
      <chakra.img
        src={src}
        alt={alt}
        draggable={false}
        position="absolute"
        maxW="none"
        objectFit={widened ? 'fill' : 'cover'}
        userSelect="none"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
          if (width > 0 && height > 0) onNatural({ width, height });
        }}
        style={
          natural && widened
            ? {
                left: percent(-widened.left / widened.width),
                top: percent(-widened.top / widened.height),
                width: percent(natural.width / widened.width),
                height: percent(natural.height / widened.height),
              }
            : {
                inset: 0,
                width: '100%',
                height: '100%',
                objectPosition: `${percent(framing.x)} ${percent(framing.y)}`,
              }
        }
      />
    </Box>
  );
}

/** A photo in its frame that cannot be moved. */
export function StillPhoto(props: Omit<PhotoInFrameProps, 'natural' | 'onNatural'>) {
  return <PhotoInFrame {...props} {...useNaturalSize(props.src)} />;
}

/** The size of the photo at this address, undefined until it is loaded, and what is called when it is. */
export function useNaturalSize(src: string): Pick<PhotoInFrameProps, 'natural' | 'onNatural'> {
  const [loaded, setLoaded] = useState<{ readonly src: string; readonly size: Size }>();
  return {
    natural: loaded?.src === src ? loaded.size : undefined,
    onNatural: (size) => setLoaded({ src, size }),
  };
}

function percent(share: number): string {
  return `${share * 100}%`;
}
