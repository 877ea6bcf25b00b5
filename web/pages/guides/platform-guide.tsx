import { useId, useState } from 'react';
import type { MenuPackImage } from '#shared/api/site.ts';
import { menuTargetSize, type Platform, platforms } from '#shared/domain/platforms.ts';
import { Compare } from '#web/pages/frame/compare.tsx';
import { SiteImage } from '#web/pages/frame/site-image.tsx';
import css from './guides.module.css';
import { rejects, words } from './words.ts';

/** The requirements of each platform in tabs; without JavaScript, all of them one below the other. */
export function PlatformGuide({ images }: { images: readonly MenuPackImage[] }) {
  const id = useId();
  const [shown, setShown] = useState(platforms[0]?.id);
  const move = (from: number, by: number) => {
    const next = platforms[(from + by + platforms.length) % platforms.length];
    if (next === undefined) return;
    setShown(next.id);
    document.getElementById(`${id}-${next.id}-tab`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={words.platforms} className={css.tabs}>
        {platforms.map((platform, index) => (
          <button
            key={platform.id}
            type="button"
            role="tab"
            id={`${id}-${platform.id}-tab`}
            aria-controls={`${id}-${platform.id}`}
            aria-selected={platform.id === shown}
            tabIndex={platform.id === shown ? 0 : -1}
            onClick={() => setShown(platform.id)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') move(index, 1);
              if (event.key === 'ArrowLeft') move(index, -1);
            }}
          >
            {platform.name}
          </button>
        ))}
      </div>
      {platforms.map((platform) => (
        <div
          key={platform.id}
          role="tabpanel"
          id={`${id}-${platform.id}`}
          aria-labelledby={`${id}-${platform.id}-tab`}
          className={css.panel}
          data-shown={platform.id === shown || undefined}
        >
          <Panel platform={platform} image={images.find((image) => image.platform === platform.id)} />
        </div>
      ))}
    </>
  );
}

function Panel({ platform, image }: { platform: Platform; image: MenuPackImage | undefined }) {
  const sizes = '(min-width: 48rem) 36rem, 92vw';
  return (
    <>
      <h3>{platform.name}</h3>
      <p className={css.short}>
        <strong>{words.inShort}:</strong> {platform.summary}
      </p>
      <div className={css.columns}>
        <div>
          {image && (
            <div className={css.panelImage}>
              <Compare
                label={image.title ?? platform.name}
                ratio={1.2}
                before={
                  <SiteImage url={image.beforeUrl} renditions={image.beforeRenditions} alt="" sizes={sizes} />
                }
                after={
                  <SiteImage
                    url={image.url}
                    renditions={image.renditions}
                    alt={image.title ?? ''}
                    sizes={sizes}
                  />
                }
              />
            </div>
          )}
          <h4>{words.published}</h4>
          {platform.requirements.length === 0 ? (
            <p>{words.unverified}</p>
          ) : (
            <ul className={css.requirements}>
              {platform.requirements.map(({ use, size, formats, source }) => (
                <li key={use + source.name}>
                  <strong>{words.use[use]}</strong> {size}. {words.formats}:{' '}
                  {formats.join(', ').toUpperCase()}
                  <small>{words.source(source.name, source.readOn)}</small>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div>
          <h4>{words.rejects}</h4>
          <ul className={css.marks}>
            {rejects[platform.id].map((reject) => (
              <li key={reject}>{reject}</li>
            ))}
          </ul>
          {platform.contentRules.length > 0 && (
            <>
              <h4>{words.rules}</h4>
              <ul className={css.marks}>
                {platform.contentRules.map(({ text, uses }) => (
                  <li key={text}>{uses.includes('item') ? text : `${words.use.cover}: ${text}`}</li>
                ))}
              </ul>
            </>
          )}
          <h4>{words.ourFile}</h4>
          <ul className={css.marks}>
            {platform.imageTypes.map((type) => {
              const { width, height } = menuTargetSize(platform.id, type.id);
              return <li key={type.id}>{`${type.name}: ${width}×${height} px`}</li>;
            })}
          </ul>
        </div>
      </div>
    </>
  );
}
