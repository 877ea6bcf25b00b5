import { eventHandler } from '#lambdas/runtime/event-handler.ts';
import { reconcile } from './reconcile.ts';

export const handler = eventHandler({ function: 'reconciler', handle: reconcile });
