import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { proUser } from '#test/web/generations/users.ts';
import { uploadPhoto } from '#web/lib/photo.ts';
import { initialState } from '#web/studio/wizard.ts';
import { openDraft } from './open-draft.tsx';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  preparePhoto: async (file: File) => ({
    file,
    contentType: 'image/jpeg',
    fileName: file.name,
    width: 800,
    height: 600,
    preview: '/samples/salad.jpg',
  }),
  uploadPhoto: vi.fn(),
}));

test('A photo that is dropped before a format is chosen is shown, and so is why it was not uploaded', async () => {
  const upload = Promise.withResolvers<string>();
  vi.mocked(uploadPhoto).mockReturnValueOnce(upload.promise);
  fakeApi({ getMe: () => proUser });
  await openDraft(initialState);
  const next = page.getByRole('button', { name: 'Choose a format' });
  await expect.element(next).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['photo'], 'house-burger.jpg', { type: 'image/jpeg' }));
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  await expect.poll(() => document.querySelector('img[src="/samples/salad.jpg"]')).not.toBeNull();
  upload.reject(new Error('Lost'));
  await expect.element(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
});
