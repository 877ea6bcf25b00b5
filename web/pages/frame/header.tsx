import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { ButtonLink } from './button.tsx';
import css from './header.module.css';
import { LoginDialog } from './login-dialog.tsx';
import { Logo } from './logo.tsx';
import { goToAnchor } from './scroll.ts';
import { words } from './words.ts';

/** Anchors of the landing page, in the order of its sections. */
const anchors = [
  { id: 'features', label: words.features },
  { id: 'how-it-works', label: words.howItWorks },
  { id: 'examples', label: words.examples },
  { id: 'pricing', label: words.pricing },
  { id: 'faq', label: words.faq },
] as const;

interface HeaderProps {
  readonly hasSections: boolean;
  readonly onGetStarted?: () => void;
}

/**
 * The header of public pages. The page contains both variants. Before the first paint, styles choose one by the
 * stored hint of a session, so that nothing flickers.
 */
export function Header({ hasSections, onGetStarted }: HeaderProps) {
  const [isLoginOpen, setLoginOpen] = useState(false);
  const session = useSession();
  const isIn = session.status === 'signedIn';
  const isOut = session.status === 'signedOut';
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isIn || isOut) document.documentElement.classList.toggle('session', isIn);
  }, [isIn, isOut]);

  const go = (id: string) => (event: MouseEvent) => {
    if (menu.current) menu.current.open = false;
    // On other pages the link opens the landing page, which then scrolls.
    if (!hasSections) return;
    event.preventDefault();
    goToAnchor(id);
  };
  const links = anchors.map(({ id, label }) => (
    <li key={id}>
      <a href={hasSections ? `#${id}` : `${paths.landing}#${id}`} onClick={go(id)}>
        {label}
      </a>
    </li>
  ));

  return (
    <header className={css.header}>
      <div className={css.bar}>
        <a className={css.home} href={paths.landing} aria-label={words.home}>
          <Logo />
        </a>
        <nav className={css.sections} aria-label={words.sections}>
          <ul>{links}</ul>
        </nav>
        <div className={css.actions}>
          <div className={css.signedOut}>
            <ButtonLink
              look="ghost"
              href={paths.signIn}
              onClick={(event) => {
                event.preventDefault();
                setLoginOpen(true);
              }}
            >
              {words.logIn}
            </ButtonLink>
            <ButtonLink
              href={hasSections ? '#signup' : `${paths.landing}#signup`}
              onClick={(event) => {
                if (hasSections) onGetStarted?.();
                go('signup')(event);
              }}
            >
              {words.getStarted}
            </ButtonLink>
          </div>
          <div className={css.signedIn}>
            <ButtonLink href={paths.home}>{words.studio}</ButtonLink>
            <AccountMenu userId={session.status === 'signedIn' ? session.userId : undefined} />
          </div>
          <details className={css.burger} ref={menu}>
            <summary aria-label={words.menu}>
              <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
                <path
                  d="M4 7h16M4 12h16M4 17h16"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinecap="round"
                />
              </svg>
            </summary>
            <nav aria-label={words.menu}>
              <ul>{links}</ul>
            </nav>
          </details>
        </div>
      </div>
      {isLoginOpen && <LoginDialog onClose={() => setLoginOpen(false)} />}
    </header>
  );
}
