import type { HttpEvent } from '#lambdas/runtime/http-event.ts';
import { type RouteName, routes } from '#shared/api/routes.ts';
import { lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { routeCosts } from './route-costs.ts';
import type { Operation, TableCall, TableWatch } from './table-calls.ts';
import type { World } from './world.ts';

/** The record of one call of a route. */
export interface RecordedRoute {
  readonly name: RouteName;
  readonly event: HttpEvent;
  readonly calls: readonly TableCall[];
  readonly read: number;
  readonly write: number;
  /** Whether it differs from the listed calls or used more units. */
  readonly isDearer: boolean;
  /** Restores the table to its state before the call. */
  readonly restore: () => Promise<void>;
}

/** Read what other routes leave behind: further images, changes of rules. */
const first: readonly RouteName[] = ['listContent', 'getAnalytics', 'resetRule'];

/** All routes in the order of their calls. */
export const calledRoutes: readonly RouteName[] = [
  ...first,
  ...(Object.keys(routes) as RouteName[]).filter((name) => !first.includes(name)),
];

/** Prepares a route's call, makes it once, and compares its table calls with the list. */
export async function recordRoute(world: World, watch: TableWatch, name: RouteName): Promise<RecordedRoute> {
  const { prepare, least, read: leastRead, write: leastWrite } = routeCosts[name];
  const input = await prepare(world);
  const event = world.eventOf(name, input);
  const { calls, restore } = await watch.record(() => world.call(name, input));
  const read = calls.reduce((sum, call) => sum + call.read, 0);
  const write = calls.reduce((sum, call) => sum + call.write, 0);
  const isDearer = !sameOperations(calls, least.flat()) || read > leastRead || write > leastWrite;
  return { name, event, calls, read, write, isDearer, restore };
}

/** The recorded calls in the stages of the list; in sequence if they differ from the list. */
export function inStages({ name, calls }: RecordedRoute): readonly (readonly TableCall[])[] {
  const { least } = routeCosts[name];
  if (!sameOperations(calls, least.flat())) return calls.map((call) => [call]);
  const left = [...calls];
  return least.map((stage) =>
    stage.flatMap((operation) =>
      left.splice(
        left.findIndex((call) => call.operation === operation),
        1,
      ),
    ),
  );
}

/** Calls the route's function as Lambda does. */
export async function invokeRoute(world: World, { name, event }: RecordedRoute): Promise<void> {
  const { statusCode, body } = await world.handlerOf(name)(event, lambdaContext);
  if (statusCode >= 300) throw new Error(`${name} answered ${statusCode}: ${body}`);
}

function sameOperations(calls: readonly TableCall[], least: readonly Operation[]): boolean {
  const names = (operations: readonly Operation[]) => operations.toSorted().join();
  return names(calls.map(({ operation }) => operation)) === names(least);
}
