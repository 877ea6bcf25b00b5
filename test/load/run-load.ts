import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from 'bedrock-stand-in/random';
import { generationDeadline } from '#lambdas/generations/limits.ts';
import type { RouteName } from '#shared/api/routes.ts';
import { FREE_CREDITS, type PlanId, plans } from '#shared/domain/plans.ts';
import { findBreaches } from '#test/chaos/find-breaches.ts';
import { type ChaosCloud, newPerson, openWorld, type Person, type World } from '#test/chaos/world.ts';
import { menuGeneration, studioGeneration, until } from '#test/cloud/generations.ts';
import { register, signIn, type TestUser } from '#test/support/sign-up.ts';
import type { CallReply, CallRequest } from '#web/lib/api-client.ts';
import { ApiError, isTransient } from '#web/lib/api-error.ts';

interface LoadOptions {
  readonly cloud: ChaosCloud;
  /** A super admin. */
  readonly admin: TestUser;
  readonly users: number;
  /** How long they act, in seconds. */
  readonly seconds: number;
  /** Average pause of a user before the next action, in seconds. */
  readonly thinkSeconds: number;
  /** Called with progress messages. */
  readonly onStage?: (what: string) => void;
}

/** One call as it ended: its route or the file it fetched, how long it took in milliseconds, and how it ended. */
interface Call {
  readonly name: string;
  readonly ms: number;
  /** `throttled` by the rates of the API; `refused` by a rule of the product, such as too few credits. */
  readonly ending: 'answered' | 'throttled' | 'refused' | 'error';
}

export interface LoadReport {
  readonly calls: readonly Call[];
  /** Seconds from the order of each generation to its end. */
  readonly generationSeconds: readonly number[];
  readonly seconds: number;
  /** Errors, and inconsistencies at the end. */
  readonly breaches: readonly string[];
}

/** Refusals that a user can meet without an error of the product. */
const rules: ReadonlySet<string> = new Set([
  'insufficient_credits',
  'too_many_generations',
  'daily_budget_reached',
  'subscribers_only',
  'not_ready',
]);

/** One of ten users pays for Pro, two for Starter. */
const planOf = (index: number): PlanId | undefined =>
  index % 10 === 0 ? 'pro' : index % 10 < 3 ? 'starter' : undefined;

/** Simulates users through the site's own client, all at once; then waits until the system settles and checks it. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { cloud, users, seconds, thinkSeconds, onStage } = options;
  const world = await openWorld(cloud, options.admin, 0);
  await cloud.warm();
  const calls: Call[] = [];
  const errors: string[] = [];

  onStage?.(`${users} people sign up`);
  const visitors: Visitor[] = [];
  await someAtOnce(4, users, async (index) => {
    const visitor = new Visitor(world, await arrive(world, index), calls, errors);
    visitors.push(visitor);
    const plan = planOf(index);
    if (plan) await visitor.buyPlan(plan);
  });
  await cloud.settle();
  await until('everybody to have what was bought', async () => {
    const missing = visitors.map(async ({ person, credits }) => {
      const { available } = (await retryWhileTransient(() => person.user.call('getMe'))).credits;
      return available === credits;
    });
    return (await Promise.all(missing)).every((isThere) => isThere);
  });

  // Warm functions: no user waits for a cold start.
  onStage?.('processes get warm');
  await someAtOnce(8, users, (index) => visitors[index]?.openApp() ?? Promise.resolve());
  calls.length = 0;

  onStage?.(`all of them act for ${seconds} s`);
  const began = performance.now();
  const end = began + seconds * 1000;
  await Promise.all(
    visitors.map((visitor, index) => visitor.live(createRandom(index, 'load'), end, thinkSeconds * 1000)),
  );
  const took = (performance.now() - began) / 1000;

  onStage?.('generations end');
  await cloud.settle(generationDeadline + 300_000);
  const generations = await world.data.generations();
  const generationSeconds = generations.flatMap(({ createdAt, finishedAt }) =>
    finishedAt === null ? [] : [(Date.parse(finishedAt) - Date.parse(createdAt)) / 1000],
  );
  onStage?.('books and files are checked');
  // Outbox entries of deletions become due a moment later.
  await world.data.minutesPass(10);
  cloud.runSchedules();
  await cloud.settle();
  const breaches = [...new Set(errors), ...(await findBreaches(world))];
  for (const { person } of visitors)
    for (const id of person.generations.ids('accepted')) {
      const generation = generations.find((generation) => generation.id === id);
      if (generation?.fallback || generation?.refunded)
        breaches.push(`generation ${id} of ${person.name} ended without its pictures`);
    }
  return { calls, generationSeconds, seconds: took, breaches };
}

/** Runs `count` pieces of work, `limit` at a time. */
async function someAtOnce(
  limit: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

async function arrive(world: World, index: number): Promise<Person> {
  const name = `visitor-${index}`;
  const person = newPerson(name, await signIn(world.cloud, await register(world.cloud, { fullName: name })));
  world.everybody.push(person);
  return person;
}

/** Repeats a call that fails with a transient error, while the cloud warms up. */
async function retryWhileTransient<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isTransient(error) || attempt === 5) throw error;
    }
  }
}

type Action = (random: Random) => Promise<void>;

/** A simulated user with the site open. */
class Visitor {
  readonly person: Person;
  /** Credits at the beginning. */
  credits = FREE_CREDITS;
  readonly #world: World;
  readonly #calls: Call[];
  readonly #errors: string[];
  readonly #client: TestUser['call'];
  #isSubscriber = false;
  #isPro = false;

  constructor(world: World, person: Person, calls: Call[], errors: string[]) {
    this.#world = world;
    this.person = person;
    this.#calls = calls;
    this.#errors = errors;
    this.#client = person.user.call;
  }

  /** Buys the plan through the checkout. */
  async buyPlan(plan: PlanId): Promise<void> {
    const { priceId } = this.#world.settings.plans[plan];
    const { url } = await retryWhileTransient(() => this.#client('createCheckout', { body: { priceId } }));
    const { customer } = this.#world.cloud.stripe.payCheckout(url.split('/').at(-1) ?? '');
    this.person.customer = String(customer);
    this.credits += plans[plan].creditsPerMonth;
    this.#isSubscriber = true;
    this.#isPro = plan === 'pro';
  }

  /** Opens the app and uses it until the end (of `performance.now()`). */
  async live(random: Random, end: number, thinkMs: number): Promise<void> {
    const think = () =>
      sleep(Math.max(0, Math.min(-Math.log(1 - random.next()) * thinkMs, end - performance.now())));
    const actions: readonly Action[] = [
      ...Array<Action>(3).fill(() => this.openApp()),
      ...Array<Action>(3).fill(() => this.#create(random, end)),
      ...Array<Action>(5).fill(() => this.#browseGallery(random)),
      ...Array<Action>(3).fill(() => this.#checkCredits()),
      ...Array<Action>(2).fill(() => this.#share(random)),
      () => this.#download(random),
      () => this.#remove(random),
      () => this.#topUp(random),
    ];
    await think();
    if (performance.now() < end) await this.openApp();
    for (await think(); performance.now() < end; await think()) await random.pick(actions)(random);
  }

  async openApp(): Promise<void> {
    await Promise.all([
      this.#call('getMe'),
      this.#call('getCatalogue'),
      this.#call('listGenerations', { query: {} }),
    ]);
  }

  /** Starts a generation and polls until it ends. */
  async #create(random: Random, end: number): Promise<void> {
    const { generations } = this.person;
    const body = this.#isPro && random.chance(0.3) ? menuGeneration() : studioGeneration();
    generations.begin(body.id, body);
    const begun = await this.#call('createGeneration', { body });
    generations.end(body.id, body, begun ? 'accepted' : 'refused');
    if (!begun) return;
    const params = { generationId: body.id };
    let generation: CallReply<'getGeneration'> | undefined;
    do {
      await sleep(Math.min(2000, Math.max(0, end - performance.now())));
      generation = await this.#call('getGeneration', { params });
    } while (performance.now() < end && generation?.state !== 'done' && generation?.state !== 'failed');
    for (const { previewUrl } of generation?.variations ?? [])
      await this.#fetch('GET /media preview', previewUrl);
  }

  async #browseGallery(random: Random): Promise<void> {
    const page = await this.#call('listGenerations', { query: {} });
    const shown = page?.items.flatMap(({ variations }) => variations) ?? [];
    if (shown.length > 0) await this.#fetch('GET /media thumbnail', random.pick(shown).thumbnailUrl);
  }

  async #checkCredits(): Promise<void> {
    await Promise.all([
      this.#call('listLedger', { query: {} }),
      this.#call('checkSubscription'),
      this.#call('allocateCredits'),
    ]);
  }

  async #finished(random: Random): Promise<string | undefined> {
    const page = await this.#call('listGenerations', { query: {} });
    const done = page?.items.filter(({ state }) => state === 'done') ?? [];
    return done.length > 0 ? random.pick(done).id : undefined;
  }

  async #share(random: Random): Promise<void> {
    const generationId = await this.#finished(random);
    if (generationId === undefined) return;
    const share = await this.#call('createShare', { params: { generationId }, body: { variation: 0 } });
    if (share) await this.#fetch('GET /s share page', share.path);
  }

  async #download(random: Random): Promise<void> {
    const generationId = await this.#finished(random);
    if (generationId === undefined) return;
    const link = await this.#call('createDownload', { params: { generationId }, body: { variation: 0 } });
    if (link) await this.#fetch('GET download', link.url);
  }

  async #remove(random: Random): Promise<void> {
    const generationId = await this.#finished(random);
    if (generationId === undefined) return;
    this.person.removed.add(generationId);
    await this.#call('deleteGeneration', { params: { generationId } });
  }

  async #topUp(random: Random): Promise<void> {
    if (!this.#isSubscriber || random.chance(0.5)) return;
    const { priceId } = this.#world.settings.packs.SPECIAL_50;
    const checkout = await this.#call('createPayment', { body: { priceId, credits: 50 } });
    if (!checkout) return;
    const sessionId = checkout.url.split('/').at(-1) ?? '';
    this.#world.cloud.stripe.payCheckout(sessionId);
    await this.#call('verifyPayment', { body: { sessionId } });
  }

  /** Calls a route and records its time; undefined when it was refused. */
  async #call<N extends RouteName>(name: N, request?: CallRequest<N>): Promise<CallReply<N> | undefined> {
    const began = performance.now();
    const note = (ending: Call['ending']) =>
      this.#calls.push({ name, ms: performance.now() - began, ending });
    try {
      const reply = await (this.#client as (name: N, request?: unknown) => Promise<CallReply<N>>)(
        name,
        request,
      );
      note('answered');
      return reply;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (rules.has(error.code)) note('refused');
      else if (error.status === 429) note('throttled');
      else {
        note('error');
        this.#errors.push(`${name} answered ${error.status} ${error.code}`);
      }
      return undefined;
    }
  }

  async #fetch(name: string, address: string): Promise<void> {
    const began = performance.now();
    const reply = await fetch(new URL(address, this.#world.cloud.url));
    await reply.arrayBuffer();
    this.#calls.push({ name, ms: performance.now() - began, ending: reply.ok ? 'answered' : 'error' });
    if (!reply.ok) this.#errors.push(`${name} answered ${reply.status}`);
  }
}
