import { Coins, LayoutDashboard, LogOut, Sparkles, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { initialOf, numberOf } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { signOut } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import css from './header.module.css';
import { useAccount } from './use-account.ts';
import { words } from './words.ts';

/** The avatar and its menu. The account is loaded once the session is known. */
export function AccountMenu({ userId }: { userId: string | undefined }) {
  const account = useAccount(userId);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        details.querySelector('summary')?.focus();
      } else if (details.contains(event.target as Node)) return;
      details.open = false;
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  const initial = initialOf(account?.name ?? '');
  return (
    <details className={css.account} ref={menu}>
      <summary aria-label={words.userMenu}>{initial ? initial : <UserRound size={18} aria-hidden />}</summary>
      <div className={css.menu}>
        {account && (
          <p className={css.who}>
            <strong>{account.name}</strong>
            <span>{account.email}</span>
          </p>
        )}
        <ul>
          <li>
            <a href={paths.account}>
              <UserRound size={17} aria-hidden /> {words.myAccount}
            </a>
          </li>
          <li>
            <a href={paths.home}>
              <Sparkles size={17} aria-hidden /> {words.studio}
            </a>
          </li>
          <li>
            <a href={paths.credits}>
              <Coins size={17} aria-hidden /> {words.credits}
              {account && <span className={css.count}>{numberOf(account.credits)}</span>}
            </a>
          </li>
          {account?.isAdmin && (
            <li>
              <a href={paths.admin.overview}>
                <LayoutDashboard size={17} aria-hidden /> {words.admin}
              </a>
            </li>
          )}
          <li>
            <button
              type="button"
              onClick={() => {
                if (menu.current) menu.current.open = false;
                void signOut();
                notify.success(words.loggedOut);
              }}
            >
              <LogOut size={17} aria-hidden /> {words.signOut}
            </button>
          </li>
        </ul>
      </div>
    </details>
  );
}
