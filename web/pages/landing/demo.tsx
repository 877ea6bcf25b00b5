import { Pause, Play } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { Picture } from '#web/pages/frame/picture.tsx';
import css from './demo.module.css';

/**
 * The demo: screenshots of our studio, taken by `npm run make:site-screens`, shown one after the other for 45
 * seconds in all.
 */
const scenes = [
  {
    name: 'demo-dish',
    seconds: 6,
    caption: 'Choose where the post will be seen, then the dish: your photo, or a sample.',
  },
  {
    name: 'demo-choice',
    seconds: 6,
    caption: 'People at the table, or the dish alone? You decide what to make.',
  },
  { name: 'demo-filter', seconds: 7, caption: 'Pick a vibe. Each tile shows what the look does.' },
  { name: 'demo-scene', seconds: 7, caption: 'Pick a scene. Your burger is still your burger.' },
  {
    name: 'demo-text',
    seconds: 6,
    caption: 'Add your offer. It is set in clean type, exactly as you spell it.',
  },
  { name: 'demo-generate', seconds: 5, caption: 'One last look, one credit, go.' },
  { name: 'demo-results', seconds: 8, caption: 'Two variations. Take the better one, download it, post it.' },
] as const;

const total = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
const labels = {
  region: '45-second demo of the studio',
  play: 'Play the demo',
  pause: 'Pause the demo',
};

/** The 45-second demo with captions. It can be played and paused; every caption can be read without playing. */
export function Demo() {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(
      () => {
        if (at === scenes.length - 1) setPlaying(false);
        else setAt(at + 1);
      },
      (scenes[at]?.seconds ?? 0) * 1000,
    );
    return () => clearTimeout(timer);
  }, [at, isPlaying]);

  return (
    <section className={css.demo} aria-label={labels.region}>
      <div className={css.stage}>
        {scenes.map(({ name, caption }, index) => (
          <div
            key={name}
            className={css.scene}
            data-shown={index === at || undefined}
            aria-hidden={index !== at}
          >
            <Picture name={name} alt={caption} ratio={1.6} sizes="(min-width: 62rem) 46rem, 92vw" />
          </div>
        ))}
        {!isPlaying && (
          <button
            type="button"
            className={css.start}
            aria-label={labels.play}
            onClick={() => {
              if (at === scenes.length - 1) setAt(0);
              setPlaying(true);
            }}
          >
            <Play size={30} aria-hidden />
          </button>
        )}
      </div>
      <div className={css.side}>
        <div className={css.controls}>
          <button
            type="button"
            aria-label={isPlaying ? labels.pause : labels.play}
            onClick={() => {
              if (!isPlaying && at === scenes.length - 1) setAt(0);
              setPlaying(!isPlaying);
            }}
          >
            {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
          </button>
          <span>{`${total} seconds`}</span>
        </div>
        <ol className={css.captions}>
          {scenes.map(({ name, caption, seconds }, index) => (
            <li key={name}>
              <button
                type="button"
                aria-current={index === at ? 'step' : undefined}
                onClick={() => setAt(index)}
                style={{ '--seconds': `${seconds}s` } as CSSProperties}
                data-playing={(index === at && isPlaying) || undefined}
              >
                {caption}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
