import { readOldestOpenGeneration } from '#lambdas/generations/open-generation-store.ts';
import { type BudgetName, readBudgetUse } from '#lambdas/models/budget-store.ts';
import { readModelProblems } from '#lambdas/models/model-state-store.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { checkBucket } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { londonDay } from '#lambdas/runtime/time.ts';
import { readCounters } from '#lambdas/stats/stats-store.ts';
import type { Health, HealthTile } from '#shared/api/admin.ts';

/** Age in milliseconds at which an open generation counts as slow. One takes about 20 seconds. */
const slowAfter = 2 * 60_000;

/** Age in milliseconds at which an open generation counts as stuck, as in the alarm. */
const stuckAfter = 5 * 60_000;

/** Share of a day's generations or calls that failed, from which a warning is shown. */
const manyFailures = 0.1;
const mostFailures = 0.5;

/**
 * Shares of a day's budget from which a warning or an outage is shown. At an outage, the rest does not cover the amount
 * that is reserved for one more generation with all its retries.
 */
const nearlyUsedUp = 0.8;
const usedUp = 0.98;

const budgetNames: Readonly<Record<BudgetName, string>> = {
  free: 'Free',
  starter: 'Starter',
  pro: 'Pro',
  promptTests: 'prompt tests',
  photos: 'photos',
  posts: 'posts',
};

/** Milliseconds above which the table counts as slow. */
const slowAnswer = 1_000;

/** Checks each part of the system. A part that does not answer is shown as down and does not affect the others. */
export async function getHealth(): Promise<Health> {
  const [database, storage, queue, modelAccess, budgets, [generations, models]] = await Promise.all([
    askDatabase(),
    askStorage(),
    askQueue(),
    askModels(),
    askBudgets(),
    askToday(),
  ]);
  return {
    api: { state: 'ok', detail: 'Operational' },
    database,
    storage,
    queue,
    generations,
    models,
    modelAccess,
    budgets,
  };
}

async function askDatabase(): Promise<HealthTile> {
  const began = performance.now();
  return asked('the database', async () => {
    await readCounters({ scope: 'total' });
    const ms = Math.round(performance.now() - began);
    return { state: ms > slowAnswer ? 'warning' : 'ok', detail: `Answers in ${ms} ms` };
  });
}

async function askStorage(): Promise<HealthTile> {
  return asked('storage', async () => {
    await checkBucket(readEnvironment('admin').EXPORTS_BUCKET);
    return { state: 'ok', detail: 'Available' };
  });
}

async function askQueue(): Promise<HealthTile> {
  return asked('the queue', async () => {
    const oldest = await readOldestOpenGeneration();
    if (!oldest) return { state: 'ok', detail: 'No generation is waiting' };
    const age = Date.now() - Date.parse(oldest.createdAt);
    const state = age > stuckAfter ? 'down' : age > slowAfter ? 'warning' : 'ok';
    return { state, detail: `Oldest generation: ${Math.max(0, Math.round(age / 1000))} s` };
  });
}

async function askModels(): Promise<HealthTile> {
  return asked('the models', async () => {
    const problems = await readModelProblems();
    const denied = problems.filter(({ problem }) => problem === 'denied');
    const everywhere = denied.filter(({ region }) => region === undefined).map(({ model }) => model);
    const somewhere = denied.filter(({ model }) => !everywhere.includes(model));
    const legacy = problems.filter(({ problem }) => problem === 'legacy').map(({ model }) => model);
    if (everywhere.length > 0) return { state: 'down', detail: `No access to ${everywhere.join(', ')}` };
    if (somewhere.length > 0) {
      const places = somewhere.map(({ model, region }) => `${model} in ${region}`);
      return { state: 'warning', detail: `No access to ${places.join(', ')}` };
    }
    if (legacy.length > 0) return { state: 'warning', detail: `To be retired: ${legacy.join(', ')}` };
    return { state: 'ok', detail: 'All models may be called' };
  });
}

async function askBudgets(): Promise<HealthTile> {
  return asked('the budgets', async () => {
    const used = Object.entries(await readBudgetUse()).toSorted(([, a], [, b]) => b - a);
    const list = (least: number) =>
      used
        .filter(([, part]) => part >= least)
        .map(([budget, part]) => `${budgetNames[budget as BudgetName]} ${Math.floor(part * 100)} %`)
        .join(', ');
    const most = used[0]?.[1] ?? 0;
    if (most >= nearlyUsedUp)
      return {
        state: most >= usedUp ? 'down' : 'warning',
        detail: `Until midnight UTC: ${list(nearlyUsedUp)}`,
      };
    return { state: 'ok', detail: `At most ${Math.floor(most * 100)} % used today` };
  });
}

async function askToday(): Promise<[HealthTile, HealthTile]> {
  const today = await readCounters({ scope: 'day', of: londonDay() }).catch((error: Error) => {
    logger.warn('The counters do not answer', { error });
    return undefined;
  });
  if (!today) return [unknown, unknown];
  const { generations = 0, failures = 0, refusals = 0, modelCalls = 0, modelErrors = 0 } = today;
  // A photo or words of which no picture can be made say nothing about the system.
  const failed = failures - refusals;
  // Failed generations are not counted as images. Only a generation that ended with the customer's own photo is in both
  // counts.
  const ended = generations + failed;
  return [
    { state: stateOf(failed, ended), detail: `${failed} of ${ended} failed today` },
    { state: stateOf(modelErrors, modelCalls), detail: `${modelErrors} of ${modelCalls} calls failed today` },
  ];
}

const unknown: HealthTile = { state: 'down', detail: 'Does not answer' };

function stateOf(failed: number, all: number): HealthTile['state'] {
  if (failed === 0 || all === 0) return 'ok';
  const part = failed / all;
  return part >= mostFailures ? 'down' : part >= manyFailures ? 'warning' : 'ok';
}

async function asked(what: string, ask: () => Promise<HealthTile>): Promise<HealthTile> {
  try {
    return await ask();
  } catch (error) {
    logger.warn(`No answer from ${what}`, { error: error as Error });
    return unknown;
  }
}
