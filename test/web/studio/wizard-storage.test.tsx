import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { removePreviews, removePreviewsOfOthers } from '#web/lib/photo-previews.ts';
import { customDish } from '#web/studio/custom-dish.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';

const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const dish = customDish('01J00000000000000000000009', {
  source: { type: 'upload', uploadId: '01J00000000000000000000009' },
  name: 'House burger',
  imageUrl: onePixel,
  createdAt: '2026-11-21T12:00:00.000Z',
});
const draft: WizardState = { ...initialState, step: 2, formatId: 'square_feed', dish };

const stored = () => sessionStorage.getItem('platepost.wizard.test-user') ?? '';

/** Saves the draft until its picture is apart. */
async function save(userId: string): Promise<void> {
  await expect
    .poll(() => {
      saveWizard(userId, draft);
      return sessionStorage.getItem(`platepost.wizard.${userId}`);
    })
    .not.toContain(onePixel);
}

const picture = () => page.getByRole('img', { name: 'House burger' });

async function openStudio(): Promise<void> {
  fakeApi({ getMe: () => proUser, createPhoto: () => problem('not_found') });
  await renderInApp(<StudioPage />, { at: '/studio' });
}

// A studio that is still open saves its draft again.
afterEach(async () => {
  await cleanup();
  await removePreviews();
});

test('a corrected mask that was not carried over before a reload is carried over after it', async () => {
  const photo = foundPhoto('c'.repeat(64));
  const mask = { photoId: 'f'.repeat(64), cut: undefined };
  saveWizard('test-user', {
    ...draft,
    dish: { ...dish, fixedFrom: { kind: 'straighten', former: dish, mask } },
  });
  // The picture of the dish itself.
  expect(stored().split(onePixel)).toHaveLength(2);
  const api = fakeApi({
    getMe: () => proUser,
    createPhoto: () => photo,
    getPhoto: () => photo,
    getMask: () => halfMaskReply,
    putMask: () => ({ ...photo, corrected: true }),
  });
  await renderInApp(<StudioPage />, { at: '/studio' });
  await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  expect(api.requests('getMask')[0]).toMatchObject({ params: { photoId: mask.photoId } });
  expect(api.requests('putMask')).toHaveLength(1);
  expect(page.getByText('You straightened this photo.').query()).toBeNull();
});

describe('the picture of a draft', () => {
  test('is kept apart from it and found again', async () => {
    await save('test-user');
    expect(stored()).toContain('House burger');
    await openStudio();
    await expect.element(picture()).toHaveAttribute('src', onePixel);
  });

  test('stays in the draft until it is kept', async () => {
    saveWizard('test-user', draft);
    expect(stored()).toContain(onePixel);
    await openStudio();
    await expect.element(picture()).toHaveAttribute('src', onePixel);
  });

  test('stays when its user signs in again, and goes when somebody else does', async () => {
    await save('test-user');
    await removePreviewsOfOthers('test-user');
    await openStudio();
    await expect.element(picture()).toHaveAttribute('src', onePixel);
    await cleanup();
    await removePreviewsOfOthers('somebody-else');
    await openStudio();
    await expect.element(picture()).toBeInTheDocument();
    expect(picture().element()).not.toBeInstanceOf(HTMLImageElement);
  });

  test('is the API’s copy of the photo after a sign-out', async () => {
    await save('test-user');
    await cleanup();
    await removePreviews();
    const photo = foundPhoto('d'.repeat(64));
    const [, jpeg = ''] = document.createElement('canvas').toDataURL('image/jpeg').split(',');
    fakeApi({
      getMe: () => proUser,
      createPhoto: () => photo,
      getPhotoPreview: () => ({ jpeg }),
      getMask: () => halfMaskReply,
    });
    await renderInApp(<StudioPage />, { at: '/studio' });
    await expect.element(picture()).toHaveAttribute('src', `data:image/jpeg;base64,${jpeg}`);
  });

  test('is never shown to another user', async () => {
    await save('somebody-else');
    sessionStorage.setItem(
      'platepost.wizard.test-user',
      sessionStorage.getItem('platepost.wizard.somebody-else') ?? '',
    );
    await openStudio();
    await expect.element(picture()).toBeInTheDocument();
    expect(picture().element()).not.toBeInstanceOf(HTMLImageElement);
  });
});
