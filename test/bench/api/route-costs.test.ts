import { afterAll, beforeAll, expect, it } from 'vitest';
import { testTable } from '#test/support/dynamodb.ts';
import { costNote } from './measure-routes.ts';
import { calledRoutes, recordRoute } from './record-route.ts';
import { TableWatch } from './table-calls.ts';
import { startWorld, type World } from './world.ts';

testTable();
let world: World;
let watch: TableWatch;

beforeAll(async () => {
  world = await startWorld();
  watch = new TableWatch();
});

afterAll(() => world.close());

it.each(calledRoutes)('%s asks no more of the table than it must', async (name) => {
  const recorded = await recordRoute(world, watch, name);
  expect(recorded.isDearer, costNote(recorded)).toBe(false);
  await recorded.restore();
});
