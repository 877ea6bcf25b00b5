import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { foundPhoto, halfMaskReply, makingCutOut } from '#test/web/photos/found-photo.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { PhotoError, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { paths } from '#web/paths.ts';
import { words as photoWords } from '#web/photos/words.ts';
import {
  choosePlatform,
  dish,
  fakeCollecting,
  make,
  open,
  photo,
  photoIdOf,
  pick,
} from './collect-harness.tsx';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  preparePhoto: vi.fn(),
  uploadPhoto: vi.fn(),
}));

let api: FakeApi;
beforeEach(() => {
  api = fakeCollecting();
});

/** The address of a picture in one colour. */
function plainPicture(color: string): string {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws nothing');
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL();
}

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
