interface SiteImageProps {
  readonly url: string;
  readonly renditions: readonly { readonly url: string; readonly width: number }[];
  readonly alt: string;
  readonly sizes: string;
}

/** A picture that staff chose, in the width that suits. Its frame gives it its place, so nothing moves. */
export function SiteImage({ url, renditions, alt, sizes }: SiteImageProps) {
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      {...(renditions.length > 0 && {
        srcSet: renditions.map((rendition) => `${rendition.url} ${rendition.width}w`).join(', '),
        sizes,
      })}
    />
  );
}
