import { showBanner } from '#web/lib/cookie-consent.ts';
import { supportEmail } from '#web/lib/support-email.ts';
import { paths } from '#web/paths.ts';
import css from './footer.module.css';
import { Logo } from './logo.tsx';
import pageCss from './page.module.css';
import { useIsAlive } from './use-is-alive.ts';
import { words } from './words.ts';

const texts = words.footer;

/** The footer of public pages: links to other pages, legal texts and help. */
export function Footer() {
  const isAlive = useIsAlive();
  return (
    <footer className={css.footer}>
      <div className={`${pageCss.wide} ${css.columns}`}>
        <div className={css.about}>
          <Logo />
          <p>{texts.about}</p>
        </div>
        <nav aria-label={texts.product}>
          <h2>{texts.product}</h2>
          <ul>
            <li>
              <a href={paths.menuPack}>{texts.menuPack}</a>
            </li>
            <li>
              <a href={paths.resources}>{texts.resources}</a>
            </li>
            <li>
              <a href={`${paths.landing}#pricing`}>{words.pricing}</a>
            </li>
            <li>
              <a href={paths.labels}>{texts.labels}</a>
            </li>
          </ul>
        </nav>
        <nav aria-label={texts.legal}>
          <h2>{texts.legal}</h2>
          <ul>
            <li>
              <a href={paths.terms}>{texts.terms}</a>
            </li>
            <li>
              <a href={paths.privacy}>{texts.privacy}</a>
            </li>
            <li>
              <a href={paths.cookies}>{texts.cookies}</a>
            </li>
          </ul>
        </nav>
        <div>
          <h2>{texts.help}</h2>
          <ul>
            <li>
              <a href={`mailto:${supportEmail()}`}>{supportEmail()}</a>
            </li>
            <li>
              <button type="button" disabled={!isAlive} onClick={() => showBanner('customising')}>
                {texts.cookieSettings}
              </button>
            </li>
          </ul>
        </div>
      </div>
      <p className={`${pageCss.wide} ${css.rights}`}>{texts.rights}</p>
    </footer>
  );
}
