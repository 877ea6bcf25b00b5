import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';
import { paths } from '#web/paths.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

describe('finding images', () => {
  const dishes = ['Crème brûlée', 'Pie', 'Tart'];
  const images = dishes.map(
    (menuItemName, n): Generation => ({
      ...doneGeneration,
      id: `01J0000000000000000000001${n}`,
      menuItemName,
    }),
  );

  test('by the name of the dish: what is loaded at once, the rest page by page', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: 3 }),
    });
    const { address } = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await expect.element(page.getByRole('button', { name: 'View Pie' })).toBeVisible();
    api.answer({ listGenerations: pending });
    await page.getByRole('searchbox', { name: 'Search by dish' }).fill('BRULEE');
    await expect.element(page.getByText('1 image found so far')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'View Crème brûlée' })).toBeVisible();
    expect(page.getByRole('button', { name: /^View/ }).elements()).toHaveLength(1);
    expect(address()).toBe(`${paths.studio('gallery')}&search=BRULEE`);
    expect(api.requests('listGenerations').at(-1)?.query).toMatchObject({ search: 'BRULEE' });
  });

  test('follows the cursor of pages that hold nothing', async () => {
    const older = { ...doneGeneration, id: '01J00000000000000000000009', menuItemName: 'Old pie' };
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: ({ query }) =>
        query.cursor === 'third'
          ? { items: [older], total: 5000 }
          : { items: [], total: 5000, cursor: query.cursor === 'second' ? 'third' : 'second' },
    });
    await renderInApp(<GalleryPage />, { at: `${paths.studio('gallery')}&search=old&sort=oldest` });
    await expect.element(page.getByRole('button', { name: 'View Old pie' })).toBeVisible();
    await expect.element(page.getByText('1 image found', { exact: true })).toBeVisible();
    expect(api.requests('listGenerations').map(({ query }) => [query.cursor, query.sort])).toEqual([
      [undefined, 'oldest'],
      ['second', 'oldest'],
      ['third', 'oldest'],
    ]);
  });

  test('says that nothing was found, and shows all again', async () => {
    fakeApi({
      getMe: () => proUser,
      listGenerations: ({ query }) => ({ items: query.search ? [] : images, total: 3 }),
    });
    const { address } = await renderInApp(<GalleryPage />, {
      at: `${paths.studio('gallery')}&search=ramen&favourite=true`,
    });
    await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all images' }).click();
    await expect.element(page.getByRole('button', { name: 'View Pie' })).toBeVisible();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
    expect(address()).toBe(paths.studio('gallery'));
  });

  test('by format, look, platform, collection and month, in either order', async () => {
    const summer = {
      id: '01J00000000000000000000077',
      name: 'Summer',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const api = fakeApi({
      getMe: () => ({ ...proUser, createdAt: '2020-01-15T12:00:00.000Z' }),
      listGenerations: () => ({ items: images, total: 3 }),
      listCollections: () => ({ items: [summer] }),
    });
    await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await page.getByRole('button', { name: 'Filters' }).click();
    const wanted = {
      Format: ['square_feed', 'format'],
      Look: ['popcrush', 'look'],
      Platform: ['uber', 'platform'],
      Collection: [summer.id, 'collection'],
      Order: ['oldest', 'sort'],
    } as const;
    for (const [label, [value]] of Object.entries(wanted))
      await page.getByRole('combobox', { name: label }).selectOptions(value);
    await page.getByRole('combobox', { name: 'Month' }).selectOptions('February 2024');
    const query = Object.fromEntries(Object.values(wanted).map(([value, part]) => [part, value]));
    await expect
      .poll(() => api.requests('listGenerations').at(-1)?.query)
      .toMatchObject({
        ...query,
        from: new Date(2024, 1).toISOString(),
        until: new Date(2024, 2).toISOString(),
      });
    await expect.element(page.getByRole('button', { name: 'Filters (5)' })).toBeVisible();
  });

  test('are marked as before where a mark of several fails and nothing can be read', async () => {
    const [first, ...others] = images;
    if (!first) throw new Error('There are no images');
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [{ ...first, favourite: true }, ...others], total: 3 }),
      markGenerations: offline,
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    api.answer({ listGenerations: offline });
    const heart = page
      .getByRole('region', { name: 'Selected images' })
      .getByRole('button', { name: 'Favourite' });
    await heart.click();
    await expect.element(page.getByText('Your change was not saved')).toBeVisible();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Cancel' }).click();
    for (const { menuItemName } of images)
      await expect
        .element(page.getByRole('button', { name: `Favourite: ${menuItemName}` }))
        .toHaveAttribute('aria-pressed', String(menuItemName === first.menuItemName));
  });

  test('by a heart whose first reply was lost', async () => {
    const replies = [offline];
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: 3 }),
      markGenerations: () => replies.shift()?.(),
    });
    await renderInApp(<GalleryPage />);
    const heart = page.getByRole('button', { name: 'Favourite: Pie' });
    await heart.click();
    await expect.poll(() => api.requests('markGenerations')).toHaveLength(2);
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    expect(page.getByText('The pictures were not marked').elements()).toEqual([]);
  });

  test('by a heart that is pressed twice at once, in the order of the presses', async () => {
    const answer = Promise.withResolvers<undefined>();
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: 3 }),
      markGenerations: () => answer.promise,
    });
    await renderInApp(<GalleryPage />);
    const heart = page.getByRole('button', { name: 'Favourite: Pie' });
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    expect(api.requests('markGenerations').map(({ body }) => body.favourite)).toEqual([true]);
    answer.resolve(undefined);
    await expect
      .poll(() => api.requests('markGenerations').map(({ body }) => body.favourite))
      .toEqual([true, false]);
  });

  test('by favourites; a heart shows at once and is rolled back on failure', async () => {
    const answer = Promise.withResolvers<undefined>();
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: 3 }),
      markGenerations: () => answer.promise,
    });
    await renderInApp(<GalleryPage />);
    const heart = page.getByRole('button', { name: 'Favourite: Pie' });
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => api.requests('markGenerations'))
      .toMatchObject([{ body: { generationIds: [images[1]?.id], favourite: true } }]);
    answer.resolve(undefined);
    api.answer({ markGenerations: () => problem('busy') });
    await page.getByRole('button', { name: 'Favourite: Tart' }).click();
    await expect.element(page.getByText('Your change was not saved')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Favourite: Tart' }))
      .toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Favourites' }).click();
    await expect.poll(() => api.requests('listGenerations').at(-1)?.query.favourite).toBe('true');
  });

  test('leads from picture to picture by the arrow keys, also to those that are far away', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      ...doneGeneration,
      id: `01J0000000000000000000${1000 + n}`,
      menuItemName: `Dish ${n}`,
    }));
    fakeApi({ getMe: () => proUser, listGenerations: () => ({ items: many, total: 60 }) });
    await renderInApp(<GalleryPage />);
    const view = (n: number) => page.getByRole('button', { name: `View Dish ${n}`, exact: true });
    await expect.element(view(0)).toBeVisible();
    (view(0).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(view(1)).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(view(0)).toHaveFocus();
    const columns = Number(
      getComputedStyle(view(0).element().closest('ul') ?? document.body).getPropertyValue('--columns'),
    );
    for (let row = 1; row * columns < 60; row += 1) {
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(view(row * columns)).toHaveFocus();
    }
  });

  test('keeps only what is near the screen of thousands in the page, as one list', async () => {
    const all = Array.from({ length: 2000 }, (_, n) => ({
      ...doneGeneration,
      id: `01J0000000000000000000${1000 + n}`,
      menuItemName: `Dish ${n}`,
    }));
    fakeApi({
      getMe: () => proUser,
      listGenerations: ({ query }) => {
        const from = Number(query.cursor ?? 0);
        const end = Math.min(all.length, from + 1000);
        return { items: all.slice(from, end), total: 2000, ...(end < 2000 && { cursor: String(end) }) };
      },
    });
    await renderInApp(<GalleryPage />);
    const first = page.getByRole('button', { name: 'View Dish 0', exact: true });
    await expect.element(first).toBeVisible();
    const item = first.element().closest('li');
    expect(item?.getAttribute('aria-setsize')).toBe('2000');
    expect(document.querySelectorAll('li').length).toBeLessThan(100);
    window.scrollTo({ top: document.documentElement.scrollHeight });
    await expect.element(first).not.toBeInTheDocument();
    expect(document.querySelectorAll('li').length).toBeLessThan(100);
    window.scrollTo({ top: 0 });
    await expect.element(first).toBeVisible();
  });
});
