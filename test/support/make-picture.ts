import { ulid } from 'ulid';
import { expect } from 'vitest';
import type { StudioChoices } from '#shared/api/generations.ts';
import type { TestUser } from './sign-up.ts';

/** The studio's choices before anything is chosen; change what matters. */
const plainChoices = {
  formatId: 'square_feed',
  creationPath: 'social',
  adjustment: null,
  cameraAngle: null,
  filter: null,
  scene: null,
  customPrompt: '',
  promoText: '',
  promoPosition: 'top',
  promoLook: null,
  avatarGender: 'random',
  avatarEthnicity: 'random',
} as const satisfies StudioChoices;

interface PictureOptions {
  readonly itemId?: string;
  readonly name?: string;
  readonly choices?: Partial<StudioChoices>;
}

/** Starts a generation of a sample dish through the API; resolves to its id. */
export async function startPicture(
  user: Pick<TestUser, 'call'>,
  { itemId = 'pizza', name = 'Pizza night', choices }: PictureOptions = {},
): Promise<string> {
  const id = ulid();
  await user.call('createGeneration', {
    body: {
      kind: 'studio',
      id,
      source: { type: 'sample', itemId },
      productName: name,
      framing: { x: 0.5, y: 0.5 },
      studio: { ...plainChoices, ...choices },
    },
  });
  return id;
}

/** As `startPicture`, and waits until the picture is there. */
export async function makePicture(user: Pick<TestUser, 'call'>, options?: PictureOptions): Promise<string> {
  const generationId = await startPicture(user, options);
  await expect
    .poll(async () => (await user.call('getGeneration', { params: { generationId } })).state, {
      timeout: 90_000,
      interval: 300,
    })
    .toBe('done');
  return generationId;
}
