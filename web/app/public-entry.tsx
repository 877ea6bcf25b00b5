import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/inter/wght.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PublicPath } from '#shared/public-pages.ts';
import { mayHaveSession, startSession } from '#web/lib/session.ts';
import { SiteServicesContext } from '#web/pages/frame/services.ts';
import { loadPage } from '#web/pages/load-page.ts';
import { paths } from '#web/paths.ts';
import { siteServices } from './site-services.ts';

/** Lets a page that was built as HTML come alive. Nothing here is needed to read it. */
async function hydrate(root: HTMLElement): Promise<void> {
  const page = root.dataset.page as PublicPath;
  const Page = await loadPage[page]();
  // As a transition it is done in slices, between which the page answers.
  startTransition(() => {
    const tree = hydrateRoot(
      root,
      <StrictMode>
        <SiteServicesContext value={siteServices(() => tree.unmount())}>
          <Page />
        </SiteServicesContext>
      </StrictMode>,
    );
  });
  await startSession();
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
if (location.pathname === paths.home && mayHaveSession()) {
  // The edge saw no cookie, but this browser remembers a session: the start belongs to the app.
  void import('./mount-app.tsx').then(({ mountApp }) => mountApp());
} else void hydrate(root);
