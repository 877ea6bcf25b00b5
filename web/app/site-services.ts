import { notify } from '#web/lib/notify.ts';
import type { SiteServices } from '#web/pages/frame/services.ts';
import { words } from './words.ts';

/** The services of a public page outside of the app. Each part of the app is loaded on first use. */
export function siteServices(leavePage: () => void): SiteServices {
  return {
    openApp(path, notice) {
      history.pushState(null, '', path);
      import('./mount-app.tsx').then(
        ({ mountApp }) => {
          leavePage();
          mountApp();
          if (notice !== undefined) notify.success(notice, { yields: true });
        },
        // The browser reloads the page, or shows its own error.
        () => location.reload(),
      );
    },
    async subscribe(plan) {
      try {
        const { startCheckout } = await import('./checkout-host.tsx');
        await startCheckout(plan);
      } catch {
        notify.error(words.checkoutFailed, { description: words.checkConnection });
      }
    },
  };
}
