import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useState } from 'react';

interface PreviewImageProps extends Omit<HTMLChakraProps<'img'>, 'src'> {
  readonly src: string;
  /** Shown when `src` is missing, such as a look that has no rendered preview yet. */
  readonly fallback: string;
}

/** A picture that is never a broken one. */
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
