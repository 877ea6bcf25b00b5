import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi, pending } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { emptyDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';

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
  uploadPhoto: async () => '01J0000000000000000000000A',
}));

test('Another photo takes the failure of the former one away', async () => {
  const message = 'Failed to enhance menu image.';
  fakeApi({
    getMe: () => proUser,
    createPhoto: pending,
    getGeneration: () => ({ ...doneGeneration, kind: 'menu', state: 'failed', variations: [], message }),
  });
  const source = { type: 'upload', uploadId: '01J00000000000000000000009' } as const;
  saveDraft('test-user', {
    ...emptyDraft,
    photo: { source, name: 'Soup', preview: '/samples/burger.jpg' },
    generationId: doneGeneration.id,
  });
  await renderInApp(<MenuPackPage />, { at: '/studio?view=menu-enhancer' });
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body;
  await userEvent.upload(input, new File(['salad'], 'salad.jpg', { type: 'image/jpeg' }));
  await expect.element(page.getByLabelText('Product name')).toHaveValue('Salad');
  await expect.element(page.getByText(message)).not.toBeInTheDocument();
});
