import sharp from 'sharp';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { emptyOverlay } from '#shared/domain/overlay.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { ended, start, studioGeneration, until } from './generations.ts';

const cloud = sharedCloud();

it('a logo is kept, drawn on pictures, replaced and removed, with the functions’ own permissions', async () => {
  const user = await signUpUser(cloud);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#00f"/></svg>';
  const body = { file: Buffer.from(svg).toString('base64') };
  await user.call('setLogo', { body });
  const { logo } = await user.call('setLogo', { body });
  expect(logo).toMatchObject({ width: 1024, height: 512 });
  const shown = await fetch(`${cloud.url}${logo?.url}`);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 1024 });

  const look = { font: 'lobster', colors: { words: '#ffffff', accent: '#123456' } } as const;
  await user.call('saveBrandKit', { body: look });
  expect((await user.call('getMe', {})).brandKit).toEqual({ look, logo });
  const generation = await ended(
    user,
    await start(user, studioGeneration({ studio: { promoText: 'Two for one' } })),
  );
  expect(generation.overlay).toMatchObject({ font: 'lobster', headline: 'Two for one' });

  const params = { generationId: generation.id };
  const overlay = { ...emptyOverlay(look), logo: true };
  await user.call('changeWords', { params, body: { id: ulid(), after: null, overlay } });
  await until(
    'a picture with the logo',
    async () => (await user.call('getGeneration', { params })).words?.state === 'done',
  );
  // Without its file, the logo would be left out.
  expect((await user.call('getGeneration', { params })).overlay?.logo).toBe(true);
  expect(await user.call('deleteLogo', {})).toEqual({ look, logo: null });
});
