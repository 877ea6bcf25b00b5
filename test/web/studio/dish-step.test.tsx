import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import type { Photo } from '#shared/api/photos.ts';
import { sampleMenuItems } from '#shared/domain/samples.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { fakeApi, problem } from '#test/support/fake-api.ts';
import { holdDrawing } from '#test/support/hold-drawing.ts';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { PhotoError, type PreparedPhoto, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { writeMask } from '#web/photos/mask-file.ts';
import { initialState } from '#web/studio/wizard.ts';
import { loadWizard } from '#web/studio/wizard-storage.ts';
import { heading, openDraft } from './open-draft.tsx';
import { burger } from './sample-dish.ts';

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

const button = (name: string) => page.getByRole('button', { name, exact: true });
const toLooks = button('Choose a look');

/** Ends the upload. */
let finish: () => void;

/** The answer about the generation in the address. */
let resumed: PromiseWithResolvers<Generation>;

beforeEach(() => {
  resumed = Promise.withResolvers();
  let uploads = 8;
  vi.mocked(uploadPhoto)
    .mockReset()
    .mockImplementation(() => {
      uploads += 1;
      const uploadId = `01J${String(uploads).padStart(23, '0')}`;
      return new Promise((resolve) => {
        finish = () => resolve(uploadId);
      });
    });
});

async function choosePhoto(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no file input');
  await userEvent.upload(input, file);
}

async function startUpload(at?: string): Promise<void> {
  fakeApi({
    getMe: () => proUser,
    createPhoto: () => problem('not_found'),
    getGeneration: () => resumed.promise,
  });
  await openDraft({ ...initialState, step: 2, formatId: 'square_feed' }, at);
  await page.getByRole('radio', { name: /^Golden Fries/ }).click();
  await expect.element(toLooks).toBeEnabled();
  await choosePhoto(new File(['photo'], 'house-burger.jpg', { type: 'image/jpeg' }));
  await expect.element(page.getByText('Uploading your photo')).toBeVisible();
}

/** Puts a photo into the clipboard or under the pointer, and lets it go over the page. */
function bring(type: 'drop' | 'paste'): Event {
  const files = new DataTransfer();
  files.items.add(new File(['photo'], 'house-burger.jpg', { type: 'image/jpeg' }));
  const init = { bubbles: true, cancelable: true };
  const event =
    type === 'drop'
      ? new DragEvent(type, { ...init, dataTransfer: files })
      : new ClipboardEvent(type, { ...init, clipboardData: files });
  document.body.dispatchEvent(event);
  return event;
}

describe('a photo that is brought to the page', () => {
  test.each(['drop', 'paste'] as const)('by %s becomes the dish, also from the first step', async (type) => {
    fakeApi({ getMe: () => proUser, createPhoto: () => problem('not_found') });
    await openDraft({ ...initialState, formatId: 'square_feed' });
    await expect.element(button('Choose your dish')).toBeVisible();
    expect(bring(type).defaultPrevented).toBe(true);
    await expect.element(page.getByText('Uploading your photo')).toBeVisible();
    // Its share of the upload changes many times a second and is not announced.
    await expect.element(page.getByRole('status').getByText('Uploading your photo')).toBeVisible();
    await expect.element(page.getByRole('status').getByText(/% sent/)).not.toBeInTheDocument();
    finish();
    await expect.element(toLooks).toBeEnabled();
    await expect.element(page.getByRole('button', { name: /^Replace photo House burger/ })).toBeVisible();
  });

  test('in a later step is kept from the browser, which would leave the page', async () => {
    fakeApi({ getMe: () => proUser });
    const item = sampleMenuItems[0];
    if (item === undefined) throw new Error('There is no sample');
    const dish = { ...item, source: { type: 'sample', itemId: item.id } } as const;
    await openDraft({ ...initialState, step: 3, formatId: 'square_feed', dish });
    await expect.element(heading('What shall we make?')).toBeVisible();
    expect(bring('drop').defaultPrevented).toBe(true);
    await expect.element(page.getByText('Go back to Menu Item to use another photo.')).toBeVisible();
    expect(uploadPhoto).not.toHaveBeenCalled();
  });

  test('can be asked for where the dish will be', async () => {
    fakeApi({ getMe: () => proUser });
    await openDraft({ ...initialState, step: 2, formatId: 'square_feed' });
    await expect.element(button('Add your photo')).toBeVisible();
    const opened = vi.fn<() => void>();
    document.querySelector('input[type=file]')?.addEventListener('click', (event) => {
      event.preventDefault();
      opened();
    });
    await page.getByRole('button', { name: /^Your dish goes here/ }).click();
    await button('Add your photo').click();
    expect(opened).toHaveBeenCalledTimes(2);
  });
});

describe('while a photo is uploaded', () => {
  test('the steps after it are closed, and another format may be chosen', async () => {
    await startUpload();
    await expect.element(button('Uploading…')).toBeDisabled();
    await expect.element(toLooks).not.toBeInTheDocument();
    await expect.element(button('Next: AI Generation')).toBeDisabled();
    await button('Previous: Ad Format').click();
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    finish();
    await button('Choose your dish').click();
    await expect.element(toLooks).toBeEnabled();
    await expect.element(page.getByRole('radio', { name: /^Golden Fries/ })).not.toBeChecked();
    await toLooks.click();
    await expect.element(page.getByPlaceholder('Enter product name')).toHaveValue('House burger');
  });

  test('it is left out of a draft that is started over', async () => {
    await startUpload();
    await button('Start Over').click();
    await button('Yes, Start Over').click();
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    finish();
    await page.getByRole('radio', { name: /^Square Feed/ }).click();
    await button('Choose your dish').click();
    await expect.element(button('Add your photo')).toBeEnabled();
  });

  test('it is left out of a generation that an address resumes', async () => {
    await startUpload(`/studio?generation=${doneGeneration.id}`);
    resumed.resolve(doneGeneration);
    await expect.element(heading('Pick your favourite')).toBeVisible();
    finish();
    // The photo would become the dish in a later task.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect.element(button('Use Selected')).toBeEnabled();
    await expect.poll(() => loadWizard('test-user').generations).toEqual([doneGeneration.id]);
    await expect.element(heading('Pick your favourite')).toBeVisible();
  });

  test('it can be cancelled, and the dish before it stays', async () => {
    await startUpload();
    await button('Cancel').click();
    await expect.element(toLooks).toBeEnabled();
    finish();
    await expect.element(page.getByRole('radio', { name: /^Golden Fries/ })).toBeChecked();
  });
});

test('a refused file says that the earlier photo stays, where there is one', async () => {
  fakeApi({ getMe: () => proUser, createPhoto: () => problem('not_found') });
  await openDraft({ ...initialState, step: 2, formatId: 'square_feed' });
  const refusal = page.getByRole('alert');
  const refuse = async () => {
    vi.mocked(preparePhoto).mockRejectedValueOnce(new PhotoError('This file is not a photo.'));
    await choosePhoto(new File(['menu'], 'menu.pdf', { type: 'application/pdf' }));
  };
  await refuse();
  await expect.element(refusal).toHaveTextContent('This file is not a photo.');
  await expect.element(refusal).not.toHaveTextContent('earlier');
  await choosePhoto(new File(['photo'], 'house-burger.jpg', { type: 'image/jpeg' }));
  await expect.element(page.getByText('Uploading your photo')).toBeVisible();
  finish();
  await expect.element(toLooks).toBeEnabled();
  await refuse();
  await expect
    .element(refusal)
    .toHaveTextContent('This file is not a photo. Your earlier photo is still in use.');
});

test.each([
  'read',
  'sent',
])('a photo that is chosen while another is brightened, and is being %s, stays', async (stage) => {
  const { file, src } = await chequeredPhoto(80, 'dark-soup.png');
  const prepared = (of: File, preview: string): PreparedPhoto => ({
    file: of,
    contentType: 'image/jpeg',
    fileName: of.name,
    width: 800,
    height: 600,
    preview,
  });
  const reading = Promise.withResolvers<PreparedPhoto>();
  const newer = new File(['photo'], 'house-burger.jpg', { type: 'image/jpeg' });
  const newerPrepared = prepared(newer, '/samples/burger-before.jpg');
  vi.mocked(preparePhoto)
    .mockResolvedValueOnce(prepared(file, src))
    .mockImplementationOnce(() => (stage === 'read' ? reading.promise : Promise.resolve(newerPrepared)));
  fakeApi({ getMe: () => proUser, createPhoto: () => problem('not_found') });
  const { client } = await openDraft({ ...initialState, step: 2, formatId: 'square_feed' });
  await expect.element(button('Add your photo')).toBeVisible();
  await choosePhoto(file);
  await expect.poll(() => vi.mocked(uploadPhoto).mock.calls.length).toBe(1);
  finish();
  const drawing = holdDrawing();
  await button('Brighten').click();
  await drawing.asked;
  await choosePhoto(newer);
  await expect.element(page.getByText('Uploading your photo')).toBeVisible();
  drawing.end();
  await expect.poll(() => client.isMutating()).toBe(0);
  reading.resolve(newerPrepared);
  await expect.poll(() => vi.mocked(uploadPhoto).mock.calls.length).toBe(2);
  finish();
  await expect.element(page.getByRole('button', { name: /^Replace photo House burger/ })).toBeVisible();
  expect(uploadPhoto).toHaveBeenCalledTimes(2);
});

test.each([
  ['brightened', () => button('Brighten').click()],
  [
    'straightened',
    async () => {
      await button('Straighten or turn').click();
      await button('Turn right').click();
      await button('Use this').click();
    },
  ],
] as const)('that the photo was %s is announced, and the focus stays beside it', async (done, fix) => {
  const { file, src } = await chequeredPhoto(80, 'dark-soup.png');
  vi.mocked(preparePhoto).mockResolvedValueOnce({
    file,
    contentType: 'image/jpeg',
    fileName: file.name,
    width: 800,
    height: 600,
    preview: src,
  });
  fakeApi({ getMe: () => proUser, createPhoto: () => problem('not_found') });
  await openDraft({ ...initialState, step: 2, formatId: 'square_feed' });
  await expect.element(button('Add your photo')).toBeVisible();
  await choosePhoto(file);
  await expect.poll(() => vi.mocked(uploadPhoto).mock.calls.length).toBe(1);
  finish();
  const tip = page.getByText('This photo is dark.', { exact: false });
  await expect.element(tip).toBeVisible();
  const live = tip.element().closest('[aria-live=polite]');
  await fix();
  await expect.poll(() => vi.mocked(uploadPhoto).mock.calls.length).toBe(2);
  await expect.element(tip).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(live);
  finish();
  await expect.element(page.getByText(`${done} this photo.`, { exact: false })).toBeVisible();
  expect(live?.textContent).toContain(`${done} this photo.`);
  expect(document.activeElement).toBe(live);
});

test('Back closes “What we keep” and stays at the dish; again, it leads to the format', async () => {
  const findings = { covered: 0.5, parts: 1, holes: 0, edges: [], doubtful: false, reasons: [] };
  const photo: Photo = {
    id: '0'.repeat(64),
    width: 400,
    height: 300,
    cutOut: { state: 'made', width: 4, height: 3, findings, message: null },
    dish: null,
    corrected: false,
    reading: null,
  };
  const png = writeMask({ width: 4, height: 3, data: new Uint8Array(12).fill(255, 0, 6) });
  fakeApi({
    getMe: () => proUser,
    createPhoto: () => photo,
    getPhoto: () => photo,
    getMask: () => ({ width: 4, height: 3, png, corrected: false }),
  });
  const { router } = await openDraft({ ...initialState, formatId: 'square_feed', dish: burger });
  await button('Choose your dish').click();
  await button('What we keep').click();
  const kept = page.getByRole('dialog', { name: 'What we keep' });
  await expect.element(kept.getByText('Keeps 50% of the photo.')).toBeVisible();
  await router.navigate(-1);
  await expect.element(kept).not.toBeInTheDocument();
  await expect.element(heading('What is on the plate?')).toBeVisible();
  await router.navigate(-1);
  await expect.element(heading('Where will it be seen?')).toBeVisible();
});
