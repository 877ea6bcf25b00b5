import { downloadZip } from 'client-zip';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { CreateMenu } from '#shared/api/menus.ts';
import type { Photo } from '#shared/api/photos.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { saveMask } from '#test/support/save-mask.ts';
import { proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply, makingCutOut } from '#test/web/photos/found-photo.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { forgetOpenMenu } from '#web/lib/open-menus.ts';
import { PhotoError, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { paths } from '#web/paths.ts';
import { words as photoWords } from '#web/photos/words.ts';
import { CollectScreen } from '#web/whole-menu/collect-screen.tsx';
import { keptPhotos, loadDraft } from '#web/whole-menu/menu-draft.ts';
import { pickPhotos } from '#web/whole-menu/picked-files.ts';
import { words } from '#web/whole-menu/words.ts';
import { menuOf, waitingDish } from './menus.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  preparePhoto: vi.fn(),
  uploadPhoto: vi.fn(),
}));

let api: FakeApi;
/** Ids of uploads by the names of their files. */
const uploadIdOf = (fileName: string) => `01J${fileName.length.toString().padStart(23, '0')}`;

/** The id of the photo of an upload. */
const photoIdOf = (source: GenerationSource) =>
  (source.type === 'upload' ? source.uploadId.slice(3) : '').padStart(64, '0');

beforeEach(() => {
  api = fakeApi({
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
});

/** A photo whose bytes are its name, or other ones. */
const photo = (name: string, bytes = name) => new File([bytes], name, { type: 'image/jpeg' });

/** The first upload of this file fails; photos that are prepared at once are sent in any order. */
function failOnce(name: string, error: Error): void {
  let isFirst = true;
  vi.mocked(uploadPhoto).mockImplementation(async ({ fileName }) => {
    if (fileName !== name || !isFirst) return uploadIdOf(fileName);
    isFirst = false;
    throw error;
  });
}

/** The address of a picture in one colour. */
function plainPicture(color: string): string {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws nothing');
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL();
}

/** What a browser gives of a dropped folder or file; a script cannot make these. */
type Entry = { readonly name: string; readonly inside: readonly Entry[] | 'unreadable' } | File;

function entryOf(entry: Entry): object {
  if (entry instanceof File)
    return {
      isFile: true,
      isDirectory: false,
      name: entry.name,
      file: (resolve: (file: File) => void) => resolve(entry),
    };
  const { name, inside } = entry;
  if (inside === 'unreadable')
    return {
      isFile: true,
      isDirectory: false,
      name,
      file: (_: unknown, reject: (error: Error) => void) => reject(new Error('It is gone')),
    };
  // A browser gives a part at a time, in no order, and then none.
  const parts = [inside.slice(1), inside.slice(0, 1)];
  const readEntries = (resolve: (part: object[]) => void) => resolve((parts.shift() ?? []).map(entryOf));
  return { isFile: false, isDirectory: true, name, createReader: () => ({ readEntries }) };
}

function drop(...entries: readonly Entry[]): void {
  const files = entries.map((entry) => (entry instanceof File ? entry : new File([], entry.name)));
  const items = entries.map((entry, index) => ({
    kind: 'file',
    webkitGetAsEntry: () => entryOf(entry),
    getAsFile: () => files[index],
  }));
  const event = new DragEvent('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { files, items, types: ['Files'] } });
  document.body.dispatchEvent(event);
}

async function open() {
  return renderInApp(<CollectScreen userId="test-user" />, { at: paths.wholeMenu() });
}

async function pick(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
  if (input === null) throw new Error('There is no place for photos');
  await userEvent.upload(input, files);
}

const dish = (fileName: string) => page.getByRole('textbox', { name: `Name of ${fileName}` });
const make = (name: string | RegExp) => page.getByRole('button', { name });
const choosePlatform = () =>
  page
    .getByRole('group', { name: 'Uber Eats' })
    .getByRole('checkbox', { name: /^Menu Picture/ })
    .click({ force: true });

/** A dish of a request, as the API has it once the menu is started. */
const dishOf = ({ name, source, look }: CreateMenu['dishes'][number]) => ({
  ...waitingDish,
  ...{ name, source, look },
});

describe('a whole menu', () => {
  test('is started from photos with the names of their files, a platform and a look', async () => {
    api.answer({ createMenu: ({ body }) => menuOf(body.dishes.map(dishOf), { id: body.id }) });
    const { address, unmount } = await open();
    await pick(photo('tomato_soup.jpg'), photo('green-salad.jpg'));
    await expect.element(dish('tomato_soup.jpg')).toHaveValue('Tomato soup');
    await dish('green-salad.jpg').fill('Green salad with feta');
    await make('Choose a delivery platform').click();
    await choosePlatform();
    await page.getByRole('radio', { name: /^Marble/ }).click();
    await make('Make 2 dishes (2 credits)').click();
    await expect.poll(() => api.requests('createMenu').length).toBe(1);
    const body = api.requests('createMenu')[0]?.body;
    expect(body).toMatchObject({
      targets: [{ platform: 'uber', imageType: 'menu' }],
      look: { backgroundStyle: 'marble', plateStyle: 'current', imageStyle: 'natural' },
      firstDishFirst: false,
      dishes: [
        {
          name: 'Tomato soup',
          source: { type: 'upload', uploadId: uploadIdOf('tomato_soup.jpg') },
          photo: { width: 800, height: 600 },
          look: null,
        },
        { name: 'Green salad with feta' },
      ],
    });
    await expect.poll(address).toBe(paths.wholeMenu(body?.id));
    expect(keptPhotos('test-user', body?.id ?? '')).toHaveLength(2);
    // The next one begins without photos, with the same platforms and look.
    await unmount();
    await open();
    await expect.element(page.getByText('Your dishes appear here')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /^Marble/ })).toBeChecked();
  });

  test('waits for a corrected mask of a dish', async () => {
    const { client } = await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    const start = make('Make 1 dish (1 credit)');
    await expect.element(start).toBeEnabled();
    const end = saveMask(client);
    await expect.element(make('Saving what we keep…')).toBeDisabled();
    end();
    await expect.element(start).toBeEnabled();
  });

  test('says before anything is spent what it costs, how long it takes and which platform is slow', async () => {
    await open();
    await pick(photo('a.jpg'), photo('b.jpg'));
    await expect.element(page.getByText('2 credits of your 42 credits, one a dish.')).toBeVisible();
    await expect.element(page.getByText('About 1 minute until all are made.')).toBeVisible();
    await expect.element(page.getByText(/Uber Eats takes longest/)).not.toBeInTheDocument();
    await choosePlatform();
    await expect.element(page.getByText(/Uber Eats takes longest.*within 3 business days/)).toBeVisible();
  });

  test('keeps the other photos when one fails, and sends that one again', async () => {
    failOnce('first.jpg', new Error('broken'));
    await open();
    await pick(photo('first.jpg'), photo('second.jpg'));
    await make('Look at 1 photo that failed').click();
    await expect.element(dish('first.jpg')).toHaveFocus();
    await make('Upload First again').click();
    await make('Choose a delivery platform').click();
    expect(uploadPhoto).toHaveBeenCalledTimes(3);
  });

  test('begins no other photo without a connection, and sends all when it is back', async () => {
    vi.mocked(uploadPhoto).mockRejectedValue(new ApiError('offline'));
    await open();
    await pick(...['a', 'b', 'c', 'd', 'e'].map((name) => photo(`${name}.jpg`)));
    await expect.poll(() => page.getByRole('alert').elements().length).toBe(3);
    await expect.element(page.getByText('Waiting').nth(1)).toBeVisible();
    expect(uploadPhoto).toHaveBeenCalledTimes(3);
    await expect.element(make('No connection: 0 of 5 uploaded')).toBeDisabled();
    // It is still not there: each photo has one attempt.
    dispatchEvent(new Event('online'));
    await expect.poll(() => vi.mocked(uploadPhoto).mock.calls.length).toBe(6);
    await expect.poll(() => page.getByRole('alert').elements().length).toBe(3);
    expect(uploadPhoto).toHaveBeenCalledTimes(6);
    vi.mocked(uploadPhoto).mockImplementation(async ({ fileName }) => uploadIdOf(fileName));
    dispatchEvent(new Event('online'));
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    expect(uploadPhoto).toHaveBeenCalledTimes(11);
  });

  test('keeps names that are too long, and leads to them', async () => {
    await open();
    await pick(photo('first.jpg'));
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    const dish = page.getByRole('textbox', { name: /first\.jpg/ });
    await dish.fill('x'.repeat(102));
    await expect.element(page.getByText('2 characters too long')).toBeVisible();
    await make('Shorten the names of dishes').click();
    await expect.element(dish).toHaveFocus();
    await dish.fill('Soup');
    const menuName = page.getByRole('textbox', { name: /menu/i });
    await menuName.fill('x'.repeat(101));
    await expect.element(page.getByText('1 character too long')).toBeVisible();
    await make('Shorten the menu’s name').click();
    await expect.element(menuName).toHaveFocus();
  });

  test('begins no photo while the browser is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => onLine.mockRestore());
    await open();
    await pick(photo('first.jpg'), photo('second.jpg'));
    await expect.element(page.getByText('Waiting').nth(1)).toBeVisible();
    expect(uploadPhoto).not.toHaveBeenCalled();
    await expect.element(make('No connection: 0 of 2 uploaded')).toBeDisabled();
    onLine.mockReturnValue(true);
    dispatchEvent(new Event('online'));
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
  });

  test('sends a photo again whose loss is known only after the connection is back', async () => {
    let lose: () => void = () => undefined;
    vi.mocked(uploadPhoto).mockImplementationOnce(
      () => new Promise((_, reject) => (lose = () => reject(new ApiError('offline')))),
    );
    await open();
    await pick(photo('first.jpg'));
    await expect.poll(() => vi.mocked(uploadPhoto).mock.calls.length).toBe(1);
    dispatchEvent(new Event('online'));
    lose();
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    expect(uploadPhoto).toHaveBeenCalledTimes(2);
  });

  test('continues with the next photos if the browser does not report that it is online', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    for (let lost = 1; lost <= 3; lost += 1)
      vi.mocked(uploadPhoto).mockRejectedValueOnce(new ApiError('offline'));
    await open();
    await pick(...['a', 'b', 'c', 'd'].map((name) => photo(`${name}.jpg`)));
    await expect.poll(() => page.getByRole('alert').elements().length).toBe(3);
    expect(uploadPhoto).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(15_000);
    await expect.element(make('Look at 3 photos that failed')).toBeVisible();
    expect(uploadPhoto).toHaveBeenCalledTimes(4);
  });

  test('sends all photos that failed again at once', async () => {
    vi.mocked(uploadPhoto).mockRejectedValue(new Error('broken'));
    await open();
    await pick(photo('first.jpg'));
    await expect.element(make('Look at 1 photo that failed')).toBeVisible();
    await expect.element(make('Try all again')).not.toBeInTheDocument();
    await pick(photo('second.jpg'));
    await expect.element(make('Look at 2 photos that failed')).toBeVisible();
    vi.mocked(uploadPhoto).mockImplementation(async ({ fileName }) => uploadIdOf(fileName));
    await make('Try all again').click();
    await expect.element(make('Choose a delivery platform')).toBeVisible();
    await expect.element(make('Try all again')).not.toBeInTheDocument();
    expect(uploadPhoto).toHaveBeenCalledTimes(4);
  });

  test('leaves out photos that cannot be used, says why, and is made of the others', async () => {
    const problem = 'This photo is too small.';
    vi.mocked(preparePhoto)
      .mockRejectedValueOnce(new PhotoError(problem))
      .mockRejectedValueOnce(new PhotoError('This photo is damaged.'))
      .mockRejectedValueOnce(new PhotoError(problem));
    await open();
    await pick(photo('tiny.jpg'), photo('broken.jpg'), photo('small.jpg'), photo('soup.jpg'));
    await expect.element(page.getByText(`Left out: tiny.jpg, small.jpg. ${problem}`)).toBeVisible();
    await expect.element(page.getByText('Left out: broken.jpg. This photo is damaged.')).toBeVisible();
    await expect.element(page.getByText('1 dish of 50')).toBeVisible();
    await choosePlatform();
    await expect.element(make('Make 1 dish (1 credit)')).toBeEnabled();
    // The same file may be usable by now, for example because it was still being copied.
    await pick(photo('tiny.jpg'));
    await expect.element(make('Make 2 dishes (2 credits)')).toBeEnabled();
    await expect.element(page.getByText(/^Left out/)).not.toBeInTheDocument();
  });

  test('sends three photos at a time', async () => {
    const ends: (() => void)[] = [];
    vi.mocked(uploadPhoto).mockImplementation(
      ({ fileName }) => new Promise((resolve) => ends.push(() => resolve(uploadIdOf(fileName)))),
    );
    await open();
    await pick(...['a', 'b', 'c', 'd'].map((name) => photo(`${name}.jpg`)));
    await expect.poll(() => ends.length).toBe(3);
    await expect.element(make('Uploading 0 of 4…')).toBeDisabled();
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(4);
  });

  test('takes 50 photos, each once, and says in a sentence what it left out', async () => {
    await open();
    const many = Array.from({ length: 49 }, (_, index) => photo(`dish ${index + 1}.jpg`));
    await pick(...many);
    await expect.element(page.getByText('49 dishes of 50')).toBeVisible();
    await pick(
      photo('again.jpg', 'dish 1.jpg'),
      photo('fiftieth.jpg'),
      photo('next.jpg'),
      new File(['%PDF'], 'menu.pdf', { type: 'application/pdf' }),
      new File(['film'], 'kitchen.mp4', { type: 'video/mp4' }),
      new File([''], '.DS_Store'),
    );
    await expect.element(page.getByText('50 dishes of 50')).toBeVisible();
    const notes = page.getByRole('alert').getByRole('listitem');
    await expect
      .poll(() => notes.elements().map((note) => note.textContent))
      .toEqual([
        'A menu has at most 50 dishes. Left out: next.jpg. Start another menu with it.',
        'The same photo twice is taken once: again.jpg.',
        'Not a photo, so left out: menu.pdf, kitchen.mp4.',
      ]);
    await pick(new File([''], '.DS_Store'));
    await expect.element(page.getByText('There are no photos in it.')).toBeVisible();
  });

  test('takes dropped folders within folders, with PDFs and videos among the photos', async () => {
    await open();
    const starters = { name: 'starters', inside: [photo('10 tea.jpg'), photo('2 soup.jpg')] };
    const film = new File(['film'], 'kitchen.mp4', { type: 'video/mp4' });
    const card = new File(['%PDF'], 'card.pdf', { type: 'application/pdf' });
    const hidden = new File([''], '.DS_Store');
    drop(
      { name: 'menu', inside: [starters, card, film, hidden, { name: 'empty', inside: [] }] },
      photo('cake.jpg'),
    );
    await expect.element(page.getByText('3 dishes of 50')).toBeVisible();
    const names = page.getByRole('textbox', { name: /^Name of .*\.jpg$/ });
    expect(names.elements().map((field) => field.getAttribute('aria-label'))).toEqual([
      'Name of 2 soup.jpg',
      'Name of 10 tea.jpg',
      'Name of cake.jpg',
    ]);
    await expect.element(page.getByText('Not a photo, so left out: card.pdf, kitchen.mp4.')).toBeVisible();
  });

  test('takes the photos that can be read of a dropped folder, and says which cannot', async () => {
    vi.mocked(preparePhoto).mockRejectedValueOnce(new PhotoError('This photo could not be read.'));
    await open();
    drop({ name: 'menu', inside: [{ name: 'gone.jpg', inside: 'unreadable' }, photo('soup.jpg')] });
    await expect.element(page.getByText('Left out: gone.jpg. This photo could not be read.')).toBeVisible();
    await expect.element(page.getByText('1 dish of 50')).toBeVisible();
    await expect.element(dish('soup.jpg')).toHaveValue('Soup');
  });

  test('takes pasted photos, and leaves pasted words to the field', async () => {
    await open();
    const paste = (data: DataTransfer) => {
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const words = new DataTransfer();
    words.setData('text/plain', 'Soup');
    expect(paste(words)).toBe(false);
    const photos = new DataTransfer();
    photos.items.add(photo('soup.jpg'));
    photos.items.add(photo('tea.jpg'));
    expect(paste(photos)).toBe(true);
    await expect.element(page.getByText('2 dishes of 50')).toBeVisible();
    // The same ones again are two photos of the same dishes.
    paste(photos);
    await expect
      .element(page.getByText('The same photo twice is taken once: soup.jpg, tea.jpg.'))
      .toBeVisible();
  });

  test('keeps uploaded photos and choices over a reload', async () => {
    const { unmount } = await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await expect.element(make('Make 1 dish (1 credit)')).toBeVisible();
    await unmount();
    await open();
    await expect.element(dish('soup.jpg')).toHaveValue('Soup');
    await expect.element(make('Make 1 dish (1 credit)')).toBeVisible();
    await pick(photo('copy.jpg', 'soup.jpg'));
    await expect.element(page.getByText('The same photo twice is taken once: copy.jpg.')).toBeVisible();
  });

  test('counts no photo that failed, and names it after a reload, which loses it', async () => {
    failOnce('tiny.jpg', new ApiError('busy'));
    const { unmount } = await open();
    await pick(photo('tiny.jpg'), photo('soup.jpg'));
    await expect.element(page.getByText(/^Not uploaded\. We are busy/)).toBeVisible();
    await expect.element(page.getByText('1 credit of your 42 credits, one a dish.')).toBeVisible();
    await unmount();
    await open();
    await expect.element(dish('soup.jpg')).toBeVisible();
    await expect
      .element(page.getByText('Not uploaded, so left out: tiny.jpg. Please add it again.'))
      .toBeVisible();
    await pick(photo('tiny.jpg'));
    await expect.element(dish('tiny.jpg')).toBeVisible();
  });

  test('says after a reload why a photo could not be used, and does not ask for it again', async () => {
    vi.mocked(preparePhoto).mockRejectedValueOnce(new PhotoError('This photo is damaged.'));
    const first = await open();
    await pick(photo('burger.jpg'), photo('soup.jpg'));
    await expect.element(page.getByText('Left out: burger.jpg. This photo is damaged.')).toBeVisible();
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    await first.unmount();
    await open();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Left out: burger.jpg. This photo is damaged.');
    expect(page.getByText(/add it again/).elements()).toEqual([]);
  });

  test('asks for the name of a dish whose photo has the name that a camera gave it', async () => {
    await open();
    await pick(photo('IMG_2041.jpg'), photo('soup.jpg'));
    const question = page.getByText('What is this dish called?');
    await expect.element(question).toBeVisible();
    const field = dish('IMG_2041.jpg');
    await expect.element(field).toHaveAccessibleDescription('What is this dish called?');
    await expect.element(dish('soup.jpg')).not.toHaveAccessibleDescription();
    await field.click();
    await userEvent.keyboard('Pad Thai');
    await expect.element(field).toHaveValue('Pad Thai');
    await expect.element(question).not.toBeInTheDocument();
  });

  test('cannot be changed while it is being started', async () => {
    api.answer({ createMenu: pending });
    await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect.element(make('Starting…')).toBeVisible();
    expect(dish('soup.jpg').element().closest('[inert]')).not.toBeNull();
    expect(page.getByLabelText('Name of this menu').element().closest('[inert]')).not.toBeNull();
  });

  test('that is started after its customer has left is said, and opened only by a press', async () => {
    const release = Promise.withResolvers<void>();
    api.answer({
      createMenu: async ({ body }) => {
        await release.promise;
        return menuOf(body.dishes.map(dishOf), { id: body.id, name: 'Winter' });
      },
    });
    const { router, address } = await renderInApp(
      <Routes>
        <Route path="/studio" element={<CollectScreen userId="test-user" />} />
        <Route path="*" element="Elsewhere" />
      </Routes>,
      { at: paths.wholeMenu() },
    );
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect.element(make('Starting…')).toBeVisible();
    await router.navigate(paths.credits);
    await expect.element(page.getByText('Elsewhere')).toBeVisible();
    release.resolve();
    await expect.element(page.getByText('Winter is being made')).toBeVisible();
    expect(address()).toBe(paths.credits);
    // Its photos are not offered again.
    expect(loadDraft('test-user')).toMatchObject({ rows: [], unansweredId: null });
    expect(JSON.parse(sessionStorage.getItem('platepost.open-menus') ?? '[]')).toHaveLength(1);
    await make('Open it').click();
    expect(address()).toMatch(/^\/studio\?view=menu-enhancer&menu=/);
    forgetOpenMenu(address().split('menu=').at(-1) ?? '');
  });

  test('is not started twice when the answer is lost', async () => {
    api.answer({ createMenu: offline });
    const { address } = await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect.element(page.getByText(/the menu is not started twice/)).toBeVisible();
    // The first request had arrived, and the menu has another name now.
    const started = menuOf(api.requests('createMenu')[0]?.body.dishes.map(dishOf) ?? []);
    api.answer({
      createMenu: () => problem('conflict'),
      getMenu: ({ params }) => ({ ...started, id: params.menuId }),
    });
    await page.getByLabelText('Name of this menu').fill('Lunch');
    await make('Make 1 dish (1 credit)').click();
    await expect.element(page.getByText('This menu was started before. Here it is.')).toBeVisible();
    await expect.element(page.getByText(/^Photos that you added since/)).not.toBeInTheDocument();
    const [first, second] = api.requests('createMenu');
    expect(second?.body.id).toBe(first?.body.id);
    expect(address()).toBe(paths.wholeMenu(first?.body.id));
  });

  test('that was started before keeps the photos that were added since', async () => {
    vi.mocked(preparePhoto).mockImplementation(async (file) => ({
      ...{ file, contentType: 'image/jpeg', fileName: file.name, width: 800, height: 600 },
      preview: `data:,${file.name}`,
    }));
    api.answer({ createMenu: offline });
    const { address, unmount } = await open();
    await pick(photo('tea.jpg'), photo('soup.jpg'), photo('salad.jpg'));
    await choosePlatform();
    await make('Make 3 dishes (3 credits)').click();
    await expect.element(page.getByText(/the menu is not started twice/)).toBeVisible();
    // The first request had arrived. One of its photos is taken out since, and another one is added.
    const started = menuOf(api.requests('createMenu')[0]?.body.dishes.map(dishOf) ?? []);
    api.answer({
      createMenu: () => problem('conflict'),
      getMenu: ({ params }) => ({ ...started, id: params.menuId }),
    });
    await make('Remove Soup').click();
    await pick(photo('pancakes.jpg'));
    await make('Make 3 dishes (3 credits)').click();
    await expect
      .element(page.getByText('Photos that you added since are kept for your next menu.'))
      .toBeVisible();
    const [{ body } = { body: { id: '' } }] = api.requests('createMenu');
    expect(address()).toBe(paths.wholeMenu(body.id));
    expect(keptPhotos('test-user', body.id)).toEqual(['data:,tea.jpg', null, 'data:,salad.jpg']);
    await unmount();
    await open();
    await expect.element(page.getByText('1 dish of 50')).toBeVisible();
    await expect.element(dish('pancakes.jpg')).toHaveValue('Pancakes');
    // It is for another menu.
    api.answer({ createMenu: ({ body }) => menuOf(body.dishes.map(dishOf), { id: body.id }) });
    await make('Make 1 dish (1 credit)').click();
    await expect.poll(() => api.requests('createMenu').at(-1)?.body.id).not.toBe(body.id);
  });

  test('keeps a photo that is added while it is being started', async () => {
    const answer = Promise.withResolvers<void>();
    api.answer({
      createMenu: async ({ body }) => {
        await answer.promise;
        return menuOf(body.dishes.map(dishOf), { id: body.id });
      },
    });
    const { address, unmount } = await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect.poll(() => api.requests('createMenu').length).toBe(1);
    await pick(photo('pancakes.jpg'));
    await expect.element(page.getByText('2 dishes of 50')).toBeVisible();
    await expect.poll(() => vi.mocked(uploadPhoto).mock.results.length).toBe(2);
    answer.resolve();
    await expect.poll(address).toBe(paths.wholeMenu(api.requests('createMenu')[0]?.body.id));
    await unmount();
    await open();
    await expect.element(page.getByText('1 dish of 50')).toBeVisible();
    await expect.element(dish('pancakes.jpg')).toHaveValue('Pancakes');
  });

  test('is not started twice when the page is closed before the answer', async () => {
    api.answer({ createMenu: () => new Promise(() => undefined) });
    const { unmount } = await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect.poll(() => api.requests('createMenu').length).toBe(1);
    await unmount();
    // The first request had arrived.
    api.answer({ createMenu: ({ body }) => menuOf([waitingDish], { id: body.id }) });
    const { address } = await open();
    await make('Make 1 dish (1 credit)').click();
    await expect.poll(() => api.requests('createMenu').length).toBe(2);
    const [first, second] = api.requests('createMenu');
    expect(second?.body.id).toBe(first?.body.id);
    await expect.poll(address).toBe(paths.wholeMenu(first?.body.id));
  });

  test.each([
    'unauthenticated',
    'maintenance',
    'forbidden',
  ] as const)('is not started twice when the answer is lost and the next request is refused: %s', async (code) => {
    api.answer({ createMenu: offline });
    await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect.poll(() => api.requests('createMenu').length).toBe(1);
    api.answer({ createMenu: () => problem(code, 'Not now') });
    await make('Make 1 dish (1 credit)').click();
    await expect.element(page.getByText('Not now')).toBeVisible();
    api.answer({ createMenu: ({ body }) => menuOf([waitingDish], { id: body.id }) });
    await make('Make 1 dish (1 credit)').click();
    await expect.poll(() => api.requests('createMenu').length).toBe(3);
    const ids = api.requests('createMenu').map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
  });

  test('says why it was refused, and loses nothing', async () => {
    api.answer({ createMenu: () => problem('upload_missing', 'Soup: The photo was not uploaded') });
    await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect.element(page.getByText('Soup: The photo was not uploaded')).toBeVisible();
    await expect.element(dish('soup.jpg')).toHaveValue('Soup');
  });

  test('shortens names of 300 characters, and gives a dish a look of its own', async () => {
    api.answer({ createMenu: ({ body }) => menuOf([waitingDish], { id: body.id }) });
    await open();
    await pick(photo(`${'é'.repeat(300)}.jpg`), photo('🍜🍜.jpg'));
    await choosePlatform();
    await make('Look of 🍜🍜').click();
    await page.getByRole('dialog').getByRole('radio', { name: /^Dark/ }).click();
    await make('Use this look').click();
    await expect.element(page.getByText('Own look')).toBeVisible();
    await make('Make 2 dishes (2 credits)').click();
    await expect
      .poll(() => api.requests('createMenu')[0]?.body.dishes)
      .toMatchObject([
        { name: 'É'.padEnd(100, 'é'), look: null },
        { name: '🍜🍜', look: { backgroundStyle: 'dark' } },
      ]);
  });

  test('closes the look of a dish by Back, and stays', async () => {
    const { router } = await open();
    await pick(photo('soup.jpg'));
    await make('Look of Soup').click();
    await expect.element(page.getByRole('dialog', { name: 'Look of Soup' })).toBeVisible();
    await router.navigate(-1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(make('Look of Soup')).toBeVisible();
  });

  test('with fewer credits than dishes says how many will be made', async () => {
    api.answer({ getMe: () => ({ ...proUser, credits: { ...proUser.credits, available: 1 } }) });
    await open();
    await pick(photo('a.jpg'), photo('b.jpg'));
    await expect
      .element(page.getByText('2 credits, and you have 1. We make 1 dish and wait until you have more.'))
      .toBeVisible();
  });

  test('takes the photos of a ZIP, and names them from a list', async () => {
    await open();
    const zip = await downloadZip([
      { name: 'menu/1.jpg', input: 'one' },
      { name: 'menu/2.jpg', input: 'two' },
    ]).blob();
    await pick(new File([zip], 'menu.zip'));
    await expect.element(page.getByText('2 dishes of 50')).toBeVisible();
    await make('Name from a list').click();
    await page.getByLabelText('List of names').fill('file;dish\n2.jpg;Salad\n1.jpg;Soup\n3.jpg;Tea');
    await expect.element(page.getByText('Names for 2 of 2 dishes. 1 name left over.')).toBeVisible();
    await make('Use these names').click();
    await expect.element(dish('1.jpg')).toHaveValue('Soup');
    await expect.element(dish('2.jpg')).toHaveValue('Salad');
  });

  test('says when the earlier menus could not be loaded, and loads them again', async () => {
    api.answer({ listMenus: () => problem('internal') });
    await open();
    await expect.element(page.getByText('Your earlier menus could not be loaded')).toBeVisible();
    api.answer({ listMenus: () => ({ items: [menuOf([waitingDish])] }) });
    await make('Try again').click();
    await expect.element(page.getByRole('link', { name: /^Winter menu/ })).toBeVisible();
  });

  test('reads no photo beyond the 50 of a menu', async () => {
    await open();
    const more = photo('more.jpg');
    const read = vi.spyOn(more, 'arrayBuffer');
    const { notes } = await pickPhotos([more], new Set(Array.from({ length: 50 }, (_, at) => String(at))));
    expect(notes).toEqual([words.tooMany(['more.jpg'])]);
    expect(read).not.toHaveBeenCalled();
  });

  test('lists earlier menus', async () => {
    const { dishes: _, ...summary } = menuOf([waitingDish, { ...waitingDish, state: 'done' }]);
    api.answer({ listMenus: () => ({ items: [summary] }) });
    const { address } = await open();
    await page.getByRole('link', { name: /^Winter menu.*1 of 2 dishes done/ }).click();
    expect(address()).toBe(paths.wholeMenu(summary.id));
  });

  test('does not call an earlier menu done of which no dish was made', async () => {
    const { dishes: _, ...summary } = menuOf([{ ...waitingDish, state: 'failed' }], { state: 'done' });
    api.answer({ listMenus: () => ({ items: [summary] }) });
    await open();
    await expect
      .element(page.getByRole('link', { name: /^Winter menu.*0 of 1 dish done.*Not made$/ }))
      .toBeVisible();
  });
});

describe('what we keep of the dishes of a menu', () => {
  const names = ['soup', 'salad', 'tea', 'cake'] as const;
  type Name = (typeof names)[number];
  let menus = 0;
  let photos: Record<Name, Photo>;
  const nameOf = (photoId: string) => names.find((name) => photos[name].id === photoId) ?? 'soup';
  const idOf = (name: Name) => `01K${String(menus * 10 + names.indexOf(name)).padStart(23, '0')}`;
  const found = (name: Name, changes: Partial<Photo> = {}, reasons: ('edge' | 'parts')[] = []) =>
    foundPhoto(photoIdOf({ type: 'upload', uploadId: idOf(name) }), changes, reasons);
  const read = (content: Partial<typeof plainReading>) =>
    ({ state: 'made', content: { ...plainReading, ...content }, message: null }) as const;

  beforeEach(() => {
    // Photos that were checked stay so over the tests.
    menus += 1;
    photos = Object.fromEntries(names.map((name) => [name, found(name)])) as Record<Name, Photo>;
    vi.mocked(uploadPhoto).mockImplementation(async ({ fileName }) =>
      idOf(names.find((name) => `${name}.jpg` === fileName) ?? 'soup'),
    );
    api.answer({
      createPhoto: ({ body: { source } }) => photos[nameOf(photoIdOf(source))],
      getPhoto: ({ params }) => photos[nameOf(params.photoId)],
      putMask: ({ params }) => {
        const name = nameOf(params.photoId);
        photos[name] = { ...photos[name], corrected: true };
        return photos[name];
      },
    });
  });

  const pickDishes = (...chosen: readonly Name[]) => pick(...chosen.map((name) => photo(`${name}.jpg`)));
  const row = (name: Name) => page.getByRole('listitem').filter({ has: dish(`${name}.jpg`) });
  const picture = (name: 'Soup' | 'Salad' | 'Tea' | 'Cake') =>
    page.getByRole('button', { name: `What we keep of ${name}` });
  const dialog = page.getByRole('dialog', { name: 'What we keep' });
  const use = make('Use this');
  const keptNow = dialog.getByText('Keeps 50% of the photo.');
  const { dark } = photoWords.advice;

  test('says of each how far it is, and shows in its picture what is kept', async () => {
    photos.soup = found('soup', { cutOut: makingCutOut });
    photos.salad = found('salad', {}, ['edge']);
    photos.tea = found('tea', { reading: read({ collage: true }) }, ['parts']);
    photos.cake = found('cake', { corrected: true });
    await open();
    await pickDishes(...names);
    await expect.element(row('soup').getByText('Finding your dish…')).toBeVisible();
    await expect.element(row('salad').getByText('Please check what we keep.')).toBeVisible();
    await expect.element(row('tea').getByText(/^Several photos are put together here/)).toBeVisible();
    await expect.element(row('cake').getByText('You corrected what we keep.')).toBeVisible();
    await make('Look of Salad').click();
    await page.getByRole('dialog').getByRole('radio', { name: /^Dark/ }).click();
    await make('Use this look').click();
    await expect.element(row('salad').getByText('Own look')).toBeVisible();
    await expect.element(row('salad').getByText('Please check what we keep.')).toBeVisible();
    photos.soup = found('soup');
    await expect.poll(() => row('soup').getByText('Dish found').query(), { timeout: 10_000 }).not.toBeNull();
    await expect
      .poll(() => row('soup').element().querySelector<HTMLElement>('[style*=mask-image]')?.style.maskImage)
      .toContain(halfMaskReply.png);
    expect(dialog.query()).toBeNull();
  });

  test('of a photo without food only another one helps, unless it is too dark to tell', async () => {
    photos.soup = found('soup', { reading: read({ isFood: false }) }, ['edge']);
    photos.salad = found('salad', { reading: read({ isFood: false }) });
    vi.mocked(preparePhoto).mockImplementation(async (file) => ({
      ...{ file, contentType: 'image/jpeg', fileName: file.name, width: 800, height: 600 },
      preview: file.name === 'salad.jpg' ? (await chequeredPhoto(80)).src : '/samples/salad.jpg',
    }));
    await open();
    await pickDishes('soup', 'salad');
    await expect.element(row('soup').getByText(/^We can’t see a dish here\./)).toBeVisible();
    await expect.element(row('salad').getByText(dark)).toBeVisible();
    expect(make(/^Check/).query()).toBeNull();
  });

  test('asks before a menu is started with photos that show no dish', async () => {
    photos.soup = found('soup', { reading: read({ isFood: false }) });
    photos.salad = found('salad', { reading: read({ collage: true }) });
    photos.tea = found('tea');
    api.answer({ createMenu: pending });
    await open();
    await pickDishes('soup', 'salad', 'tea');
    await expect.element(row('tea').getByText('Dish found')).toBeVisible();
    await choosePlatform();
    await make(/^Make 3 dishes/).click();
    const question = page.getByRole('alertdialog', { name: 'No dish in some photos?' });
    await expect
      .element(
        question.getByText(
          '2 photos show no dish, or several photos in one. The pictures of each cost 1 credit.',
        ),
      )
      .toBeVisible();
    await question.getByRole('button', { name: 'Choose other photos' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(api.requests('createMenu')).toEqual([]);
    await make(/^Make 3 dishes/).click();
    await question.getByRole('button', { name: 'Make them anyway' }).click();
    await expect.poll(() => api.requests('createMenu').length).toBe(1);
  });

  test('shows the most important tip if nothing must be checked, as advice that blocks nothing', async () => {
    photos.soup = found('soup', { reading: read({ cluttered: true, writing: true }) });
    photos.salad = found('salad', { reading: read({ severalDishes: true }) }, ['edge']);
    photos.tea = found('tea', { corrected: true, reading: read({ cutOff: true }) });
    photos.cake = found('cake', { corrected: true, reading: read({ cutOff: true, people: true }) });
    await open();
    await pickDishes(...names);
    const tip = row('soup').getByText(photoWords.advice.cluttered);
    await expect.element(tip).toBeVisible();
    const doubt = row('salad').getByText('Please check what we keep.');
    await expect.element(doubt).toBeVisible();
    const corrected = row('tea').getByText('You corrected what we keep.');
    await expect.element(corrected).toBeVisible();
    await expect.element(row('cake').getByText(photoWords.advice.people)).toBeVisible();
    const colorOf = (shown: typeof tip) => getComputedStyle(shown.element()).color;
    expect(colorOf(tip)).toBe(colorOf(corrected));
    expect(colorOf(tip)).not.toBe(colorOf(doubt));
    await expect.element(make('Check 1 dish')).toBeVisible();
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
  });

  test('shows only what platforms refuse for a checked dish', async () => {
    photos.soup = found('soup', { reading: read({ cutOff: true, writing: true }) }, ['edge']);
    photos.salad = found('salad', { reading: read({ cutOff: true }) }, ['edge']);
    await open();
    await pickDishes('soup', 'salad');
    await make('Check 2 dishes').click();
    await expect.element(keptNow).toBeVisible();
    await use.click();
    await expect.element(page.getByText(photoWords.advice.writing)).toBeInTheDocument();
    await expect.element(keptNow).toBeVisible();
    await use.click();
    await expect.element(row('salad').getByText('You checked what we keep.')).toBeVisible();
  });

  test('reports a dark photo and a blurred one, although its row has a small copy only', async () => {
    const blurred = await blurredPicture();
    vi.mocked(preparePhoto).mockImplementation(async (file) => ({
      ...{ file, contentType: 'image/jpeg', fileName: file.name, width: 800, height: 600 },
      preview:
        file.name === 'soup.jpg'
          ? (await chequeredPhoto(80)).src
          : file.name === 'tea.jpg'
            ? blurred
            : '/samples/salad.jpg',
    }));
    await open();
    await pickDishes('soup', 'salad', 'tea');
    await expect.element(row('soup').getByText(dark)).toBeVisible();
    await expect.element(row('tea').getByText(photoWords.advice.blurred)).toBeVisible();
    await expect.element(row('salad').getByText('Dish found')).toBeVisible();
    const shown = row('tea').element().querySelector('img');
    await expect.poll(() => shown?.naturalWidth).toBe(320);
  });

  /** A chequered picture of 640 x 480 pixels, out of focus. */
  async function blurredPicture(): Promise<string> {
    const sharp = new Image();
    sharp.src = (await chequeredPhoto(240)).src;
    await sharp.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.filter = 'blur(6px)';
    context.drawImage(sharp, 0, 0, 640, 480);
    return canvas.toDataURL();
  }

  describe('tips for a photo', () => {
    const tips = make('Tips for the photo of Soup');
    const brightened = page.getByText('We brightened this photo.');
    const uploads = () => vi.mocked(uploadPhoto).mock.calls.length;

    beforeEach(async () => {
      const { src } = await chequeredPhoto(80);
      vi.mocked(preparePhoto).mockImplementation(async (file) => ({
        ...{ file, contentType: 'image/jpeg', fileName: file.name, width: 800, height: 600 },
        // A corrected photo is a JPEG.
        preview: file.type === 'image/jpeg' ? '/samples/salad.jpg' : src,
      }));
      vi.mocked(uploadPhoto).mockImplementation(async () => idOf(uploads() === 2 ? 'tea' : 'soup'));
    });

    const pickDark = async () => pick((await chequeredPhoto(80, 'soup.png')).file);
    const soup = page.getByRole('listitem').filter({ has: dish('soup.png') });

    test('correct it with one tap, and take that back', async () => {
      await open();
      await pickDark();
      await expect.element(soup.getByText(dark)).toBeVisible();
      await dish('soup.png').fill('Onion soup');
      await make('Tips for the photo of Onion soup').click();
      await make('Brighten').click();
      await expect.element(brightened).toBeVisible();
      expect(uploads()).toBe(2);
      expect(vi.mocked(preparePhoto).mock.lastCall?.[0].type).toBe('image/jpeg');
      await expect.element(dish('soup.png')).toHaveValue('Onion soup');
      await expect.element(soup.getByText(dark)).not.toBeInTheDocument();
      await make('Undo').click();
      await expect.element(soup.getByText(dark)).toBeVisible();
      expect(uploads()).toBe(2);
      api.answer({ createMenu: pending });
      await choosePlatform();
      await make('Make 1 dish (1 credit)').click();
      await expect
        .poll(() => api.requests('createMenu')[0]?.body.dishes[0]?.source)
        .toEqual({
          type: 'upload',
          uploadId: idOf('soup'),
        });
    });

    test('keep the photo if the corrected one cannot be used', async () => {
      await open();
      await pickDark();
      await tips.click();
      await expect.element(make('Brighten')).toBeVisible();
      vi.mocked(preparePhoto).mockRejectedValueOnce(new PhotoError('This photo is too small.'));
      await make('Brighten').click();
      await expect.element(page.getByText('This photo is too small.')).toBeVisible();
      await expect.element(soup.getByText(dark)).toBeVisible();
      await expect.element(brightened).not.toBeInTheDocument();
    });

    test('keep the photo over a reload before the corrected one is uploaded', async () => {
      const { unmount } = await open();
      await pickDark();
      await tips.click();
      vi.mocked(uploadPhoto).mockImplementationOnce(() => new Promise(() => undefined));
      await make('Brighten').click();
      await expect.element(make('Uploading 0 of 1…')).toBeDisabled();
      await unmount();
      await open();
      await expect.element(soup.getByText(dark)).toBeVisible();
      const note = 'The corrected photo was not uploaded, so it is as it was before: Soup.';
      await expect.element(page.getByText(note)).toBeVisible();
      expect(page.getByText(/left out/).query()).toBeNull();
    });

    test('take the photo as it was if the corrected one does not arrive', async () => {
      await open();
      await pickDark();
      await tips.click();
      vi.mocked(uploadPhoto).mockRejectedValueOnce(new ApiError('busy'));
      await make('Brighten').click();
      await make('Use the photo as it was').click();
      await expect.element(soup.getByText(dark)).toBeVisible();
      await expect.element(make('Choose a delivery platform')).toBeEnabled();
    });

    test('wait until a corrected mask is carried over to the corrected photo', async () => {
      photos.soup = found('soup', { corrected: true });
      await open();
      await pickDark();
      await choosePlatform();
      await tips.click();
      let answer = (): unknown => undefined;
      api.answer({
        putMask: ({ params }) =>
          new Promise((resolve) => {
            answer = () => resolve(found(nameOf(params.photoId), { corrected: true }));
          }),
      });
      await make('Brighten').click();
      await expect.element(make('Saving what we keep…')).toBeDisabled();
      await expect.poll(() => api.requests('putMask').length).toBe(1);
      expect(api.requests('putMask')[0]?.params.photoId).toBe(photos.tea.id);
      answer();
      await expect.element(make('Make 1 dish (1 credit)')).toBeEnabled();
      await expect.element(soup.getByText('You corrected what we keep.')).toBeVisible();
    });

    test('give a dish that a camera numbered the name that the photo suggests', async () => {
      photos.soup = found('soup', { reading: read({ name: 'Onion soup' }) });
      await open();
      await pick((await chequeredPhoto(240, 'IMG_1234.png')).file);
      await make('Tips for the photo of IMG 1234').click();
      await make('Use this name').click();
      await expect.element(dish('IMG_1234.png')).toHaveValue('Onion soup');
    });
  });

  test.each([
    'black',
    'white',
  ])('says of a blank photo that it shows nothing, before it is looked at: %s', async (color) => {
    vi.mocked(preparePhoto).mockImplementation(async (file) => ({
      ...{ file, contentType: 'image/jpeg', fileName: file.name, width: 800, height: 600 },
      preview: plainPicture(color),
    }));
    api.answer({ createPhoto: pending });
    await open();
    await pickDishes('soup');
    await expect.element(row('soup').getByText(/^There is hardly anything to see/)).toBeVisible();
  });

  test('shows the longest tip whole on a phone', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    photos.soup = found('soup', { reading: read({ cutOff: true }) });
    await open();
    await pickDishes('soup', 'salad');
    await make('Look of Soup').click();
    await page.getByRole('dialog').getByRole('radio', { name: /^Dark/ }).click();
    await make('Use this look').click();
    await expect.element(row('soup').getByText('Own look')).toBeVisible();
    const tip = row('soup').getByText(photoWords.advice.cutOff);
    await expect.element(tip).toBeVisible();
    const lines = tip.element().parentElement;
    expect(lines?.scrollHeight).toBe(lines?.clientHeight);
    await expect.element(row('salad').getByText('Dish found')).toBeVisible();
  });

  test('looks for two at once, in the order of the rows', async () => {
    for (const name of ['soup', 'salad', 'tea'] as const)
      photos[name] = found(name, { cutOut: makingCutOut, reading: null });
    api.answer({ createReading: () => problem('daily_limit_reached') });
    await open();
    await pickDishes(...names);
    await expect.element(make('Choose a delivery platform')).toBeVisible();
    const begun = () => api.requests('createPhoto').map(({ body: { source } }) => nameOf(photoIdOf(source)));
    await expect.poll(begun).toEqual(['soup', 'salad']);
    await expect.poll(() => api.requests('getPhoto').length, { timeout: 10_000 }).toBeGreaterThan(3);
    expect(begun()).toEqual(['soup', 'salad']);
    await expect.element(row('tea').getByText('Uploaded')).toBeVisible();
    photos.salad = found('salad');
    await expect.poll(begun, { timeout: 10_000 }).toEqual(['soup', 'salad', 'tea']);
    photos.soup = found('soup');
    await expect.poll(begun, { timeout: 10_000 }).toEqual(['soup', 'salad', 'tea', 'cake']);
    await expect.element(row('cake').getByText('Dish found')).toBeVisible();
  });

  test('its picture opens it, and Back closes it; a correction is sent, shown and kept over a reload', async () => {
    const { router, unmount } = await open();
    await pickDishes('soup');
    await expect.element(row('soup').getByText('Dish found')).toBeVisible();
    await picture('Soup').click();
    await expect.element(keptNow).toBeVisible();
    expect(vi.mocked(preparePhoto).mock.lastCall).toHaveLength(1);
    await router.navigate(-1);
    await expect.element(dialog).not.toBeInTheDocument();
    await picture('Soup').click();
    await paint();
    await use.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row('soup').getByText('You corrected what we keep.')).toBeVisible();
    await expect.element(picture('Soup')).toHaveFocus();
    expect(api.requests('putMask')).toHaveLength(1);
    await unmount();
    vi.mocked(preparePhoto).mockClear();
    await open();
    await expect.element(row('soup').getByText('You corrected what we keep.')).toBeVisible();
    await picture('Soup').click();
    await expect.element(keptNow).toBeVisible();
    expect(preparePhoto).not.toHaveBeenCalled();
  });

  /** Paints a dot of the right half, which is not kept. */
  async function paint(): Promise<void> {
    await expect.element(keptNow).toBeVisible();
    const animations = dialog.element().getAnimations();
    await Promise.all(animations.map(({ finished }) => finished));
    const canvas = page.getByRole('application');
    const { width, height } = canvas.element().getBoundingClientRect();
    await canvas.click({ position: { x: width * 0.8, y: height / 2 } });
  }

  test('the doubtful ones are checked one after the other until none is left', async () => {
    for (const name of ['soup', 'tea', 'cake'] as const) photos[name] = found(name, {}, ['edge']);
    photos.salad = found('salad', { reading: read({ collage: true }) }, ['parts']);
    const { address, router } = await open();
    await pickDishes(...names);
    await make('Check 3 dishes').click();
    await expect.element(keptNow).toBeVisible();
    await use.click();
    await expect.element(page.getByText('You checked what we keep.')).toBeInTheDocument();
    // To close it stops that.
    await expect.element(keptNow).toBeVisible();
    await make('Close').click();
    await expect.element(dialog).not.toBeInTheDocument();
    await make('Check 2 dishes').click();
    await expect.element(keptNow).toBeVisible();
    await router.navigate(-1);
    await expect.element(dialog).not.toBeInTheDocument();
    await make('Check 2 dishes').click();
    await paint();
    await use.click();
    await expect.element(page.getByText('You corrected what we keep.')).toBeInTheDocument();
    await expect.element(keptNow).toBeVisible();
    // It would lie over the cross.
    await expect.element(page.getByText(photoWords.saved)).not.toBeInTheDocument();
    await use.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row('cake').getByText('You checked what we keep.')).toBeVisible();
    await expect.element(picture('Cake')).toHaveFocus();
    expect(make(/^Check/).query()).toBeNull();
    expect(api.requests('putMask')).toHaveLength(1);
    expect(address()).toBe(paths.wholeMenu());
  });

  test('one whose dish was not found can be made, and is looked for again when its picture is pressed', async () => {
    photos.soup = found('soup', { cutOut: { ...makingCutOut, state: 'failed', message: 'Not now.' } });
    api.answer({
      createCutOut: () => {
        photos.soup = found('soup');
        return photos.soup;
      },
    });
    await open();
    await pickDishes('soup');
    await expect.element(row('soup').getByText('We could not find your dish in this photo.')).toBeVisible();
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    expect(api.requests('createCutOut')).toEqual([]);
    await picture('Soup').click();
    await expect.element(row('soup').getByText('Dish found')).toBeVisible();
    expect(dialog.query()).toBeNull();
  });

  test('a daily limit stops further requests but not the menu, and is reported when the user opens a dish', async () => {
    for (const name of names) photos[name] = found(name, { cutOut: null });
    const limit = problem('daily_limit_reached', 'Your photo can still be used as it is.');
    api.answer({ createCutOut: () => limit });
    await open();
    await pickDishes(...names);
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    await expect.poll(() => api.requests('createCutOut').length).toBe(2);
    dispatchEvent(new Event('focus'));
    await expect.element(row('soup').getByText('Uploaded')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
    expect(api.requests('createCutOut')).toHaveLength(2);
    await picture('Cake').click();
    await expect.element(page.getByText('Your photo can still be used as it is.')).toBeVisible();
    api.answer({ createCutOut: ({ params }) => found(nameOf(params.photoId)) });
    for (const name of ['Soup', 'Salad', 'Cake'] as const) await picture(name).click();
    // No refusal is left, so the last one is begun by itself.
    await expect.element(row('tea').getByText('Dish found')).toBeVisible();
  });

  test('without a connection two are tried twice, the menu can be started, and all are found when it is back', async () => {
    api.answer({ createPhoto: offline });
    await open();
    await pickDishes(...names);
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    await expect.poll(() => api.requests('createPhoto').length).toBe(4);
    await expect.element(row('cake').getByText('Uploaded')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
    dispatchEvent(new Event('focus'));
    await expect.element(row('soup').getByText('Uploaded')).toBeVisible();
    expect(api.requests('createPhoto')).toHaveLength(4);
    api.answer({ createPhoto: ({ body: { source } }) => photos[nameOf(photoIdOf(source))] });
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
    for (const name of names) await expect.element(row(name).getByText('Dish found')).toBeVisible();
  });

  test('one that is removed is not looked for any more, and makes room for the next', async () => {
    photos.soup = found('soup', { cutOut: makingCutOut });
    api.answer({
      createPhoto: ({ body: { source } }) => {
        const name = nameOf(photoIdOf(source));
        return name === 'salad' ? pending() : photos[name];
      },
    });
    const { client } = await open();
    await pickDishes('soup', 'salad', 'tea', 'cake');
    await expect.element(row('salad').getByText('Finding your dish…')).toBeVisible();
    await expect.element(row('tea').getByText('Uploaded')).toBeVisible();
    await make('Remove Salad').click();
    await expect.element(row('cake').getByText('Dish found')).toBeVisible();
    expect(client.isFetching({ queryKey: ['photo of source'] })).toBe(0);
    await make('Remove all').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click();
    await expect.element(page.getByText('Your dishes appear here')).toBeVisible();
    const polls = api.requests('getPhoto').length;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(api.requests('getPhoto')).toHaveLength(polls);
  });
});
