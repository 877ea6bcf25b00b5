import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlanId } from '#shared/domain/plans.ts';
import type { PublicPath } from '#shared/public-pages.ts';
import { notify } from '#web/lib/notify.ts';
import { type SiteServices, SiteServicesContext } from '#web/pages/frame/services.ts';
import { loadPage } from '#web/pages/load-page.ts';
import { CheckoutRun } from './checkout-run.tsx';

/** A public page inside the app, which already has the services that the page needs. */
export async function loadInApp(path: PublicPath): Promise<ComponentType> {
  const Page = await loadPage[path]();
  return function PublicPageInApp() {
    return (
      <InApp>
        <Page />
      </InApp>
    );
  };
}

interface Asked {
  readonly plan: PlanId;
  readonly onDone: () => void;
}

function InApp({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const services = useRef<SiteServices>(undefined);
  services.current ??= {
    openApp(path, notice) {
      // If the wanted page is already open, it has read its address and may have cleared it.
      if (new URL(path, location.href).pathname !== location.pathname) void navigate(path);
      if (notice !== undefined) notify.success(notice, { yields: true });
    },
    subscribe: (plan) =>
      new Promise((resolve) =>
        setAsked({
          plan,
          onDone: () => {
            setAsked(undefined);
            resolve();
          },
        }),
      ),
  };
  return (
    <SiteServicesContext value={services.current}>
      {children}
      {asked && <CheckoutRun {...asked} />}
    </SiteServicesContext>
  );
}
