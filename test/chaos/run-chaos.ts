import { setTimeout as sleep } from 'node:timers/promises';
import type { TestUser } from '#test/support/sign-up.ts';
import { act, learnWhoLeft } from './act.ts';
import { calm, disturb, nameOf } from './disturb.ts';
import { findBreaches } from './find-breaches.ts';
import type { Plan } from './plan.ts';
import { type ChaosCloud, openWorld, type World } from './world.ts';

interface ChaosOptions {
  readonly cloud: ChaosCloud;
  /** A super admin. */
  readonly admin: TestUser;
  readonly plan: Plan;
  /** Operations that are under way at the same time. */
  readonly atOnce?: number;
  /** Everything is let come to rest and checked after so many operations, and at the end. */
  readonly checkEvery?: number;
  /** Told of each check. */
  readonly onCheck?: (report: ChaosReport) => void;
}

export interface ChaosReport {
  readonly seed: number;
  operations: number;
  /** How often each operation came to what: `generate: ordered`. */
  readonly outcomes: Map<string, number>;
  /** How often each kind of trouble began. */
  readonly troubles: Map<string, number>;
  /** Calls of AWS that were struck, and functions that were killed. */
  struck: number;
  kills: number;
  /** What must not be, each with the operations that had to do with it; the run ends at the first ones. */
  readonly breaches: string[];
}

/** A trouble that has met nothing to strike for so many operations is taken away. */
const patience = 150;

/** Longest time for everything to come to rest, in milliseconds. */
const restLimit = 600_000;

/**
 * Carries a plan out. What is done and what goes wrong follows from the plan; which of the calls at the same time a
 * trouble strikes, and what is there to be chosen from, does not: a seed repeats the storm, not each raindrop.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { cloud, plan, atOnce = 8, checkEvery = 1000 } = options;
  const world = await openWorld(cloud, options.admin, plan.places);
  const report: ChaosReport = {
    seed: plan.seed,
    operations: 0,
    outcomes: new Map(),
    troubles: new Map(),
    struck: 0,
    kills: 0,
    breaches: [],
  };
  const story: string[] = [];
  const pending: { until: number; forget: () => void }[] = [];

  const begin = async (index: number): Promise<void> => {
    const step = plan.steps[index];
    if (!step) return;
    for (const trouble of step.troubles) {
      const name = nameOf(trouble);
      count(report.troubles, name);
      const forget = disturb(cloud, trouble, (where) => {
        report.struck += 1;
        if (trouble.kind === 'kill') report.kills += 1;
        story.push(`#${index} ${where} (at #${report.operations})`);
      });
      pending.push({ until: index + patience, forget });
    }
    while (pending[0] && pending[0].until < index) pending.shift()?.forget();
    const { kind } = step.operation;
    try {
      const outcome = await act(world, step.operation);
      story.push(`#${index} ${kind}: ${outcome}`);
      count(report.outcomes, `${kind}: ${withoutIds(outcome)}`);
    } catch (error) {
      const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
      report.breaches.push(`operation #${index}, ${kind} at place ${step.operation.place}: ${told}`);
    }
    report.operations += 1;
  };

  for (let from = 0; from < plan.steps.length && report.breaches.length === 0; from += checkEvery) {
    const end = Math.min(from + checkEvery, plan.steps.length);
    let next = from;
    const goOn = async () => {
      while (next < end && report.breaches.length === 0) await begin(next++);
    };
    await Promise.all(Array.from({ length: atOnce }, goOn));
    pending.length = 0;
    try {
      await comeToRest(world);
      await learnWhoLeft(world);
      // More than an hour has passed for the sweeps, and so it has for tokens, although their own clock stands still.
      world.ghosts.clear();
      for (const breach of await findBreaches(world)) report.breaches.push(withStory(breach, story, world));
    } catch (error) {
      report.breaches.push(`nothing came to rest after #${end - 1}: ${error}`);
    }
    options.onCheck?.(report);
  }
  return report;
}

/**
 * Lets everything end: what hangs is ended as by its timeout, what was lost comes back, and time passes, so that
 * leases run out and reconcilers come.
 */
async function comeToRest({ cloud, data }: World): Promise<void> {
  const limit = Date.now() + restLimit;
  calm(cloud);
  await data.bringAdaptersBack();
  cloud.kill('worker');
  cloud.kill('tasks');
  for (const { state, event } of cloud.stripe.webhooks.deliveries())
    if (state === 'lost' || state === 'failed') cloud.stripe.webhooks.resend(event);
  for (let round = 1; ; round += 1) {
    // The last ones to come are the sweeps, an hour after a deletion.
    await data.minutesPass(round % 4 === 0 ? 70 : 2);
    await cloud.redeliver();
    cloud.runSchedules();
    await settle(cloud, limit).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${await openIn(data)}`);
    });
    if (round >= 4 && (await isQuiet(data))) break;
    if (Date.now() > limit) throw new Error(`Still at work after ${restLimit} ms: ${await openIn(data)}`);
  }
}

/** As the cloud's own settling, with messages brought back that a killed function had received. */
async function settle(cloud: ChaosCloud, limit: number): Promise<void> {
  const settled = cloud.settle(Math.max(limit - Date.now(), 30_000)).then(() => true);
  settled.catch(() => undefined);
  while (!(await Promise.race([settled, sleep(2000).then(() => false)]))) await cloud.redeliver();
}

async function isQuiet(data: World['data']): Promise<boolean> {
  return (await openIn(data)).length === 0;
}

/** Jobs, effects and changes that are still to be done. */
async function openIn(data: World['data']): Promise<string[]> {
  const waiting = new Set(['OPEN', 'OPEN_TASKS', 'OUTBOX']);
  return (await data.items()).filter(({ pk }) => waiting.has(String(pk))).map(({ pk, sk }) => `${pk} ${sk}`);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The outcome without names, ids and figures, to be counted. */
function withoutIds(outcome: string): string {
  return outcome
    .replace(/\bperson-\d+ /, '')
    .replace(/\b(?:[0-9A-HJKMNP-TV-Z]{26}|[a-z]{2,3}_\w{10,}|[0-9a-f-]{36}|deletion-\S+)\b/g, '')
    .replace(/-?\b\d+\b/g, 'n')
    .trim();
}

/** The breach with every line of the story that names what it names: ids, and people. */
function withStory(breach: string, story: readonly string[], world: World): string {
  const names = new Set(breach.match(/\bperson-\d+\b|\b[0-9A-HJKMNP-TV-Z]{26}\b|\b(?:cs|in|pi)_\w+/g));
  for (const { name, user } of world.everybody) if (breach.includes(user.userId)) names.add(name);
  const about = story.filter((line) => [...names].some((name) => new RegExp(`\\b${name}\\b`).test(line)));
  return [breach, ...about.slice(-40).map((line) => `    ${line}`)].join('\n');
}
