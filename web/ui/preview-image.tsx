import { useState } from 'react';

interface PreviewImageProps {
  readonly src: string;
  /** Shown when `src` cannot be loaded, for example for a look without a preview. */
  readonly fallback: string;
}

/** A decorative picture beside its name, with a replacement for a broken one; its parent styles it. */
export function PreviewImage({ src, fallback }: PreviewImageProps) {
  const [missing, setMissing] = useState<string>();
  return (
    <img
      loading="lazy"
      decoding="async"
      draggable={false}
      src={missing === src ? fallback : src}
      alt=""
      onError={() => setMissing(src)}
    />
  );
}
