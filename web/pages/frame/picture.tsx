/** Files of web/pages/pictures by name; written by `npm run make:site-pictures` and `npm run make:site-screens`. */
const files: Readonly<Record<string, string>> = import.meta.glob('../pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface PictureFile {
  readonly width: number;
  readonly url: string;
}

interface Sources {
  readonly avif: readonly PictureFile[];
  readonly webp: PictureFile;
}

const sources = new Map<string, Sources>();
for (const [path, url] of Object.entries(files)) {
  const [, name = '', width = '', kind = ''] = /([^/]+)-(\d+)\.(avif|webp)$/.exec(path) ?? [];
  const file = { width: Number(width), url };
  const known = sources.get(name) ?? { avif: [], webp: file };
  sources.set(
    name,
    kind === 'webp'
      ? { ...known, webp: file }
      : { ...known, avif: [...known.avif, file].sort((a, b) => a.width - b.width) },
  );
}

interface PictureProps {
  /** Name of a picture in web/pages/pictures. */
  readonly name: string;
  readonly alt: string;
  /** Width divided by height. */
  readonly ratio: number;
  /** Displayed width, as in the `sizes` attribute. */
  readonly sizes: string;
  /** Loads at once; only for pictures that are visible without scrolling. */
  readonly eager?: boolean;
  /** Loads first; only for a page's main picture. */
  readonly first?: boolean;
}

/** One of our own pictures, in the format and the size that suit the browser. */
export function Picture({ name, alt, ratio, sizes, eager = false, first = false }: PictureProps) {
  const found = sources.get(name);
  if (found === undefined) throw new Error(`There is no picture ${name}`);
  const { avif, webp } = found;
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={avif.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        sizes={sizes}
      />
      <img
        src={webp.url}
        alt={alt}
        width={webp.width}
        height={Math.round(webp.width / ratio)}
        loading={eager || first ? 'eager' : 'lazy'}
        {...(first && { fetchPriority: 'high' })}
        {...(!eager && !first && { decoding: 'async' })}
      />
    </picture>
  );
}
