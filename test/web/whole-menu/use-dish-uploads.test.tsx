import { downloadZip } from 'client-zip';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#web/lib/api-error.ts';
import { PhotoError, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { pickPhotos } from '#web/whole-menu/picked-files.ts';
import { words } from '#web/whole-menu/words.ts';
import {
  choosePlatform,
  dish,
  fakeCollecting,
  make,
  open,
  photo,
  pick,
  uploadIdOf,
} from './collect-harness.tsx';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  preparePhoto: vi.fn(),
  uploadPhoto: vi.fn(),
}));

beforeEach(() => {
  fakeCollecting();
});

/** The first upload of this file fails; photos that are prepared at once are sent in any order. */
function failOnce(name: string, error: Error): void {
  let isFirst = true;
  vi.mocked(uploadPhoto).mockImplementation(async ({ fileName }) => {
    if (fileName !== name || !isFirst) return uploadIdOf(fileName);
    isFirst = false;
    throw error;
  });
}

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

describe('a whole menu', () => {
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

  test('asks before the page is left until each photo is uploaded', async () => {
    const isGuarded = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const sent = Promise.withResolvers<void>();
    vi.mocked(uploadPhoto).mockImplementation(async ({ fileName }) => {
      await sent.promise;
      return uploadIdOf(fileName);
    });
    const { unmount } = await open();
    expect(isGuarded()).toBe(false);
    await pick(photo('soup.jpg'));
    await expect.element(make('Uploading 0 of 1…')).toBeDisabled();
    expect(isGuarded()).toBe(true);
    sent.resolve();
    await expect.element(make('Choose a delivery platform')).toBeEnabled();
    expect(isGuarded()).toBe(false);
    // The file of a photo that failed would be lost as well.
    vi.mocked(uploadPhoto).mockRejectedValue(new ApiError('busy'));
    await pick(photo('tiny.jpg'));
    await expect.element(page.getByText(/^Not uploaded\. We are busy/)).toBeVisible();
    expect(isGuarded()).toBe(true);
    await unmount();
    expect(isGuarded()).toBe(false);
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

  test('reads no photo beyond the 50 of a menu', async () => {
    await open();
    const more = photo('more.jpg');
    const read = vi.spyOn(more, 'arrayBuffer');
    const { notes } = await pickPhotos([more], new Set(Array.from({ length: 50 }, (_, at) => String(at))));
    expect(notes).toEqual([words.tooMany(['more.jpg'])]);
    expect(read).not.toHaveBeenCalled();
  });
});
