import { accountRoutes } from './account.ts';
import { adminRoutes } from './admin.ts';
import { approvalRoutes } from './approvals.ts';
import { billingRoutes, stripeWebhookRoutes } from './billing.ts';
import { brandKitRoutes, logoRoutes } from './brand-kit.ts';
import { clientErrorRoutes } from './client-errors.ts';
import { collectionRoutes } from './collections.ts';
import { contentRoutes } from './content.ts';
import { deliveryRoutes } from './delivery.ts';
import { generationRoutes } from './generations.ts';
import { menuRoutes } from './menus.ts';
import { notificationRoutes } from './notifications.ts';
import { packRoutes } from './packs.ts';
import { photoRoutes } from './photos.ts';
import { postRoutes } from './posts.ts';
import { promptTestRoutes } from './prompt-tests.ts';
import type { Route } from './route.ts';
import { ruleRoutes } from './rules.ts';
import { shareRoutes } from './share.ts';
import { siteAdminRoutes, siteRoutes } from './site.ts';
import { styleRoutes } from './styles.ts';

/** The whole contract. Functions import only their own domain's routes, so that bundles stay small. */
export const routes = {
  ...accountRoutes,
  ...styleRoutes,
  ...notificationRoutes,
  ...brandKitRoutes,
  ...logoRoutes,
  ...clientErrorRoutes,
  ...generationRoutes,
  ...collectionRoutes,
  ...deliveryRoutes,
  ...approvalRoutes,
  ...postRoutes,
  ...photoRoutes,
  ...menuRoutes,
  ...packRoutes,
  ...billingRoutes,
  ...stripeWebhookRoutes,
  ...shareRoutes,
  ...adminRoutes,
  ...ruleRoutes,
  ...siteRoutes,
  ...siteAdminRoutes,
  ...promptTestRoutes,
  ...contentRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
