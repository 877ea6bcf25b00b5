import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { openDraft } from '#test/web/studio/open-draft.tsx';
import { uploadPhoto } from '#web/lib/photo.ts';
import { emptyDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';
import { readMask, writeMask } from '#web/photos/mask-file.ts';
import { initialState } from '#web/studio/wizard.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  uploadPhoto: vi.fn(),
}));

const [width, height] = [40, 30];
const png = writeMask({ width, height, data: new Uint8Array(width * height).fill(255, 0, 600) });

/** The photo of the upload with this number. */
function photoOf(upload: string, changes: Partial<Photo> = {}): Photo {
  const findings = { covered: 0.5, parts: 1, holes: 0, edges: [], doubtful: false, reasons: [] };
  return {
    id: upload.padStart(64, 'a'),
    width: 400,
    height: 300,
    cutOut: { state: 'made', width, height, findings, message: null },
    dish: null,
    corrected: false,
    reading: { state: 'made', content: { ...plainReading, cluttered: true }, message: null },
    ...changes,
  };
}

const name = page.getByLabelText('Product name');
const button = (label: string) => page.getByRole('button', { name: label, exact: true });

let api: FakeApi;
/** Photos with a mask that a person corrected. */
let corrected: Set<string>;
beforeEach(() => {
  corrected = new Set();
  let uploads = 0;
  vi.mocked(uploadPhoto)
    .mockReset()
    .mockImplementation(async () => `01J0000000000000000000000${++uploads}`);
  const found = (id: string) => photoOf(id.at(-1) ?? '', { id, corrected: corrected.has(id) });
  api = fakeApi({
    getMe: () => proUser,
    createPhoto: ({ body: { source } }) =>
      source.type === 'upload' ? found(photoOf(source.uploadId.at(-1) ?? '').id) : problem('not_found'),
    getPhoto: ({ params }) => found(params.photoId),
    getMask: ({ params }) => ({ width, height, png, corrected: corrected.has(params.photoId) }),
    putMask: ({ params }) => {
      corrected.add(params.photoId);
      return found(params.photoId);
    },
    getPlatformRules: pending,
  });
});

async function upload(file: File): Promise<void> {
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]');
  await vi.waitUntil(input);
  await userEvent.upload(input() as HTMLInputElement, file);
}

/** Each place with a coach: how a dark photo gets there, and how its dish is named. */
const places = [
  {
    place: 'the studio',
    open: async (file: File) => {
      await openDraft({ ...initialState, step: 2, formatId: 'square_feed' });
      await upload(file);
      await button('Choose a look').click();
      await name.fill('Chef’s soup');
      await button('Previous: Menu Item').click();
    },
  },
  {
    place: 'the Menu Pack',
    open: async (file: File) => {
      saveDraft('test-user', emptyDraft);
      await renderInApp(<MenuPackPage />, { at: '/studio?view=menu-enhancer' });
      await upload(file);
      await name.fill('Chef’s soup');
    },
  },
];

describe.each(places)('in $place', ({ open }) => {
  const dish = page.getByRole('button', { name: /^Replace photo.* Chef’s soup/ });

  test.each([
    ['Brighten', 'We brightened this photo.'],
    ['Crop to dish', 'We cropped this photo to the dish.'],
    ['Straighten or turn', 'You straightened this photo.'],
  ])('“%s” keeps the name that was typed, and is undone without an upload', async (fix, said) => {
    await open((await chequeredPhoto(80)).file);
    await button(fix).click();
    if (fix === 'Straighten or turn') {
      await button('Turn right').click();
      await button('Use this').click();
    }
    await expect.poll(() => vi.mocked(uploadPhoto).mock.calls.length).toBe(2);
    await expect.element(page.getByText(said)).toBeVisible();
    await expect.element(dish).toBeVisible();
    await button('Undo').click();
    await expect.element(page.getByText(said)).not.toBeInTheDocument();
    await expect.element(dish).toBeVisible();
    // The former file is here, too.
    await expect.element(button('Brighten')).toBeVisible();
    expect(uploadPhoto).toHaveBeenCalledTimes(2);
  });

  test('a corrected mask is kept for a brightened photo', async () => {
    corrected.add(photoOf('1').id);
    await open((await chequeredPhoto(80)).file);
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    await button('Brighten').click();
    await expect.element(page.getByText('We brightened this photo.')).toBeVisible();
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    // To be shown, to be carried over, and to be shown of the brightened photo.
    await expect
      .poll(() => api.requests('getMask').map(({ params }) => params.photoId))
      .toEqual(['1', '1', '2'].map((id) => photoOf(id).id));
    expect(api.requests('putMask')).toMatchObject([{ params: { photoId: photoOf('2').id }, body: { png } }]);
  });

  test('a corrected mask is rotated with the photo', async () => {
    corrected.add(photoOf('1').id);
    await open((await chequeredPhoto(80)).file);
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    await button('Straighten or turn').click();
    await button('Turn right').click();
    await button('Turn right').click();
    await button('Use this').click();
    await expect.element(page.getByText('You straightened this photo.')).toBeVisible();
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    const [{ body, params } = { body: { png: '' }, params: { photoId: '' } }] = api.requests('putMask');
    expect(params.photoId).toBe(photoOf('2').id);
    const { data } = readMask(body.png);
    // The upper half was kept, and is the lower half now.
    expect([data.at(0), data.at(-1), data.length]).toEqual([0, 255, width * height]);
  });
});
