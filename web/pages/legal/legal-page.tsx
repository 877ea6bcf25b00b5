import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import pageCss from '#web/pages/frame/page.module.css';
import { PageFrame } from '#web/pages/frame/page-frame.tsx';
import { words } from '#web/pages/frame/words.ts';
import { paths } from '#web/paths.ts';
import css from './legal.module.css';

interface LegalSection {
  readonly title: string;
  /** Paragraphs in order; a list stands as an array of its points. */
  readonly text: readonly (string | readonly string[])[];
}

interface LegalPageProps {
  readonly title: string;
  /** In words, such as `October 1, 2025`. */
  readonly updated: string;
  readonly sections: readonly LegalSection[];
  readonly children?: ReactNode;
}

/** A legal text: back link, date and numbered sections. */
export function LegalPage({ title, updated, sections, children }: LegalPageProps) {
  return (
    <PageFrame title={title}>
      <article className={`${pageCss.wide} ${css.legal}`}>
        <a className={css.back} href={paths.landing}>
          <ArrowLeft size={18} aria-hidden /> {words.back}
        </a>
        <h1>{title}</h1>
        <p className={css.updated}>{`Last updated: ${updated}`}</p>
        {sections.map((section, index) => (
          <section key={section.title}>
            <h2>{`${index + 1}. ${section.title}`}</h2>
            {section.text.map((part) =>
              typeof part === 'string' ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part[0]}>
                  {part.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
        {children}
      </article>
    </PageFrame>
  );
}
