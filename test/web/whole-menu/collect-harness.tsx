import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { CreateMenu } from '#shared/api/menus.ts';
import { type FakeApi, fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { paths } from '#web/paths.ts';
import { CollectScreen } from '#web/whole-menu/collect-screen.tsx';
import { waitingDish } from './menus.ts';

/** Ids of uploads by the names of their files. */
export const uploadIdOf = (fileName: string) => `01J${fileName.length.toString().padStart(23, '0')}`;

/** The id of the photo of an upload. */
export const photoIdOf = (source: GenerationSource) =>
  (source.type === 'upload' ? source.uploadId.slice(3) : '').padStart(64, '0');

/** A customer with no menus yet. Photos are prepared and uploaded at once. */
export function fakeCollecting(): FakeApi {
  const api = fakeApi({
    getMe: () => proUser,
    listMenus: () => ({ items: [] }),
    createPhoto: ({ body: { source } }) => foundPhoto(photoIdOf(source)),
    getMask: () => halfMaskReply,
  });
  vi.mocked(preparePhoto).mockImplementation(async (file) => ({
    file,
    contentType: 'image/jpeg',
    fileName: file.name,
    width: 800,
    height: 600,
    preview: '/samples/salad.jpg',
  }));
  vi.mocked(uploadPhoto).mockReset();
  vi.mocked(uploadPhoto).mockImplementation(async ({ fileName }) => uploadIdOf(fileName));
  return api;
}

/** A photo whose bytes are its name, or other ones. */
export const photo = (name: string, bytes = name) => new File([bytes], name, { type: 'image/jpeg' });

export async function open() {
  return renderInApp(<CollectScreen userId="test-user" />, { at: paths.wholeMenu() });
}

export async function pick(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
  if (input === null) throw new Error('There is no place for photos');
  await userEvent.upload(input, files);
}

export const dish = (fileName: string) => page.getByRole('textbox', { name: `Name of ${fileName}` });
export const make = (name: string | RegExp) => page.getByRole('button', { name });
export const choosePlatform = () =>
  page
    .getByRole('group', { name: 'Uber Eats' })
    .getByRole('checkbox', { name: /^Menu Picture/ })
    .click({ force: true });

/** A dish of a request, as the API has it once the menu is started. */
export const dishOf = ({ name, source, look }: CreateMenu['dishes'][number]) => ({
  ...waitingDish,
  ...{ name, source, look },
});
