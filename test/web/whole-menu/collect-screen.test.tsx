import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FakeApi, problem } from '#test/support/fake-api.ts';
import { saveMask } from '#test/support/save-mask.ts';
import { proUser } from '#test/web/generations/users.ts';
import { paths } from '#web/paths.ts';
import { keptPhotos } from '#web/whole-menu/menu-draft.ts';
import {
  choosePlatform,
  dish,
  dishOf,
  fakeCollecting,
  make,
  open,
  photo,
  pick,
  uploadIdOf,
} from './collect-harness.tsx';
import { menuOf, waitingDish } from './menus.ts';

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

  test('says when the earlier menus could not be loaded, and loads them again', async () => {
    api.answer({ listMenus: () => problem('internal') });
    await open();
    await expect.element(page.getByText('Your earlier menus could not be loaded')).toBeVisible();
    api.answer({ listMenus: () => ({ items: [menuOf([waitingDish])] }) });
    await make('Try again').click();
    await expect.element(page.getByRole('link', { name: /^Winter menu/ })).toBeVisible();
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
