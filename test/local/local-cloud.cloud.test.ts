import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { dishPhoto } from '#test/support/photos.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { uploadPhoto } from '#test/support/upload-photo.ts';

describe('the whole cloud', () => {
  let user: TestUser;

  beforeAll(async () => {
    user = await signUpUser(sharedCloud());
  });

  it('gives a new user two free credits', async () => {
    const me = await user.call('getMe');
    expect(me.email).toBe(user.email);
    expect(me.credits.available).toBe(2);
    expect(me.tier).toBe('free');
  });

  it('takes a photo to two finished variations', async () => {
    const uploadId = await uploadPhoto(user, dishPhoto());
    const pick = await user.call('pickRandom', { body: { look: 'filter', creationPath: 'social' } });
    const id = ulid();
    await user.call('createGeneration', {
      body: {
        kind: 'studio',
        id,
        source: { type: 'upload', uploadId },
        productName: 'Burger',
        studio: { formatId: 'square_feed', creationPath: 'social', filter: { pick: pick.token } },
      },
    });
    let generation = await user.call('getGeneration', { params: { generationId: id } });
    for (let left = 600; left > 0 && !['done', 'failed'].includes(generation.state); left -= 1) {
      await sleep(100);
      generation = await user.call('getGeneration', { params: { generationId: id } });
    }
    expect(generation).toMatchObject({ state: 'done', fallback: false, width: 1080, height: 1080 });
    expect(generation.variations).toHaveLength(2);
    for (const { previewUrl } of generation.variations) {
      const picture = await fetch(sharedCloud().url + previewUrl);
      expect(picture.status).toBe(200);
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
    }
    expect((await user.call('getMe')).credits.available).toBe(1);
  });
});
