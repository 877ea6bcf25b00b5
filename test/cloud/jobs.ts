import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import type { Generation } from '#shared/api/generations.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import type { CallRequest } from '#web/lib/api-client.ts';

/** The body of a request to create a generation. */
export type JobRequest = CallRequest<'createGeneration'>['body'];

type StudioJob = Extract<JobRequest, { kind: 'studio' }>;
type MenuJob = Extract<JobRequest, { kind: 'menu' }>;

/** A studio job that every plan may ask for: a sample dish, relit by one call of a model for each variation. */
export function studioJob(
  change: Partial<Omit<StudioJob, 'studio' | 'kind'>> & { studio?: Partial<StudioJob['studio']> } = {},
): StudioJob {
  const { studio, ...rest } = change;
  return {
    kind: 'studio',
    id: ulid(),
    source: { type: 'sample', itemId: 'burger' },
    productName: 'Classic Burger',
    ...rest,
    studio: { formatId: 'square_feed', creationPath: 'social', ...studio },
  };
}

/** A menu enhancement, for Pro users. */
export function menuJob(
  change: Partial<Omit<MenuJob, 'menu' | 'kind'>> & { menu?: Partial<MenuJob['menu']> } = {},
): MenuJob {
  const { menu, ...rest } = change;
  return {
    kind: 'menu',
    id: ulid(),
    source: { type: 'sample', itemId: 'pizza' },
    productName: 'Pepperoni Pizza',
    ...rest,
    menu: {
      platform: 'uber',
      imageType: 'menu',
      backgroundStyle: 'marble',
      plateStyle: 'rustic',
      imageStyle: 'natural',
      ...menu,
    },
  };
}

/** Starts a job and resolves to its id. */
export async function start(user: TestUser, job: JobRequest = studioJob()): Promise<string> {
  await user.call('createGeneration', { body: job });
  return job.id;
}

export function look(user: TestUser, generationId: string): Promise<Generation> {
  return user.call('getGeneration', { params: { generationId } });
}

/** Asks until `found` holds; rejects with `what` after `timeoutMs`. */
export async function until(
  what: string,
  found: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const limit = Date.now() + timeoutMs;
  while (!(await found())) {
    if (Date.now() > limit) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await sleep(120);
  }
}

/** The job, once it has ended. */
export async function ended(user: TestUser, id: string, timeoutMs = 60_000): Promise<Generation> {
  let generation = await look(user, id);
  await until(
    `the end of job ${id}`,
    async () => {
      generation = await look(user, id);
      return generation.state === 'done' || generation.state === 'failed';
    },
    timeoutMs,
  );
  return generation;
}
