import type { SiteServices } from '#web/pages/frame/services.ts';

/** What a public page that stands by itself asks of the app: each part is loaded when it is first used. */
export function siteServices(leavePage: () => void): SiteServices {
  return {
    openApp(path, notice) {
      history.pushState(null, '', path);
      void import('./mount-app.tsx').then(({ mountApp }) => {
        leavePage();
        mountApp(notice);
      });
    },
    async subscribe(plan) {
      const { startCheckout } = await import('./checkout-host.tsx');
      await startCheckout(plan);
    },
  };
}
