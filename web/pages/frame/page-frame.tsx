import { type ReactNode, useEffect } from 'react';
import { brand } from '#shared/brand.ts';
import { words as shared } from '#web/lib/words.ts';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import css from './page.module.css';
import { scrollToAnchor } from './scroll.ts';
import { ToastRegion } from './toast-region.tsx';

interface PageFrameProps {
  /** Title of the page, without the brand's name, which is appended. */
  readonly title: string;
  readonly children: ReactNode;
  /** Handlers of the header's buttons on the landing page. */
  readonly onGetStarted?: () => void;
  /** Whether the header's sections are on this page. */
  readonly hasSections?: boolean;
}

/** The frame of every public page: header, content, footer, toasts and dialogs. */
export function PageFrame({ title, children, onGetStarted, hasSections = false }: PageFrameProps) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    if (location.hash.length > 1) return scrollToAnchor(location.hash.slice(1));
  }, [title]);
  return (
    <div className={css.page}>
      <a className={css.skip} href="#content">
        {shared.skip}
      </a>
      <Header hasSections={hasSections} {...(onGetStarted && { onGetStarted })} />
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <Footer />
      <CookieBanner />
      <ToastRegion />
    </div>
  );
}

interface SectionProps {
  readonly id?: string;
  readonly title: string;
  readonly lead?: string;
  readonly tinted?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One part of a page, with its heading. */
export function Section({ id, title, lead, tinted = false, className, children }: SectionProps) {
  return (
    <section id={id} className={[css.section, tinted && css.tinted, className].filter(Boolean).join(' ')}>
      <div className={css.wide}>
        <div className={css.head}>
          <h2>{title}</h2>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
