interface SiteImageProps {
  readonly url: string;
  readonly renditions: readonly { readonly url: string; readonly width: number }[];
  readonly alt: string;
  readonly sizes: string;
  /** Loads at once; only for pictures that are visible without scrolling. */
  readonly eager?: boolean;
}

/** A picture that staff chose, in a suitable width. Its frame reserves the space, so that nothing moves. */
export function SiteImage({ url, renditions, alt, sizes, eager = false }: SiteImageProps) {
  return (
    <img
      src={url}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(renditions.length > 0 && {
        srcSet: renditions.map((rendition) => `${rendition.url} ${rendition.width}w`).join(', '),
        sizes,
      })}
    />
  );
}
