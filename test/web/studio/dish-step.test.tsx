import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { uploadPhoto } from '#web/lib/photo.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  preparePhoto: vi.fn(async (file: File) => ({
    file,
    contentType: 'image/jpeg',
    fileName: file.name,
    width: 800,
    height: 600,
    preview: '/samples/burger-before.jpg',
  })),
  uploadPhoto: vi.fn(),
}));

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const toLooks = button('Choose a look');

/** Ends the upload. */
let finish: () => void;

beforeEach(() => {
  vi.mocked(uploadPhoto)
    .mockReset()
    .mockImplementation(
      () =>
        new Promise((resolve) => {
          finish = () => resolve('01J00000000000000000000009');
        }),
    );
});

async function startUpload(): Promise<void> {
  fakeApi({ getMe: () => proUser, createPhoto: () => problem('not_found') });
  saveWizard('test-user', { ...initialState, step: 2, formatId: 'square_feed' });
  await renderInApp(<StudioPage />, { at: '/studio' });
  await page.getByRole('radio', { name: /^Golden Fries/ }).click();
  await expect.element(toLooks).toBeEnabled();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no file input');
  await userEvent.upload(input, new File(['photo'], 'house-burger.jpg', { type: 'image/jpeg' }));
  await expect.element(page.getByText('Uploading your photo')).toBeVisible();
}

describe('while a photo is uploaded', () => {
  test('the steps after it are closed, and another format may be chosen', async () => {
    await startUpload();
    await expect.element(toLooks).toBeDisabled();
    await expect.element(button('Next')).toBeDisabled();
    await button('Previous').click();
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    finish();
    await button('Choose your dish').click();
    await expect.element(toLooks).toBeEnabled();
    await expect.element(page.getByRole('radio', { name: /^Golden Fries/ })).not.toBeChecked();
    await toLooks.click();
    await expect.element(page.getByPlaceholder('Enter product name')).toHaveValue('House burger');
  });

  test('it can be cancelled, and the dish before it stays', async () => {
    await startUpload();
    await button('Cancel').click();
    await expect.element(toLooks).toBeEnabled();
    finish();
    await expect.element(page.getByRole('radio', { name: /^Golden Fries/ })).toBeChecked();
  });
});
