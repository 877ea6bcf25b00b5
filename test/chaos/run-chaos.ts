import { settleAfterKills } from '#test/support/settle-after-kills.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { act, recordLostDeletions } from './act.ts';
import { calm, disturb, nameOf } from './disturb.ts';
import { findBreaches } from './find-breaches.ts';
import type { Plan } from './plan.ts';
import { type ChaosCloud, openWorld, type World } from './world.ts';

interface ChaosOptions {
  readonly cloud: ChaosCloud;
  /** A super admin. */
  readonly admin: TestUser;
  readonly plan: Plan;
  /** Number of concurrent operations. */
  readonly atOnce?: number;
  /** The system is left to settle and checked after this number of operations, and at the end. */
  readonly checkEvery?: number;
  /** Called after each check. */
  readonly onCheck?: (report: ChaosReport) => void;
}

export interface ChaosReport {
  readonly seed: number;
  operations: number;
  /** Number of each outcome: `generate: created`. */
  readonly outcomes: Map<string, number>;
  /** Number of faults of each kind. */
  readonly faults: Map<string, number>;
  /** Number of affected calls of AWS and of killed functions. */
  affected: number;
  kills: number;
  /** Violations, each with the related operations; the run ends at the first ones. */
  readonly breaches: string[];
}

/** A fault that has affected no call within this number of operations is removed. */
const faultLifetime = 150;

/** Longest time for the system to settle, in milliseconds. */
const restLimit = 600_000;

/**
 * Carries out a plan. The plan determines operations and faults, but not which of several concurrent calls a
 * fault affects, nor what exists at that moment: the same seed does not repeat every detail.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { cloud, plan, atOnce = 8, checkEvery = 1000 } = options;
  const world = await openWorld(cloud, options.admin, plan.places);
  const report: ChaosReport = {
    seed: plan.seed,
    operations: 0,
    outcomes: new Map(),
    faults: new Map(),
    affected: 0,
    kills: 0,
    breaches: [],
  };
  const events: string[] = [];
  const pending: { until: number; forget: () => void }[] = [];

  const begin = async (index: number): Promise<void> => {
    const step = plan.steps[index];
    if (!step) return;
    for (const fault of step.faults) {
      const name = nameOf(fault);
      count(report.faults, name);
      const forget = disturb(cloud, fault, (where) => {
        report.affected += 1;
        if (fault.kind === 'kill') report.kills += 1;
        events.push(`#${index} ${where} (at #${report.operations})`);
      });
      pending.push({ until: index + faultLifetime, forget });
    }
    while (pending[0] && pending[0].until < index) pending.shift()?.forget();
    const { kind } = step.operation;
    try {
      const outcome = await act(world, step.operation);
      events.push(`#${index} ${kind}: ${outcome}`);
      count(report.outcomes, `${kind}: ${withoutIds(outcome)}`);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      report.breaches.push(`operation #${index}, ${kind} at place ${step.operation.place}: ${text}`);
    }
    report.operations += 1;
  };

  for (let from = 0; from < plan.steps.length && report.breaches.length === 0; from += checkEvery) {
    const end = Math.min(from + checkEvery, plan.steps.length);
    let next = from;
    const worker = async () => {
      while (next < end && report.breaches.length === 0) await begin(next++);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    pending.length = 0;
    try {
      await comeToRest(world);
      await recordLostDeletions(world);
      // The sweeps assume that more than an hour has passed, so tokens count as expired although their clock has not
      // moved.
      world.usersWithOldTokens.clear();
      for (const breach of await findBreaches(world)) report.breaches.push(withEvents(breach, events, world));
    } catch (error) {
      report.breaches.push(`nothing came to rest after #${end - 1}: ${error}`);
    }
    options.onCheck?.(report);
  }
  return report;
}

/**
 * Lets the system settle: ends hanging calls as their timeouts would, redelivers lost messages, and moves time, so that
 * leases expire and the reconciler runs.
 */
async function comeToRest({ cloud, data }: World): Promise<void> {
  const limit = Date.now() + restLimit;
  calm(cloud);
  await data.enableAdapters();
  cloud.kill('worker');
  cloud.kill('menuWorker');
  cloud.kill('tasks');
  for (const { state, event } of cloud.stripe.webhooks.deliveries())
    if (state === 'lost' || state === 'failed') cloud.stripe.webhooks.resend(event);
  for (let round = 1; ; round += 1) {
    // The sweeps come last, an hour after a deletion.
    await data.minutesPass(round % 4 === 0 ? 70 : 2);
    await cloud.redeliver();
    cloud.runSchedules();
    await settleAfterKills(cloud, Math.max(limit - Date.now(), 30_000)).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${await openIn(data)}`);
    });
    if (round >= 4 && (await isQuiet(data))) break;
    if (Date.now() > limit) throw new Error(`Still at work after ${restLimit} ms: ${await openIn(data)}`);
  }
}

async function isQuiet(data: World['data']): Promise<boolean> {
  return (await openIn(data)).length === 0;
}

/** Open generations, menus, tasks, outbox entries and invalidations. Files that are kept for a week are no work. */
async function openIn(data: World['data']): Promise<string[]> {
  const waiting = new Set(['OPEN', 'OPEN_MENUS', 'OPEN_TASKS', 'OUTBOX', 'INVALIDATIONS']);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  return (await data.items())
    .filter(({ pk, sk }) => waiting.has(String(pk)) && !(pk === 'OUTBOX' && String(sk) > tomorrow))
    .map(({ pk, sk }) => `${pk} ${sk}`);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The outcome without names, ids and figures, for counting. */
function withoutIds(outcome: string): string {
  return outcome
    .replace(/\bperson-\d+ /, '')
    .replace(/\b(?:[0-9A-HJKMNP-TV-Z]{26}|[a-z]{2,3}_\w{10,}|[0-9a-f-]{36}|deletion-\S+)\b/g, '')
    .replace(/-?\b\d+\b/g, 'n')
    .trim();
}

/** The violation with every line of the log that names the same ids or users. */
function withEvents(breach: string, events: readonly string[], world: World): string {
  const names = new Set(breach.match(/\bperson-\d+\b|\b[0-9A-HJKMNP-TV-Z]{26}\b|\b(?:cs|in|pi)_\w+/g));
  for (const { name, user } of world.everybody) if (breach.includes(user.userId)) names.add(name);
  const about = events.filter((line) => [...names].some((name) => new RegExp(`\\b${name}\\b`).test(line)));
  return [breach, ...about.slice(-40).map((line) => `    ${line}`)].join('\n');
}
