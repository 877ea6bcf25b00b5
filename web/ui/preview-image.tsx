import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useState } from 'react';

interface PreviewImageProps extends Omit<HTMLChakraProps<'img'>, 'src'> {
  readonly src: string;
  /** Shown when `src` cannot be loaded, for example for a look without a preview. */
  readonly fallback: string;
}

/** A picture with a replacement for a broken one. */
export function PreviewImage({ src, fallback, ...rest }: PreviewImageProps) {
  const [missing, setMissing] = useState<string>();
  return (
    <chakra.img
      loading="lazy"
      decoding="async"
      draggable={false}
      objectFit="cover"
      src={missing === src ? fallback : src}
      onError={() => setMissing(src)}
      {...rest}
    />
  );
}
