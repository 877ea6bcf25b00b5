import { downloadZip } from 'client-zip';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CreateMenu } from '#shared/api/menus.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { PhotoError, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { paths } from '#web/paths.ts';
import { CollectScreen } from '#web/whole-menu/collect-screen.tsx';
import { keptPhotos } from '#web/whole-menu/menu-draft.ts';
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

beforeEach(() => {
  api = fakeApi({ getMe: () => proUser, listMenus: () => ({ items: [] }) });
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
    vi.mocked(uploadPhoto).mockImplementationOnce(async () => {
      throw new Error('broken');
    });
    await open();
    await pick(photo('first.jpg'), photo('second.jpg'));
    await make('Look at 1 photo that failed').click();
    await expect.element(dish('first.jpg')).toHaveFocus();
    await make('Upload First again').click();
    await make('Choose a delivery platform').click();
    expect(uploadPhoto).toHaveBeenCalledTimes(3);
  });

  test('says why a photo cannot be used, and offers no other attempt', async () => {
    vi.mocked(preparePhoto).mockRejectedValueOnce(new PhotoError('This photo is too small.'));
    await open();
    await pick(photo('tiny.jpg'));
    await expect.element(page.getByText('This photo is too small.')).toBeVisible();
    await expect.element(make(/again$/)).not.toBeInTheDocument();
    await make('Remove Tiny').click();
    await expect.element(make('Add your photos')).toBeVisible();
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
    await expect.element(page.getByText('2 dishes of 50')).toBeVisible();
    await expect.element(dish('gone.jpg')).toHaveValue('Gone');
    await expect.element(page.getByText('This photo could not be read.')).toBeVisible();
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

  test('lists earlier menus', async () => {
    const { dishes: _, ...summary } = menuOf([waitingDish, { ...waitingDish, state: 'done' }]);
    api.answer({ listMenus: () => ({ items: [summary] }) });
    const { address } = await open();
    await page.getByRole('link', { name: /^Winter menu.*1 of 2 dishes done/ }).click();
    expect(address()).toBe(paths.wholeMenu(summary.id));
  });
});
