import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import { ended, start, studioGeneration } from './generations.ts';

const cloud = sharedCloud();

it('a picture gets its post from the model, with the function’s own permissions, and keeps what its owner wrote', async () => {
  const user = await signUpUser(cloud);
  await user.call('updateMe', {
    body: { fullName: 'Ada Cook', companyName: 'Osteria Lume', kitchen: 'Italian', about: 'By the harbour' },
  });
  const { id: generationId } = await ended(user, await start(user, studioGeneration()));
  const params = { generationId, variation: 0 };
  const body = { id: ulid(), tone: 'refined', network: 'facebook', language: 'fr' } as const;
  const { text, revision } = await user.call('writePost', { params, body });
  expect(text?.caption).toMatch(/^Classic Burger, servi comme nous l’aimons\.[\s\S]*Osteria Lume$/);
  if (!text) return;
  const own = { ...text, caption: 'À bientôt', altText: 'Un burger sur une table.' };
  await user.call('savePost', { params, body: { revision, text: own } });
  expect((await user.call('getPost', { params })).text).toEqual(own);
  // What the share page and the downloaded file say of the picture.
  const { path } = await user.call('createShare', { params: { generationId }, body: { variation: 0 } });
  expect(await (await fetch(`${cloud.url}${path}`)).text()).toContain('alt="Un burger sur une table."');
  const { url } = await user.call('createDownload', { params: { generationId }, body: { variation: 0 } });
  expect(await (await fetch(url)).text()).toContain('Un burger sur une table.');
});
