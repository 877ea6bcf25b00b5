import { createContext, use } from 'react';
import type { PlanId } from '#shared/domain/plans.ts';

/** Services that public pages get from the app, which loads each on first use. */
export interface SiteServices {
  /** Opens a page of the app without losing this page's memory, and shows `notice` there. */
  readonly openApp: (path: string, notice?: string) => void;
  /** Opens the payment for a signed-in customer; resolves when it opened or failed. A failure shows a toast. */
  readonly subscribe: (plan: PlanId) => Promise<void>;
}

/** Undefined while the pages are prerendered, when nothing can be pressed. */
export const SiteServicesContext = createContext<SiteServices | undefined>(undefined);

/** The services of the app around this page. Only for event handlers and effects. */
export function useSiteServices(): SiteServices | undefined {
  return use(SiteServicesContext);
}
