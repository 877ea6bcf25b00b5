import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { StudioViews } from '#web/app/studio-views.tsx';
import { forgetOpenMenu } from '#web/lib/open-menus.ts';
import { preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { paths } from '#web/paths.ts';
import { CollectScreen } from '#web/whole-menu/collect-screen.tsx';
import { keptPhotos, loadDraft } from '#web/whole-menu/menu-draft.ts';
import { choosePlatform, dish, dishOf, fakeCollecting, make, open, photo, pick } from './collect-harness.tsx';
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

  test('is not said to be out of reach when it answers with an error', async () => {
    api.answer({ createMenu: () => problem('internal') });
    await open();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    await make('Make 1 dish (1 credit)').click();
    await expect
      .element(page.getByText('Please press again: the menu is not started twice.', { exact: true }))
      .toBeVisible();
  });

  test('is announced by its heading, without what was said before it started', async () => {
    const replies = [offline];
    api.answer({
      createMenu: ({ body }) =>
        replies.shift()?.() ?? menuOf(body.dishes.map(dishOf), { id: body.id, name: 'Winter' }),
      getMenu: pending,
    });
    await renderInApp(<StudioViews />, { at: paths.wholeMenu() });
    await expect.element(page.getByRole('heading', { name: 'Do the whole menu', level: 1 })).toBeVisible();
    await pick(photo('soup.jpg'));
    await choosePlatform();
    const start = make('Make 1 dish (1 credit)');
    await start.click();
    await expect.element(page.getByText('Your menu could not be started')).toBeVisible();
    (start.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Winter', level: 1 })).toHaveFocus();
    await expect.element(page.getByText('Your menu could not be started')).not.toBeInTheDocument();
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
});
