import { sessionHintCookie } from '#shared/public-pages.ts';
import { showBanner } from '#web/lib/cookie-consent.ts';
import { Button } from '#web/pages/frame/button.tsx';
import { words } from '#web/pages/frame/words.ts';
import { pages } from '#web/pages/pages.ts';
import css from './legal.module.css';
import { LegalPage } from './legal-page.tsx';

/** Everything that the site keeps in a browser. Add a row for each new item. */
const kept = [
  {
    name: sessionHintCookie,
    kind: 'Cookie, and an entry of the same name in local storage',
    why: 'Necessary: says that you are signed in and as whom, so that the start shows your studio at once',
    until: 'you sign out, at most 400 days',
  },
  {
    name: 'CognitoIdentityServiceProvider.…',
    kind: 'Local storage',
    why: 'Necessary: the tokens of your session',
    until: 'you sign out',
  },
  {
    name: 'platepost.cookie-consent',
    kind: 'Local storage',
    why: 'Necessary: your choice about cookies',
    until: 'you clear it',
  },
  {
    name: 'platepost.wizard…, platepost.menu-pack…, platepost.whole-menu…, platepost.whole-menu-photos…, platepost.checked-photos, platepost.shown-photos, platepost.open-menus, react-router-scroll-positions',
    kind: 'Session storage',
    why: 'Necessary: what you chose in the studio and where you were on a page, should it be loaded again',
    until: 'you close the tab',
  },
  {
    name: 'platepost.words…, platepost.post…, platepost.profile…, platepost.brand-kit…, platepost.redo…, platepost.redo-wish…, platepost.unsaved-mask…, platepost.refused',
    kind: 'Session storage',
    why: 'Necessary: what you typed or painted and have not saved, and a request whose answer is awaited',
    until: 'you save or discard it, or close the tab',
  },
  {
    name: 'platepost.deletions…',
    kind: 'Local storage',
    why: 'Necessary: the images that you deleted just before you closed the site',
    until: 'you next open your gallery, which deletes them',
  },
  {
    name: 'platepost / previews',
    kind: 'IndexedDB',
    why: 'Necessary: small copies of the photos that you chose in the studio, for the same reason',
    until: 'you sign out, or use the studio again after a day',
  },
  {
    name: 'platepost.wanted-address, platepost.wanted-plan, platepost.provider, platepost.pending-code, platepost.own-sign-up, platepost.other-user, platepost.checkout',
    kind: 'Session storage',
    why: 'Necessary: where to go on after a sign-in or a payment, which email a code was sent to, how it was begun, and the name and company with which you signed up here',
    until: 'it is done, or you close the tab',
  },
  {
    name: 'platepost.color-mode',
    kind: 'Local storage',
    why: 'Settings: light or dark, once you have chosen',
    until: 'you clear it, or withdraw consent',
  },
  {
    name: 'platepost.food-lock',
    kind: 'Local storage',
    why: 'Settings: whether the studio keeps your dish exactly as it is, once you have chosen',
    until: 'you clear it, or withdraw consent',
  },
  {
    name: 'platepost.post-wish, platepost.shortcuts',
    kind: 'Local storage',
    why: 'Settings: what posts were last asked for, and whether keys are shortcuts',
    until: 'you clear it, or withdraw consent',
  },
  {
    name: 'platepost.ready-offer, platepost.no-share-offer',
    kind: 'Local storage',
    why: 'Settings: that you do not want to be asked again whether this device may tell you that pictures are ready, or to share a picture that you saved',
    until: 'you clear it, or withdraw consent',
  },
  {
    name: 'platepost.push',
    kind: 'Local storage, and a push subscription of your browser',
    why: 'Necessary once you ask for notifications: for whom this device gets them',
    until: 'you turn them off or sign out',
  },
] as const;

/** `/cookies`: lists what is kept in the browser and lets visitors change their choice. */
export function CookiesPage() {
  return (
    <LegalPage
      title={pages['/cookies'].title}
      updated="November 29, 2026"
      sections={[
        {
          title: 'What we use',
          text: [
            'One cookie of our own and some entries in your browser’s storage. No advertising, no analytics, nothing from third parties. On Stripe’s payment pages, which are Stripe’s own site, Stripe sets cookies to prevent fraud.',
          ],
        },
        {
          title: 'Your choice',
          text: [
            [
              'Accept all: settings are remembered. Your yes to statistics is kept, but nothing is counted today; should that change, this page changes first.',
              'Reject all: only what is necessary is kept. Light or dark follows your device; a choice of yours lasts until the page is closed.',
              'Customise: you decide about each.',
            ],
            'Closing the banner is not a choice: nothing but the necessary is kept, unless you change a setting yourself, and we ask again on your next visit.',
          ],
        },
      ]}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled by the keyboard too. */}
      <section className={css.scroll} aria-label="What is kept in your browser" tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Where</th>
              <th scope="col">Why</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {kept.map(({ name, kind, why, until }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{kind}</td>
                <td>{why}</td>
                <td>{until}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={css.settings}>
        <Button look="outline" onClick={() => showBanner('customising')}>
          {words.footer.cookieSettings}
        </Button>
      </div>
    </LegalPage>
  );
}
