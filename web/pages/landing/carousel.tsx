import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LandingImage } from '#shared/api/site.ts';
import { carouselSamples } from '#shared/site-samples.ts';
import { Picture } from '#web/pages/frame/picture.tsx';
import css from './carousel.module.css';
import { Media } from './media.tsx';
import { useIsSeen } from './use-is-seen.ts';
import { words } from './words.ts';

/** Display time of an example in milliseconds (back office, section 9). */
const autoplayDelayMs = 3000;

const sizes = '(min-width: 48rem) 20rem, 72vw';

/**
 * A carousel that advances automatically and starts again after the last example. It stops under the pointer, with the
 * focus inside, off screen, when paused, and for users who prefer reduced motion. Without JavaScript it is a row that
 * can be scrolled.
 */
export function Carousel({ images }: { images: readonly LandingImage[] }) {
  const rail = useRef<HTMLUListElement>(null);
  const [isPaused, setPaused] = useState(false);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isSeen = useIsSeen(rail);

  useEffect(() => {
    if (isPaused || isPointed || isFocused || !isSeen) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => step(rail.current, 1), autoplayDelayMs);
    return () => clearInterval(timer);
  }, [isPaused, isPointed, isFocused, isSeen]);

  const items =
    images.length > 0
      ? images.map((image) => ({
          key: image.id,
          title: image.title ?? '',
          media: <Media image={image} alt={image.description ?? ''} sizes={sizes} />,
        }))
      : carouselSamples.map(({ name, title }) => ({
          key: name,
          title,
          media: <Picture name={name} alt="" ratio={0.8} sizes={sizes} />,
        }));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only stop it; they trigger no action.
    <div
      className={css.carousel}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className={css.head}>
        <h3>{words.carousel}</h3>
        <div className={css.controls}>
          <Control label={isPaused ? words.play : words.pause} onClick={() => setPaused(!isPaused)}>
            {isPaused ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
          </Control>
          <Control label={words.previous} onClick={() => step(rail.current, -1)}>
            <ChevronLeft size={20} aria-hidden />
          </Control>
          <Control label={words.next} onClick={() => step(rail.current, 1)}>
            <ChevronRight size={20} aria-hidden />
          </Control>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls is scrolled by the keyboard too. */}
      <ul ref={rail} className={css.rail} tabIndex={0} aria-label={words.carousel}>
        {items.map(({ key, title, media }) => (
          <li key={key}>
            {media}
            {title && <p>{title}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** Scrolls by one example; wraps around at both ends. */
function step(rail: HTMLUListElement | null, by: 1 | -1): void {
  const [first, second] = rail?.children ?? [];
  if (!rail || !(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return;
  const width = second.offsetLeft - first.offsetLeft;
  const end = rail.scrollWidth - rail.clientWidth;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let left = rail.scrollLeft + by * width;
  if (by === 1 && rail.scrollLeft >= end - 4) left = 0;
  if (by === -1 && rail.scrollLeft <= 4) left = end;
  rail.scrollTo({ left, behavior: isCalm ? 'auto' : 'smooth' });
}
