import type { RouteName } from '#shared/api/routes.ts';
import { inTurns, medianOf, timed } from '../in-turns.ts';
import { atMost, type Row, withoutTarget } from '../table.ts';
import { withTable } from '../with-table.ts';
import { OutsideTime } from './outside-time.ts';
import { calledRoutes, inStages, invokeRoute, type RecordedRoute, recordRoute } from './record-route.ts';
import { routeCosts } from './route-costs.ts';
import { TableWatch } from './table-calls.ts';
import { startWorld, type World } from './world.ts';

const rounds = 41;
/** Rounds for warming up, because code runs several times slower before it is compiled. */
const warmUps = 8;

/**
 * Measures the time of each route relative to the bare table calls that it must make, and compares its calls
 * with the list.
 */
export async function measureRoutes(wanted: (name: string) => boolean): Promise<Row[]> {
  const names = calledRoutes.filter(wanted);
  if (names.length === 0) return [];
  return withTable(async () => {
    const world = await startWorld();
    try {
      const watch = new TableWatch();
      const outside = new OutsideTime(world.stripeOrigin);
      const rows: Row[] = [];
      for (const name of names) rows.push(...(await measureRoute(world, watch, outside, name)));
      return rows;
    } finally {
      await world.close();
    }
  });
}

async function measureRoute(
  world: World,
  watch: TableWatch,
  outside: OutsideTime,
  name: RouteName,
): Promise<Row[]> {
  const { plainWork } = routeCosts[name];
  const recorded = await recordRoute(world, watch, name);
  const stages = inStages(recorded);
  const turns = {
    route: async () => {
      await recorded.restore();
      return outside.ownTime(() => invokeRoute(world, recorded));
    },
    bare: async () => {
      await recorded.restore();
      return timed(async () => {
        await watch.replay(stages);
        await plainWork?.();
      });
    },
  };
  const measured = await inTurns(rounds, turns, warmUps);
  const [route, bare] = [
    medianOf(measured, (round) => round.route),
    medianOf(measured, (round) => round.bare),
  ];
  await recorded.restore();
  const note = costNote(recorded);
  const calls = recorded.calls.length;
  const ratio = {
    group: 'api',
    name,
    value: medianOf(measured, (round) => round.route / round.bare),
    unit: '×',
    note: `${route.toFixed(1)} ms over ${bare.toFixed(1)}; ${note}`,
  } as const;
  const time =
    calls === 0 ? withoutTarget({ group: 'api', name, value: route, unit: 'ms', note }) : atMost(1.5, ratio);
  return [recorded.isDearer ? { ...time, isMet: false, note: `DEARER THAN LISTED: ${time.note}` } : time];
}

/** The table calls of a route compared with the list. */
export function costNote({ name, calls, read, write }: RecordedRoute): string {
  const cost = routeCosts[name];
  const made = calls.map(({ operation }) => operation).join(' ');
  return (
    `calls ${calls.length}/${cost.least.flat().length} (${made}), ` +
    `read ${read}/${cost.read}, write ${write}/${cost.write}`
  );
}
