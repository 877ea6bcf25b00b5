import { notify } from '#web/lib/notify.ts';
import type { SiteServices } from '#web/pages/frame/services.ts';

/** The services of a public page outside of the app. Each part of the app is loaded when it is first used. */
export function siteServices(leavePage: () => void): SiteServices {
  return {
    openApp(path, notice) {
      history.pushState(null, '', path);
      void import('./mount-app.tsx').then(({ mountApp }) => {
        leavePage();
        mountApp();
        if (notice !== undefined) notify.success(notice, { yields: true });
      });
    },
    async subscribe(plan) {
      const { startCheckout } = await import('./checkout-host.tsx');
      await startCheckout(plan);
    },
  };
}
