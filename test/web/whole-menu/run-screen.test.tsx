import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import type { Dish, Menu } from '#shared/api/menus.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply, makingCutOut } from '#test/web/photos/found-photo.ts';
import { paths } from '#web/paths.ts';
import { keepPhotos, type Row } from '#web/whole-menu/menu-draft.ts';
import { RunScreen } from '#web/whole-menu/run-screen.tsx';
import { doneDish, menuOf, waitingDish } from './menus.ts';

const salad: Dish = { ...waitingDish, name: 'Salad' };
const runningSalad: Dish = {
  ...salad,
  state: 'running',
  generation: { ...queuedGeneration, step: 'painting' },
};
const failedSalad: Dish = {
  ...salad,
  state: 'failed',
  message: 'The photo was deleted. Nothing was charged.',
};

/** The photo of the failed dish, and the API's small copy of it. */
const photo = foundPhoto('a'.repeat(64));
const jpeg = document.createElement('canvas').toDataURL('image/jpeg').split(',')[1] ?? '';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser, createPhoto: () => photo, getPhotoPreview: () => ({ jpeg }) });
});

/** Shows the menu; each direction answers with `next`. */
async function open(menu: Menu, next: Menu = menu) {
  let now = menu;
  const answer = () => {
    now = next;
    return next;
  };
  api.answer({ getMenu: () => now, directMenu: answer, changeDish: answer, remakeDish: answer });
  return renderInApp(<RunScreen userId="test-user" menuId={menu.id} />, { at: paths.wholeMenu(menu.id) });
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const text = (shown: string | RegExp) => expect.element(page.getByText(shown)).toBeVisible();

describe('a menu', () => {
  test('shows how far it is, dish by dish, as the server has it', async () => {
    let menu = menuOf([doneDish, runningSalad]);
    api.answer({ getMenu: () => menu });
    await renderInApp(<RunScreen userId="test-user" menuId={menu.id} />);
    await text('1 of 2 dishes done');
    await text('Painting two versions');
    await expect.element(button('Download Salad')).not.toBeInTheDocument();
    menu = menuOf([doneDish, { ...doneDish, name: 'Salad' }], { state: 'done' });
    await text('2 of 2 dishes done');
    await text(/^Your menu is ready\./);
    await expect.element(button('Download Salad')).toBeVisible();
  });

  test('that is paused shows a dish that is made again as such, and that the others wait', async () => {
    const again = { ...doneDish, state: 'running' } as const;
    await open(menuOf([again, salad], { state: 'paused', pausedFor: 'customer' }));
    await text('Paused. 1 dish will still be finished.');
    await text('Being made');
    await expect.element(button('Go on')).toBeVisible();
    await expect.element(button('Make Soup again')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Buy Credits' })).not.toBeInTheDocument();
  });

  test('that is paused leads to the credits that are missing for a dish that was to be made again', async () => {
    const message = 'You have run out of credits. 2 dishes are waiting: you need 2 more credits to go on.';
    await open(menuOf([doneDish, salad], { state: 'paused', pausedFor: 'customer', message }));
    await text(message);
    await expect.element(page.getByRole('link', { name: 'Buy Credits' })).toBeVisible();
  });

  test('says that the connection is lost, and that the dishes are made all the same', async () => {
    const menu = menuOf([doneDish, runningSalad]);
    await open(menu);
    await text('1 of 2 dishes done');
    const lost = page.getByText(/^We can’t reach PlatePost right now/);
    await expect.element(lost).not.toBeInTheDocument();
    api.answer({ getMenu: offline });
    await expect.element(lost, { timeout: 15_000 }).toBeVisible();
    await text('1 of 2 dishes done');
    api.answer({ getMenu: () => menu });
    await expect.element(lost).not.toBeInTheDocument();
  });

  test('that was removed on another device is missing here, too', async () => {
    const menu = menuOf([doneDish, salad], { state: 'paused', pausedFor: 'customer' });
    await open(menu);
    await text('1 of 2 dishes done');
    api.answer({ getMenu: () => problem('not_found'), directMenu: () => problem('not_found') });
    await button('Go on').click();
    await text('This menu does not exist');
    await expect.element(page.getByText('1 of 2 dishes done')).not.toBeInTheDocument();
  });

  test('is removed after a question, and its pictures stay', async () => {
    const menu = menuOf([doneDish, salad], { state: 'paused', pausedFor: 'customer' });
    let isRemoved = false;
    api.answer({
      deleteMenu: () => {
        isRemoved = true;
      },
      listMenus: () => ({ items: [] }),
    });
    const { address } = await open(menu);
    await button('Remove this menu').click();
    await text(
      /Pictures that were made stay in your gallery\. 1 dish will not be made, and not be charged\./,
    );
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(address).toBe(paths.wholeMenu());
    expect(isRemoved).toBe(true);
  });

  test('that is removed after its customer has left leaves them where they are', async () => {
    const menu = menuOf([doneDish], { state: 'done' });
    const release = Promise.withResolvers<void>();
    api.answer({
      getMenu: () => menu,
      deleteMenu: async () => void (await release.promise),
      listMenus: () => ({ items: [] }),
    });
    const { router, address } = await renderInApp(
      <Routes>
        <Route path="/studio" element={<RunScreen userId="test-user" menuId={menu.id} />} />
        <Route path="*" element="Elsewhere" />
      </Routes>,
      { at: paths.wholeMenu(menu.id) },
    );
    await button('Remove this menu').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => api.requests('deleteMenu').length).toBe(1);
    await router.navigate(paths.credits);
    await text('Elsewhere');
    release.resolve();
    await text('Winter menu was removed');
    expect(address()).toBe(paths.credits);
  });

  test('is not removed while it is being made', async () => {
    await open(menuOf([doneDish, runningSalad]));
    await text('1 of 2 dishes done');
    await expect.element(button('Remove this menu')).not.toBeInTheDocument();
  });

  test('says of a dish that a person corrected what is kept of its photo', async () => {
    const fidelity = {
      ssim: 1,
      deltaE95: 0,
      worstDeltaE: 0,
      verdict: 'unchanged',
      maskCorrected: true,
    } as const;
    const { generation } = doneDish;
    const marked = generation && {
      ...generation,
      variations: generation.variations.map((variation) => ({ ...variation, fidelity })),
    };
    await open(
      menuOf(
        [
          { ...doneDish, generation: marked },
          { ...doneDish, name: 'Salad' },
        ],
        { state: 'done' },
      ),
    );
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect.element(card('Soup').getByText('You marked what is kept', { exact: false })).toBeVisible();
    expect(card('Salad').getByText('You marked', { exact: false }).elements()).toHaveLength(0);
  });

  test('has the dish that is looked at in the address, and gives it back with Back', async () => {
    const menu = menuOf([doneDish, { ...doneDish, number: 2, name: 'Salad' }], { state: 'done' });
    const { address, router } = await open(menu);
    await button('View Salad').click();
    await expect.element(page.getByRole('dialog', { name: 'Salad' })).toBeVisible();
    expect(address()).toBe(paths.wholeMenu(menu.id, 2));
    await button('Previous dish').click();
    await expect.poll(address).toBe(paths.wholeMenu(menu.id, 1));
    await router.navigate(-1);
    await expect.poll(address).toBe(paths.wholeMenu(menu.id));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    // As after a reload.
    await router.navigate(paths.wholeMenu(menu.id, 2));
    await expect.element(page.getByRole('dialog', { name: 'Salad' })).toBeVisible();
    await button('Close').click();
    await expect.poll(address).toBe(paths.wholeMenu(menu.id));
  });

  test('stays open when the dish that is looked at is closed twice in a row', async () => {
    const menu = menuOf([doneDish], { state: 'done' });
    const { address, router } = await open(menu);
    await router.navigate(paths.credits);
    await router.navigate(paths.wholeMenu(menu.id));
    await button('View Soup').click();
    await expect.element(button('Close')).toBeVisible();
    const close = button('Close').element() as HTMLElement;
    close.click();
    close.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(address()).toBe(paths.wholeMenu(menu.id));
  });

  test('has its files packed for its platforms, each dish in the chosen picture', async () => {
    const menu = menuOf([doneDish, failedSalad], { state: 'done' });
    let asked: unknown;
    const task = {
      taskId: 'pack-1',
      kind: 'pack' as const,
      createdAt: '',
      finishedAt: null,
      files: [],
    };
    api.answer({
      createPack: ({ body }) => {
        asked = body;
        return { ...task, state: 'queued' };
      },
      getMyTask: () => ({ ...task, state: 'failed' }),
    });
    const { client } = await open(menu);
    const old = [['ledger'], ['approval', doneDish.generation?.id, 0]] as const;
    for (const queryKey of old) client.setQueryData(queryKey, {});
    await expect.element(page.getByText(/It costs no credits/)).toBeVisible();
    await button('Download all files').click();
    await text('Your files could not be packed');
    await expect.poll(() => old.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
    const { generation } = doneDish;
    expect(asked).toMatchObject({
      pictures: [{ generationId: generation?.id, variation: generation?.cover }],
      targets: menu.targets,
    });
  });

  test('offers its files in the same place while a dish is made again', async () => {
    await open(
      menuOf([doneDish, { ...salad, state: 'running' }], { state: 'paused', pausedFor: 'customer' }),
    );
    await expect.element(button('Download all files')).toBeDisabled();
  });

  test('is paused and goes on', async () => {
    const paused = menuOf([doneDish, salad], { state: 'paused', pausedFor: 'customer' });
    await open(menuOf([doneDish, salad]), paused);
    await button('Pause').click();
    await text('Paused. Nothing new begins.');
    await button('Go on').click();
    await expect
      .poll(() => api.requests('directMenu').map(({ body }) => body.action))
      .toEqual(['pause', 'resume']);
  });

  test('is cancelled after a question that says what is not charged', async () => {
    const cancelled = menuOf([doneDish, { ...salad, state: 'cancelled' }], { state: 'cancelled' });
    await open(menuOf([doneDish, salad]), cancelled);
    await button('Cancel the rest').click();
    await text(/^1 dish has not begun and will not be charged\./);
    expect(api.requests('directMenu')).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the rest' }).click();
    await text('Cancelled. 1 dish was not begun and not charged.');
    await expect.element(button('Make 1 dish again (1 credit)')).toBeVisible();
  });

  test('says why a dish failed, and makes what failed again', async () => {
    await open(menuOf([doneDish, failedSalad], { state: 'done' }), menuOf([doneDish, salad]));
    await text('The photo was deleted. Nothing was charged.');
    await text(/^Your menu is ready, except 1 dish\./);
    await button('Make 1 dish again (1 credit)').click();
    await expect.element(button('Pause')).toBeVisible();
    expect(api.requests('directMenu')[0]?.body.action).toBe('retry');
  });

  test.each([
    [1, 'This dish could not be made. Nothing was charged.'],
    [3, 'None of 3 dishes could be made. Nothing was charged.'],
  ])('of which none of %d dishes was made is not called ready', async (dishes, message) => {
    await open(menuOf(Array<Dish>(dishes).fill(failedSalad), { state: 'done' }));
    await text(message);
    await expect.element(page.getByText(/Your menu is ready/)).not.toBeInTheDocument();
  });

  test('does not call a first dish made that failed', async () => {
    await open(menuOf([failedSalad, waitingDish], { state: 'paused', pausedFor: 'approval' }));
    await text('Your first dish could not be made. The other one waits for you.');
  });

  describe('of which a dish failed', () => {
    const menu = menuOf([doneDish, failedSalad], { state: 'done' });
    const keep = button('What we keep of Salad');
    const dialog = page.getByRole('dialog', { name: 'What we keep' });

    /** Opens the menu in the tab that started it, which has small copies of its photos. */
    async function openWithPhotos() {
      const uploadId = failedSalad.source.type === 'upload' ? failedSalad.source.uploadId : '';
      const row: Row = {
        key: 'salad',
        fileName: 'salad.jpg',
        name: 'Salad',
        look: null,
        preview: '/samples/salad.jpg',
        measures: null,
        upload: { state: 'done', uploadId, width: 1600, height: 1200 },
      };
      keepPhotos('test-user', menu, [row]);
      onTestFinished(() => sessionStorage.clear());
      api.answer({ createCutOut: () => photo, getMask: () => halfMaskReply });
      return open(menu);
    }

    test('lets a person correct what is kept of its photo before another attempt', async () => {
      const { router } = await openWithPhotos();
      api.answer({ putMask: () => ({ ...photo, corrected: true }) });
      await expect.element(button('What we keep of Soup')).not.toBeInTheDocument();
      expect(api.requests('createPhoto')).toEqual([]);
      await keep.click();
      await expect.element(dialog).toBeVisible();
      expect(api.requests('createPhoto')[0]?.body.source).toEqual(failedSalad.source);
      await router.navigate(-1);
      await expect.element(dialog).not.toBeInTheDocument();
      await keep.click();
      await expect.element(dialog.getByText('Keeps 50% of the photo.')).toBeVisible();
      await Promise.all(
        dialog
          .element()
          .getAnimations()
          .map(({ finished }) => finished),
      );
      const canvas = page.getByRole('application');
      const { width, height } = canvas.element().getBoundingClientRect();
      await canvas.click({ position: { x: width * 0.8, y: height / 2 } });
      await button('Use this').click();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(keep).toHaveFocus();
      expect(api.requests('putMask')).toHaveLength(1);
      expect(api.requests('remakeDish')).toEqual([]);
      await button('Make Salad again').click();
      await button('Make again (1 credit)').click();
      await expect.poll(() => api.requests('remakeDish').length).toBe(1);
    });

    test('finds it again where that had failed, and says why where it fails', async () => {
      await openWithPhotos();
      const failed = { ...makingCutOut, state: 'failed', message: 'There is no dish.' } as const;
      const making = foundPhoto(photo.id, { cutOut: makingCutOut });
      let now = making;
      api.answer({ createCutOut: () => making, getPhoto: () => now });
      await keep.click();
      await expect.element(keep).toBeDisabled();
      now = foundPhoto(photo.id, { cutOut: failed });
      await text('There is no dish.');
      now = making;
      await keep.click();
      await expect.element(keep).toBeDisabled();
      now = photo;
      await expect.element(dialog).toBeVisible();
    });

    const card = page.getByRole('listitem').filter({ hasText: 'Salad' });

    test('shows its photo from the server in another tab, and lets a person correct what is kept', async () => {
      api.answer({ createCutOut: () => photo, getMask: () => halfMaskReply });
      await open(menu);
      await keep.click();
      await expect.element(dialog).toBeVisible();
      expect(api.requests('getPhotoPreview')).toMatchObject([{ params: { photoId: photo.id } }]);
      expect(api.requests('createPhoto')[0]?.body.source).toEqual(failedSalad.source);
    });

    test('loads its photo only when it is on the screen', async () => {
      const dishes = [...Array<Dish>(48).fill(doneDish), failedSalad];
      await open(menuOf(dishes, { state: 'done' }));
      await text('48 of 49 dishes done');
      expect(api.requests('createPhoto')).toEqual([]);
      // Pictures that load above may push the card off the screen again.
      await expect
        .poll(() => {
          card.element().scrollIntoView();
          return api.requests('getPhotoPreview').length;
        })
        .toBe(1);
    });

    test.each([
      'upload_missing',
      'not_found',
    ] as const)('says how else to make it where its photo is gone (%s)', async (code) => {
      api.answer({ createPhoto: () => problem(code) });
      await open(menu);
      await text(
        'Its photo is no longer there. To make this dish, start a new menu with its photo, or use Menu Pack.',
      );
      await expect.element(button('Make Salad again')).not.toBeInTheDocument();
      await expect.element(keep).not.toBeInTheDocument();
      await expect.element(button('Rename Salad')).toBeVisible();
    });

    test('can be made again where its photo cannot be shown now', async () => {
      api.answer({ getPhotoPreview: () => problem('internal') });
      await open(menu);
      await expect.poll(() => api.requests('getPhotoPreview').length).toBe(2);
      await expect.element(button('Make Salad again')).toBeVisible();
      await expect.element(keep).not.toBeInTheDocument();
    });
  });

  test('out of credits says what is missing, leads to the credits, and goes on afterwards', async () => {
    const message = 'You have run out of credits. One dish is waiting: you need 1 more credit to go on.';
    const { address } = await open(
      menuOf([doneDish, salad], { state: 'paused', pausedFor: 'credits', message }),
      menuOf([doneDish, runningSalad]),
    );
    await text(message);
    await button('Go on').click();
    await expect.element(button('Pause')).toBeVisible();
    expect(address()).toBe(paths.wholeMenu('01J00000000000000000000005'));
  });

  test('without credits leads to the credits page', async () => {
    const { address } = await open(
      menuOf([salad], { state: 'paused', pausedFor: 'credits', message: 'You have run out of credits.' }),
    );
    await page.getByRole('link', { name: 'Buy Credits' }).click();
    expect(address()).toBe(paths.credits);
  });

  test('asks whether the first dish is liked, and makes the others in another look', async () => {
    await open(
      menuOf([doneDish, salad], { state: 'paused', pausedFor: 'approval' }),
      menuOf([doneDish, runningSalad]),
    );
    await text('Do you like Soup?');
    await expect.element(button('Make the other dish (1 credit)')).toBeVisible();
    await button('Change the look').click();
    await page.getByRole('radio', { name: /^Wooden/ }).click();
    await button('The other in this look (1 credit)').click();
    await expect.element(page.getByText('Do you like Soup?')).not.toBeInTheDocument();
    expect(api.requests('directMenu')[0]?.body).toEqual({
      action: 'resume',
      look: { backgroundStyle: 'wooden', plateStyle: 'current', imageStyle: 'natural' },
    });
  });

  test('makes the first dish again in another look', async () => {
    await open(menuOf([doneDish, salad], { state: 'paused', pausedFor: 'approval' }));
    await button('Change the look').click();
    await page.getByRole('radio', { name: /^Dark/ }).click();
    await button('First dish again (1 credit)').click();
    await expect.poll(() => api.requests('remakeDish').length).toBe(1);
    expect(api.requests('remakeDish')[0]).toMatchObject({
      params: { number: 1 },
      body: { seen: doneDish.generation?.id, look: { backgroundStyle: 'dark' } },
    });
  });

  test.each([
    'dark',
    'marble',
  ])('makes the others in the look of the first picture that is shown, where the dish says %s', async (style) => {
    const { look } = menuOf([]);
    const dark = { ...look, backgroundStyle: 'dark' };
    const first = {
      ...doneDish,
      look: { ...look, backgroundStyle: style },
      generation: doneDish.generation && {
        ...doneDish.generation,
        menu: { ...dark, platform: 'uber', imageType: 'menu' },
      },
    } as Dish;
    await open(menuOf([first, salad], { state: 'paused', pausedFor: 'approval' }));
    await expect.element(page.getByRole('radio', { name: /^Dark/ })).toBeChecked();
    await button('The other in this look (1 credit)').click();
    await expect.poll(() => api.requests('directMenu')[0]?.body).toEqual({ action: 'resume', look: dark });
  });

  test('says beside the first dish, which it still shows, why it was not made again', async () => {
    const message = 'Please upload your photo again. Nothing was charged.';
    const { look } = menuOf([]);
    const first = {
      ...doneDish,
      message,
      look: { ...look, backgroundStyle: 'dark' },
      generation: doneDish.generation && {
        ...doneDish.generation,
        menu: { ...look, platform: 'uber', imageType: 'menu' },
      },
    } as Dish;
    await open(menuOf([first, salad], { state: 'paused', pausedFor: 'approval' }));
    const panel = page.getByRole('region', { name: 'Do you like Soup?' });
    await expect.element(panel.getByText(message)).toBeVisible();
    await expect.element(panel.getByText(/^The others will look like this\./)).toBeVisible();
    // Its picture is in the look of the menu.
    await expect.element(page.getByText(/Own look/)).not.toBeInTheDocument();
  });

  test('says of a finished dish whether its picture has the look of the menu', async () => {
    const { look } = menuOf([]);
    const dark = { ...look, backgroundStyle: 'dark' } as const;
    const generation = doneDish.generation && {
      ...doneDish.generation,
      menu: { ...dark, platform: 'uber', imageType: 'menu' },
    };
    await open(
      menuOf([{ ...doneDish, generation }, { ...salad, look: dark }, salad], {
        state: 'paused',
        pausedFor: 'customer',
      }),
    );
    await text('Done · Own look');
    await text('Waiting · Own look');
    await expect.element(page.getByText('Waiting', { exact: true })).toBeVisible();
  });

  test.each([
    ['its free redo is shown', { ...doneDish.generation, id: '01J00000000000000000000077' }],
    ['its pictures were deleted', null],
  ])('makes a dish again when %s, naming the attempt that was seen', async (_, generation) => {
    await open(menuOf([{ ...doneDish, generation } as Dish], { state: 'done' }));
    await button('Make Soup again').click();
    await button('Make again (1 credit)').click();
    await expect.poll(() => api.requests('remakeDish')[0]?.body.seen).toBe(doneDish.generation?.id);
  });

  describe('the free redo of a dish', () => {
    const fresh = doneDish.generation && { ...doneDish.generation, finishedAt: new Date().toISOString() };
    const freshDish = { ...doneDish, generation: fresh };
    const again = page.getByRole('button', { name: 'Not my dish?' });
    const order = async () => {
      await again.click();
      await page.getByText('My dish was changed').click();
      await button('Make them again').click();
    };

    /** Shows a menu of the dish, whose redo is first being made and then what `end` returns. */
    async function openRedo() {
      const { address } = await open(menuOf([freshDish], { state: 'done' }));
      const running = { ...queuedGeneration, redoOf: fresh?.id ?? '' };
      api.answer({
        redoGeneration: ({ body: { id, reason } }) => {
          const ordered = fresh && { ...fresh, redo: { id, reason } };
          api.answer({
            getMenu: () => menuOf([{ ...doneDish, generation: ordered }], { state: 'done' }),
            getGeneration: () => ({ ...running, id }),
          });
          return { ...running, id };
        },
      });
      const end = (change: Partial<Generation>) => {
        const id = api.requests('redoGeneration')[0]?.body.id ?? '';
        const redo: Generation = { ...doneGeneration, ...fresh, ...running, ...change, id };
        api.answer({ getGeneration: () => redo });
        if (redo.state === 'done')
          api.answer({ getMenu: () => menuOf([{ ...doneDish, generation: redo }], { state: 'done' }) });
      };
      return { address, end };
    }

    test('is ordered beside its pictures, shown as being made, and then shows its pictures', async () => {
      const { address, end } = await openRedo();
      await button('View Soup').click();
      await order();
      await text('Both pictures are being made again, free of charge.');
      await expect.element(again).not.toBeInTheDocument();
      await button('Close').click();
      await text('Being made again');
      await expect.element(button('Make Soup again')).not.toBeInTheDocument();
      await button('View Soup').click();
      await text('Both pictures are being made again, free of charge.');
      end({
        state: 'done',
        variations: doneGeneration.variations.map((each) => ({ ...each, previewUrl: '/media/redone.jpg' })),
      });
      const dialog = page.getByRole('dialog', { name: 'Soup' });
      await expect.poll(() => dialog.element().querySelector('[src="/media/redone.jpg"]')).not.toBeNull();
      await expect.element(page.getByText(/free/)).not.toBeInTheDocument();
      expect(address()).toContain('dish=1');
      await button('Close').click();
      await expect.element(page.getByText('Being made again')).not.toBeInTheDocument();
      await button('Make Soup again').click();
      await expect.element(button('Make again (1 credit)')).toBeVisible();
      await expect.element(again).not.toBeInTheDocument();
    });

    test('is offered before a paid remake', async () => {
      await openRedo();
      await button('Make Soup again').click();
      await expect.element(button('Make again (1 credit)')).toBeVisible();
      await order();
      await text('Being made again');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      expect(api.requests('redoGeneration')[0]).toMatchObject({ params: { generationId: fresh?.id } });
      expect(api.requests('remakeDish')).toEqual([]);
    });

    test('that was deleted since is not asked for again and again', async () => {
      const redo = { id: '01J00000000000000000000007', reason: 'other' } as const;
      api.answer({ getGeneration: () => problem('not_found') });
      await open(menuOf([{ ...freshDish, generation: fresh && { ...fresh, redo } }], { state: 'done' }));
      await expect.poll(() => api.requests('getGeneration').length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(api.requests('getGeneration')).toHaveLength(1);
      await expect.element(button('Make Soup again')).toBeVisible();
    });

    test('that could not be made can be ordered again', async () => {
      const { end } = await openRedo();
      await button('View Soup').click();
      await order();
      await text('Both pictures are being made again, free of charge.');
      end({ state: 'failed', finishedAt: new Date().toISOString() });
      await text('The free redo could not be made. You can ask for it again.');
      await expect.element(again).toBeVisible();
      await button('Close').click();
      await expect.element(button('Make Soup again')).toBeVisible();
    });
  });

  test('renames a dish, and makes one again in a look of its own', async () => {
    const { client } = await open(
      menuOf([doneDish], { state: 'done' }),
      menuOf([{ ...doneDish, name: 'Leek soup' }], { state: 'done' }),
    );
    const old = [
      ['gallery', {}],
      ['generation', doneDish.generation?.id],
    ] as const;
    for (const queryKey of old) client.setQueryData(queryKey, {});
    await button('Rename Soup').click();
    await page.getByLabelText('Name of the dish').fill(' Leek soup ');
    await button('Rename').last().click();
    await text('Leek soup');
    expect(api.requests('changeDish')[0]?.body).toEqual({ name: 'Leek soup' });
    expect(old.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
    await button('Make Leek soup again').click();
    await page.getByRole('radio', { name: /^Bright/ }).click();
    await button('Make again (1 credit)').click();
    await expect.poll(() => api.requests('remakeDish')[0]?.body.look?.backgroundStyle).toBe('bright');
  });

  test('makes no dish again where somebody cancels', async () => {
    await open(menuOf([doneDish], { state: 'done' }));
    await button('Make Soup again').click();
    await page.getByRole('radio', { name: /^Bright/ }).click();
    await button('Cancel').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(api.requests('remakeDish')).toEqual([]);
  });

  describe('of which a dish gets another name', () => {
    const dialog = page.getByRole('dialog', { name: 'Rename Soup' });
    const field = page.getByLabelText('Name of the dish');
    const refused = () => problem('conflict', 'This menu has changed');

    async function typeName() {
      const renamed = menuOf([{ ...doneDish, name: 'Leek soup' }], { state: 'done' });
      const opened = await open(menuOf([doneDish], { state: 'done' }), renamed);
      await button('Rename Soup').click();
      await field.fill('Leek soup');
      return opened;
    }

    test('keeps the typed name, and says why, until it is saved', async () => {
      const { router } = await typeName();
      const answer = Promise.withResolvers<ReturnType<typeof refused>>();
      api.answer({ changeDish: () => answer.promise });
      const save = dialog.getByRole('button', { name: 'Rename' });
      await save.click();
      await expect.element(save).toBeDisabled();
      await expect.element(field).toHaveAttribute('readonly');
      answer.resolve(refused());
      await expect.element(dialog.getByRole('alert')).toHaveTextContent('This menu has changed');
      await expect.element(page.getByText('That did not work')).not.toBeInTheDocument();
      await expect.element(field).toHaveValue('Leek soup');
      await router.navigate(-1);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
      await expect.element(field).toHaveValue('Leek soup');
      api.answer({ changeDish: () => menuOf([{ ...doneDish, name: 'Leek soup' }], { state: 'done' }) });
      await save.click();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    });

    test('keeps a name that is too long, and says so', async () => {
      await typeName();
      await field.fill('x'.repeat(101));
      await expect.element(dialog.getByText('1 character too long')).toBeVisible();
      await expect.element(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
      await expect.element(field).toHaveValue('x'.repeat(101));
    });

    test('asks before the typed name is discarded', async () => {
      await typeName();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      expect(api.requests('changeDish')).toEqual([]);
    });

    test('saves it again by one press if it failed after the dialog was closed', async () => {
      await typeName();
      const answer = Promise.withResolvers<ReturnType<typeof refused>>();
      api.answer({ changeDish: () => answer.promise });
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      answer.resolve(refused());
      await text('This menu has changed');
      await button('Try again').click();
      await expect
        .poll(() => api.requests('changeDish').map(({ body }) => body.name))
        .toEqual(['Leek soup', 'Leek soup']);
    });
  });

  test('gives a dish that has not begun another look, and the look of the menu again', async () => {
    const look = { backgroundStyle: 'dark', plateStyle: 'current', imageStyle: 'natural' };
    await open(menuOf([{ ...salad, look }], { state: 'paused', pausedFor: 'customer' }));
    await button('Look of Salad').click();
    await button('Same as the menu').click();
    await button('Use this look').click();
    await expect.poll(() => api.requests('changeDish')[0]?.body).toEqual({ look: null });
  });

  test.each([
    'Rename Soup',
    'Look of Salad',
    'Make Soup again',
  ])('closes “%s” by Back, and stays', async (opener) => {
    const { router } = await open(menuOf([doneDish, salad], { state: 'paused', pausedFor: 'customer' }));
    const { key } = router.state.location;
    await button(opener).click();
    await expect.element(page.getByRole('dialog', { name: opener })).toBeVisible();
    await router.navigate(-1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.key).toBe(key);
  });

  test('chooses the better picture of each dish, one after the other', async () => {
    const second = {
      ...doneDish,
      name: 'Salad',
      generation: doneDish.generation && { ...doneDish.generation, id: '01J00000000000000000000002' },
    };
    api.answer({
      setCover: ({ params, body }) => ({
        ...queuedGeneration,
        ...doneDish.generation,
        id: params.generationId,
        cover: body.cover,
      }),
    });
    await open(menuOf([doneDish, second], { state: 'done' }));
    await button('View Soup').click();
    const other = page.getByRole('radio', { name: 'Variation 2' });
    await other.click();
    await expect.element(other).toBeChecked();
    const next = button('Next dish');
    await next.click();
    await expect.element(page.getByRole('heading', { name: 'Salad' })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: 'Variation 1' })).toBeChecked();
    // The last dish: the button keeps the focus, and what is shown is announced.
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    await expect.element(next).toHaveFocus();
    expect(
      page.getByRole('heading', { name: 'Salad' }).element().closest('[aria-live=polite]'),
    ).not.toBeNull();
    expect(api.requests('setCover')).toMatchObject([
      { params: { generationId: doneDish.generation?.id }, body: { cover: 1 } },
    ]);
  });

  test('rolls back a choice that could not be saved', async () => {
    api.answer({ setCover: () => problem('not_found') });
    await open(menuOf([doneDish], { state: 'done' }));
    await button('View Soup').click();
    await page.getByRole('radio', { name: 'Variation 2' }).click();
    await text('That did not work');
    await expect.element(page.getByRole('radio', { name: 'Variation 1' })).toBeChecked();
  });

  test('says why a direction was refused, and shows the menu as it is', async () => {
    await open(menuOf([doneDish, salad]));
    api.answer({
      directMenu: () => problem('conflict', 'This menu has changed'),
      getMenu: () => menuOf([doneDish, { ...doneDish, name: 'Salad' }], { state: 'done' }),
    });
    await button('Pause').click();
    await text('This menu has changed');
    await text('2 of 2 dishes done');
  });

  describe('whose reply to an action is lost', () => {
    const soup = menuOf([doneDish], { state: 'done' });
    const again = menuOf([{ ...doneDish, state: 'running', attempt: null, generation: null }]);
    const redone = menuOf([{ ...doneDish, attempt: '01J00000000000000000000078' }], { state: 'done' });
    const failed = page.getByText('That did not work');

    /** Presses `name` in `menu`; every reply is lost, and afterwards the menu can be read like this. */
    async function pressUnheard(menu: Menu, name: string, getMenu: () => Menu | Promise<never>) {
      const { client } = await open(menu);
      const lose = () => {
        api.answer({ getMenu });
        return offline();
      };
      api.answer({ directMenu: lose, remakeDish: lose });
      client.setQueryData(['menus'], {});
      if (name.startsWith('Make again')) await button('Make Soup again').click();
      await button(name).click();
      return () => client.getQueryState(['menus'])?.isInvalidated;
    }

    test.each([
      ['Make again (1 credit)', 'being made', soup, again],
      ['Make again (1 credit)', 'made', soup, redone],
      ['Pause', 'paused', menuOf([salad]), menuOf([salad], { state: 'paused', pausedFor: 'customer' })],
    ])('does not call it failed where it was carried out: %s, %s', async (name, _, before, after) => {
      const isRead = await pressUnheard(before, name, () => after);
      await expect.poll(isRead, { timeout: 10_000 }).toBe(true);
      expect(failed.elements()).toEqual([]);
    });

    test('calls it failed where it was not carried out', async () => {
      await pressUnheard(soup, 'Make again (1 credit)', () => soup);
      await expect.element(failed, { timeout: 10_000 }).toBeVisible();
    });

    test('asks to look at the dishes first where they cannot be read', async () => {
      await pressUnheard(soup, 'Make again (1 credit)', offline);
      await expect
        .element(page.getByText(/^We could not hear back\. It may have been done/), { timeout: 14_000 })
        .toBeVisible();
      expect(failed.elements()).toEqual([]);
      // A press that names the same attempt again costs nothing.
      expect(api.requests('remakeDish').map(({ body }) => body.seen)).toEqual(
        Array(3).fill(doneDish.attempt),
      );
    });
  });

  test('that is gone leads to a new one', async () => {
    api.answer({ getMenu: () => problem('not_found') });
    const { address } = await renderInApp(
      <RunScreen userId="test-user" menuId="01J00000000000000000000005" />,
    );
    await page.getByRole('link', { name: 'Start a menu' }).click();
    expect(address()).toBe(paths.wholeMenu());
  });
});
