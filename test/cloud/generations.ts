import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import type { Generation } from '#shared/api/generations.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import type { CallRequest } from '#web/lib/api-client.ts';

/** The body of a request to create a generation. */
export type GenerationRequest = CallRequest<'createGeneration'>['body'];

type StudioGeneration = Extract<GenerationRequest, { kind: 'studio' }>;
type MenuGeneration = Extract<GenerationRequest, { kind: 'menu' }>;

/** A studio generation that every plan allows: a sample dish, relit by one call of a model for each variation. */
export function studioGeneration(
  change: Partial<Omit<StudioGeneration, 'studio' | 'kind'>> & {
    studio?: Partial<StudioGeneration['studio']>;
  } = {},
): StudioGeneration {
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
export function menuGeneration(
  change: Partial<Omit<MenuGeneration, 'menu' | 'kind'>> & { menu?: Partial<MenuGeneration['menu']> } = {},
): MenuGeneration {
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

/** Starts a generation and resolves to its id. */
export async function start(
  user: TestUser,
  request: GenerationRequest = studioGeneration(),
): Promise<string> {
  await user.call('createGeneration', { body: request });
  return request.id;
}

export function look(user: TestUser, generationId: string): Promise<Generation> {
  return user.call('getGeneration', { params: { generationId } });
}

/** Polls until `found` holds; rejects with `what` after `timeoutMs`. */
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

/** The generation, once it has ended. */
export async function ended(user: TestUser, id: string, timeoutMs = 60_000): Promise<Generation> {
  let generation = await look(user, id);
  await until(
    `the end of generation ${id}`,
    async () => {
      generation = await look(user, id);
      return generation.state === 'done' || generation.state === 'failed';
    },
    timeoutMs,
  );
  return generation;
}
