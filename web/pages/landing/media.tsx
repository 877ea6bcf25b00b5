import { useEffect, useRef } from 'react';
import type { LandingImage } from '#shared/api/site.ts';
import { SiteImage } from '#web/pages/frame/site-image.tsx';
import { isVideo } from './is-video.ts';
import { useIsSeen } from './use-is-seen.ts';
import { words } from './words.ts';

interface MediaProps {
  readonly image: LandingImage;
  /** For a picture. */
  readonly alt: string;
  readonly sizes: string;
  /** Loads at once; only for what is visible without scrolling. */
  readonly eager?: boolean;
}

/** A picture, or a video that plays without sound while it is seen, unless the visitor prefers reduced motion. */
export function Media({ image, alt, sizes, eager = false }: MediaProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isSeen = useIsSeen(video);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    if (isSeen && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      void element.play().catch(() => {});
    else element.pause();
  }, [isSeen]);
  if (!isVideo(image))
    return <SiteImage url={image.url} renditions={image.renditions} alt={alt} sizes={sizes} eager={eager} />;
  return (
    <video
      ref={video}
      src={image.url}
      muted
      loop
      playsInline
      controls
      preload="metadata"
      aria-label={image.title ?? image.description ?? words.carousel}
    />
  );
}
