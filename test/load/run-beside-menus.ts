import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { type ChaosCloud, openWorld, type World } from '#test/chaos/world.ts';
import { studioGeneration, until } from '#test/cloud/generations.ts';
import { register, signIn, type TestUser } from '#test/support/sign-up.ts';

interface Options {
  readonly cloud: ChaosCloud;
  /** A super admin. */
  readonly admin: TestUser;
  /** Customers who each have a whole menu made. */
  readonly menus: number;
  /** Dishes of each menu; at most the 42 credits that a new Pro customer has. */
  readonly dishes: number;
  /** Customers, half of them Pro, who each order a single picture at the same moment. */
  readonly singles: number;
  /** Called with progress messages. */
  readonly onStage?: (what: string) => void;
}

/** Seconds from the order of single pictures to their end, without whole menus and beside them. */
export interface BesideMenus {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  /** Median beside menus over median alone. */
  readonly ratio: number;
  /** Dishes that had not begun when the last single picture ended; without any, nothing was measured. */
  readonly dishesLeft: number;
  /** Inconsistencies at the end. */
  readonly breaches: readonly string[];
}

/**
 * Lets customers order single pictures all at once, first alone and then while others have whole menus made. What is
 * left of the menus is cancelled then.
 */
export async function runBesideMenus(options: Options): Promise<BesideMenus> {
  const { cloud, menus, dishes, singles, onStage } = options;
  const world = await openWorld(cloud, options.admin, 0);
  await cloud.warm();
  onStage?.(`${3 * singles} people with single pictures and ${menus} with whole menus sign up`);
  const first = await arriveMixed(world, singles);
  const second = await arriveMixed(world, singles);
  const third = await arriveMixed(world, singles);
  const owners = await arrive(cloud, menus);
  for (const owner of owners) await buyPro(world, owner);
  // Nobody waits for a cold start.
  await waits(world, first);
  onStage?.('single pictures alone');
  const alone = await waits(world, second);
  onStage?.('single pictures beside whole menus');
  const menuIds = await Promise.all(owners.map((owner) => beginMenu(owner, dishes)));
  const counts = async () =>
    (await Promise.all(owners.map((owner) => owner.call('listMenus')))).map(({ items }) => items[0]?.counts);
  await until('a finished dish of some menu', async () =>
    (await counts()).some((count) => (count?.done ?? 0) > 0),
  );
  const beside = await waits(world, third);
  const dishesLeft = (await counts()).reduce((sum, count) => sum + (count?.waiting ?? 0), 0);
  await Promise.all(
    owners.map((owner, index) =>
      owner.call('directMenu', { params: { menuId: menuIds[index] ?? '' }, body: { action: 'cancel' } }),
    ),
  );
  onStage?.('books are checked');
  await cloud.settle(300_000);
  return {
    alone,
    beside,
    ratio: median(beside) / median(alone),
    dishesLeft,
    breaches: await world.data.inconsistencies(),
  };
}

async function arrive(cloud: ChaosCloud, count: number): Promise<TestUser[]> {
  const users: TestUser[] = [];
  for (let index = 0; index < count; index += 1) users.push(await signIn(cloud, await register(cloud, {})));
  return users;
}

/** Every second one is Pro, whose pictures have a queue of their own: a menu could delay either. */
async function arriveMixed(world: World, count: number): Promise<TestUser[]> {
  const users = await arrive(world.cloud, count);
  for (const [index, user] of users.entries()) if (index % 2 === 0) await buyPro(world, user);
  return users;
}

/** Buys Pro through the checkout, and waits for its credits. */
async function buyPro({ cloud, settings }: World, { call }: TestUser): Promise<void> {
  const { url } = await call('createCheckout', { body: { priceId: settings.plans.pro.priceId } });
  cloud.stripe.payCheckout(url.split('/').at(-1) ?? '');
  await until('the credits of Pro', async () => (await call('getMe')).credits.available > 2);
}

async function beginMenu({ call }: TestUser, dishes: number): Promise<string> {
  const { id } = await call('createMenu', {
    body: {
      id: ulid(),
      look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
      targets: [{ platform: 'uber', imageType: 'menu' }],
      dishes: Array.from({ length: dishes }, (_, index) => ({
        name: `Dish ${index + 1}`,
        source: { type: 'sample' as const, itemId: 'pizza' },
        photo: { width: 1600, height: 1200 },
      })),
    },
  });
  return id;
}

/** Orders a single picture for each user, all at once; resolves to the seconds until each was there. */
async function waits({ data }: World, users: readonly TestUser[]): Promise<number[]> {
  const ids = await Promise.all(
    users.map(async ({ call }) => (await call('createGeneration', { body: studioGeneration() })).id),
  );
  for (;;) {
    const own = (await data.generations()).filter(({ id }) => ids.includes(id));
    const ended = own.flatMap(({ createdAt, finishedAt }) =>
      finishedAt === null ? [] : [(Date.parse(finishedAt) - Date.parse(createdAt)) / 1000],
    );
    if (ended.length === ids.length) return ended;
    await sleep(500);
  }
}

/** The upper one of two: it shows what delays one half of them. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
