import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import css from './compare.module.css';
import { words } from './words.ts';

interface CompareProps {
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** What is on the pictures, such as the dish's name. */
  readonly label: string;
  /** Width divided by height. */
  readonly ratio: number;
}

/**
 * Two pictures with a divider, dragged by mouse or finger or moved by the arrow keys: 0 to 100, starting at 50.
 * Without script it stands in the middle and shows a half of each.
 */
export function Compare({ before, after, label, ratio }: CompareProps) {
  const [position, setPosition] = useState(50);
  const frame = useRef<HTMLDivElement>(null);

  function follow(event: PointerEvent<HTMLDivElement>): void {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    setPosition(Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100)));
  }

  return (
    <div
      ref={frame}
      className={css.compare}
      style={{ aspectRatio: ratio, '--at': `${position}%` } as CSSProperties}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons > 0) follow(event);
      }}
    >
      <div className={css.layer}>{after}</div>
      <div className={`${css.layer} ${css.before}`}>{before}</div>
      <span className={css.tag} data-side="left" aria-hidden="true">
        {words.before}
      </span>
      <span className={css.tag} data-side="right" aria-hidden="true">
        {words.after}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(position)}
        onChange={(event) => setPosition(Number(event.target.value))}
        aria-label={words.compare(label)}
        className={css.range}
      />
      <span className={css.divider} aria-hidden="true">
        <span>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path
              d="m9 7-5 5 5 5m6-10 5 5-5 5"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </span>
      </span>
    </div>
  );
}
