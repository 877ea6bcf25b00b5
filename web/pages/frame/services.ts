import { createContext, use } from 'react';
import type { PlanId } from '#shared/domain/plans.ts';

/** What public pages ask of the app around them, which loads it when it is first used. */
export interface SiteServices {
  /** Goes to a page of the app without losing what this one holds in memory, and shows `notice` there. */
  readonly openApp: (path: string, notice?: string) => void;
  /** Takes a signed-in customer to the payment; resolves when that began or failed, which is told by itself. */
  readonly subscribe: (plan: PlanId) => Promise<void>;
}

/** Without an app (while the pages are built) nothing can be pressed. */
export const SiteServicesContext = createContext<SiteServices | undefined>(undefined);

/** The app around this page. Only for event handlers and effects. */
export function useSiteServices(): SiteServices | undefined {
  return use(SiteServicesContext);
}
