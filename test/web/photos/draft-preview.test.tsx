import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, offline } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { emptyDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';
import { customDish } from '#web/studio/custom-dish.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';
import { foundPhoto, halfMaskReply } from './found-photo.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const uploadId = '01J00000000000000000000009';
const source = { type: 'upload', uploadId } as const;
const name = 'House burger';
const studio = () =>
  saveWizard('test-user', {
    ...initialState,
    step: 2,
    formatId: 'square_feed',
    dish: customDish(uploadId, {
      source,
      name,
      imageUrl: null,
      createdAt: '2026-11-21T12:00:00.000Z',
    }),
  });
const menuPack = () => saveDraft('test-user', { ...emptyDraft, photo: { source, name, preview: null } });

test.each([
  ['the studio', studio, <StudioPage key="studio" />],
  ['the Menu Pack', menuPack, <MenuPackPage key="menu" />],
])('The picture of a draft of %s that could not be read is read again and put in', async (_, keep, draft) => {
  keep();
  const api = fakeApi({ getMe: () => proUser, createPhoto: offline });
  await renderInApp(draft);
  const picture = page.getByRole('img', { name, exact: true }).first();
  await expect.element(picture).toBeInTheDocument();
  expect(picture.element()).not.toBeInstanceOf(HTMLImageElement);
  const photo = foundPhoto('d'.repeat(64));
  const [, jpeg = ''] = document.createElement('canvas').toDataURL('image/jpeg').split(',');
  api.answer({
    createPhoto: () => photo,
    getPhotoPreview: () => ({ jpeg }),
    getMask: () => halfMaskReply,
  });
  await expect.element(picture).toHaveAttribute('src', `data:image/jpeg;base64,${jpeg}`);
});
