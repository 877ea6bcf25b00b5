import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/inter/wght.css';
import { type ComponentType, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { printInLight } from '#web/lib/color-mode.ts';
import { mayHaveSession, startSession } from '#web/lib/session.ts';
import { SiteServicesContext } from '#web/pages/frame/services.ts';
import { paths } from '#web/paths.ts';
import { siteServices } from './site-services.ts';

/** Hydrates a prerendered page in `root`. The page can be read without it. */
export async function hydratePage(root: HTMLElement, Page: ComponentType): Promise<void> {
  printInLight();
  if (location.pathname === paths.home && mayHaveSession()) {
    // The edge got no session cookie, but this browser has a session: `/` shows the app.
    const { mountApp } = await import('./mount-app.tsx');
    return mountApp();
  }
  // React hydrates a transition in slices, between which the page responds.
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
