import type { CSSProperties, ReactNode } from 'react';
import { compareWords, useCompare } from '#web/lib/use-compare.ts';
import css from './compare.module.css';

interface CompareProps {
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** The subject of the pictures, for example the dish's name. */
  readonly label: string;
  /** Width divided by height. */
  readonly ratio: number;
}

/** Two pictures with a divider. Without JavaScript it shows half of each. */
export function Compare({ before, after, label, ratio }: CompareProps) {
  const { position, frame, range } = useCompare(label);
  return (
    <div
      className={css.compare}
      style={{ aspectRatio: ratio, '--at': `${position}%` } as CSSProperties}
      {...frame}
    >
      <div className={css.layer}>{after}</div>
      <div className={`${css.layer} ${css.before}`}>{before}</div>
      <span className={css.tag} data-side="left" aria-hidden="true">
        {compareWords.before}
      </span>
      <span className={css.tag} data-side="right" aria-hidden="true">
        {compareWords.after}
      </span>
      <input className={css.range} {...range} />
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
