import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { returnFocus } from '#web/app/return-focus.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';
import { paths } from '#web/paths.ts';
import { summer } from './gallery-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

describe('collections of images', () => {
  const images = ['Soup', 'Pie'].map(
    (menuItemName, n): Generation => ({
      ...doneGeneration,
      id: `01J0000000000000000000001${n}`,
      menuItemName,
      collections: n === 0 ? [summer.id] : [],
    }),
  );
  const dialog = page.getByRole('dialog', { name: 'Collections' });
  const box = (name: string) => dialog.getByRole('checkbox', { name });

  async function collecting(more: Parameters<typeof fakeApi>[0] = {}) {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: images.length }),
      listCollections: () => ({ items: [summer] }),
      markGenerations: () => undefined,
      ...more,
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Collections' }).click();
    await expect.element(dialog).toBeVisible();
    return api;
  }

  test('are awaited before another one can be created, and loaded again where that failed', async () => {
    const answer = Promise.withResolvers<void>();
    const api = await collecting({
      listCollections: async () => {
        await answer.promise;
        return problem('forbidden');
      },
    });
    await expect.element(dialog.getByRole('status', { name: 'Loading your collections' })).toBeVisible();
    expect(dialog.getByRole('textbox').elements()).toHaveLength(0);
    answer.resolve();
    await expect.element(dialog.getByText('Couldn’t load your collections')).toBeVisible();
    expect(dialog.getByRole('textbox').elements()).toHaveLength(0);
    api.answer({ listCollections: () => ({ items: [summer] }) });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(box('Summer')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  test('that could not be loaded are not shown as none in the filter', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: images.length }),
      listCollections: () => problem('forbidden'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Filters' }).click();
    const choice = page.getByRole('combobox', { name: 'Collection' });
    await expect.element(page.getByText('Couldn’t load your collections')).toBeVisible();
    await expect.element(choice).not.toBeInTheDocument();
    api.answer({ listCollections: () => ({ items: [summer] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(choice).toBeVisible();
  });

  test('keep a pasted name that is too long, and say so', async () => {
    await collecting();
    const name = dialog.getByRole('textbox', { name: 'New collection' });
    await name.fill('x'.repeat(42));
    await expect.element(name).toHaveValue('x'.repeat(42));
    await expect.element(dialog.getByText('2 characters too long')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
  });

  test('add all chosen images, and remove them again', async () => {
    const api = await collecting();
    // One of the two is in it.
    expect(dialog.getByText('Summer').element().closest('label')?.dataset.state).toBe('indeterminate');
    await dialog.getByText('Summer').click();
    await expect.element(box('Summer')).toBeChecked();
    await dialog.getByText('Summer').click();
    await expect.element(box('Summer')).not.toBeChecked();
    const generationIds = images.map(({ id }) => id);
    await expect
      .poll(() => api.requests('markGenerations').map(({ body }) => body))
      .toEqual([true, false].map((isIn) => ({ generationIds, collection: { id: summer.id, isIn } })));
  });

  test('are made with the chosen images in them; a name that exists is refused in plain words', async () => {
    const api = await collecting({
      saveCollection: () => problem('invalid_input', 'You already have a collection called “Summer”'),
    });
    await dialog.getByRole('textbox', { name: 'New collection' }).fill('Summer');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.element(page.getByText(/You already have a collection called/)).toBeVisible();
    await expect.element(dialog.getByRole('textbox')).toHaveValue('Summer');
    api.answer({
      saveCollection: ({ params, body }) => ({
        items: [summer, { ...summer, id: params.collectionId, name: body.name }],
      }),
    });
    await dialog.getByRole('textbox').fill('Winter');
    await userEvent.keyboard('{Enter}');
    await expect.element(box('Winter')).toBeChecked();
    await expect
      .poll(() => api.requests('markGenerations').at(-1)?.body)
      .toMatchObject({
        generationIds: images.map(({ id }) => id),
        collection: { id: api.requests('saveCollection').at(-1)?.params.collectionId, isIn: true },
      });
  });

  test('are closed by Back, which leaves the viewer open', async () => {
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: images.length }),
      listCollections: () => ({ items: [summer] }),
    });
    const { router, address } = await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Soup' }).click();
    const viewer = page.getByRole('dialog', { name: /Soup/ });
    await expect.element(viewer).toBeVisible();
    const at = address();
    await viewer.getByRole('button', { name: 'Collections' }).click();
    await expect.element(dialog).toBeVisible();
    await router.navigate(-1);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(viewer).toBeVisible();
    expect(address()).toBe(at);
  });

  test('are made once when the reply was lost and the button is pressed again', async () => {
    const api = await collecting({ saveCollection: offline });
    await dialog.getByRole('textbox', { name: 'New collection' }).fill('Winter');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.element(page.getByText(/^We couldn’t reach PlatePost/)).toBeVisible();
    await expect.poll(() => api.requests('listCollections').length).toBe(2);
    api.answer({
      saveCollection: ({ params, body }) => ({
        items: [summer, { ...summer, id: params.collectionId, name: body.name }],
      }),
    });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.element(box('Winter')).toBeChecked();
    const failed = page.getByText('The collection was not changed');
    await expect.element(failed, { timeout: 2000 }).not.toBeInTheDocument();
    const ids = api.requests('saveCollection').map(({ params }) => params.collectionId);
    expect(new Set(ids).size).toBe(1);
  });

  test('are made and deleted also when the first reply was lost', async () => {
    const replies = [offline];
    const winter = { ...summer, name: 'Winter' };
    const api = await collecting({
      listCollections: () => ({ items: [] }),
      saveCollection: ({ params }) =>
        replies.shift()?.() ?? { items: [{ ...winter, id: params.collectionId }] },
      deleteCollection: () => replies.shift()?.() ?? { items: [] },
    });
    await dialog.getByRole('textbox', { name: 'New collection' }).fill('Winter');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect.element(box('Winter')).toBeChecked();
    expect(api.requests('saveCollection')).toHaveLength(2);
    replies.push(offline);
    await dialog.getByRole('button', { name: 'Delete the collection Winter' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(box('Winter')).not.toBeInTheDocument();
    expect(api.requests('deleteCollection')).toHaveLength(2);
    expect(page.getByText(/^We couldn’t reach PlatePost/).elements()).toEqual([]);
  });

  test('that were deleted elsewhere are no longer listed after a refusal', async () => {
    const api = await collecting({ markGenerations: () => problem('not_found') });
    await expect.element(box('Summer')).toBeVisible();
    api.answer({ listCollections: () => ({ items: [] }) });
    await dialog.getByText('Summer').click();
    await expect.element(page.getByText('Your change was not saved')).toBeVisible();
    await expect.element(box('Summer')).not.toBeInTheDocument();
  });

  test('keep the name of the next one that is typed before the reply', async () => {
    const answer = Promise.withResolvers<void>();
    await collecting({
      saveCollection: async ({ params, body }) => {
        await answer.promise;
        return { items: [summer, { ...summer, id: params.collectionId, name: body.name }] };
      },
    });
    const name = dialog.getByRole('textbox', { name: 'New collection' });
    await name.fill('Winter');
    await userEvent.keyboard('{Enter}');
    await name.fill('Spring');
    answer.resolve();
    await expect.element(box('Winter')).toBeChecked();
    await expect.element(name).toHaveValue('Spring');
  });

  test('get their images also if the dialog was closed before the reply', async () => {
    const answer = Promise.withResolvers<void>();
    const api = await collecting({
      saveCollection: async ({ params, body }) => {
        await answer.promise;
        return { items: [summer, { ...summer, id: params.collectionId, name: body.name }] };
      },
    });
    await dialog.getByRole('textbox', { name: 'New collection' }).fill('Winter');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    answer.resolve();
    await expect
      .poll(() => api.requests('markGenerations').at(-1)?.body)
      .toMatchObject({ generationIds: images.map(({ id }) => id), collection: { isIn: true } });
  });

  test('are deleted after a question, and their images stay', async () => {
    const api = await collecting({ deleteCollection: () => ({ items: [] }) });
    await dialog.getByRole('button', { name: 'Delete the collection Summer' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Collection' });
    await expect
      .element(question.getByText('“Summer” goes. Its pictures stay in your gallery.'))
      .toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(box('Summer')).not.toBeInTheDocument();
    expect(api.requests('deleteCollection')).toMatchObject([{ params: { collectionId: summer.id } }]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByText('2 images, with all variations')).toBeVisible();
  });

  test('keep the focus where they are added and deleted', async () => {
    onTestFinished(returnFocus());
    await collecting({
      saveCollection: ({ params, body }) => ({
        items: [summer, { ...summer, id: params.collectionId, name: body.name }],
      }),
      deleteCollection: () => ({ items: [summer] }),
    });
    await dialog.getByRole('textbox', { name: 'New collection' }).fill('Winter');
    const add = dialog.getByRole('button', { name: 'Add' });
    await add.click();
    await expect.element(box('Winter')).toBeChecked();
    await expect.element(dialog.getByRole('textbox')).toHaveValue('');
    await expect.element(add).toHaveFocus();
    await dialog.getByRole('button', { name: 'Delete the collection Winter' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(box('Winter')).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('list')).toHaveFocus();
  });

  test('that are gone no longer filter, also where an address still names them', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: images.length }),
      listCollections: () => ({ items: [summer] }),
      deleteCollection: () => ({ items: [] }),
    });
    const { address, router } = await renderInApp(<GalleryPage />, {
      at: `${paths.studio('gallery')}&collection=${summer.id}&format=square_feed`,
    });
    const chosen = page.getByRole('combobox', { name: 'Collection' });
    await expect.element(chosen).toHaveValue(summer.id);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Collections' }).click();
    await dialog.getByRole('button', { name: 'Delete the collection Summer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(address).toBe(`${paths.studio('gallery')}&format=square_feed`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await expect.element(chosen).toHaveValue('');
    await expect.poll(() => api.requests('listGenerations').at(-1)?.query.collection).toBeUndefined();

    await router.navigate(`${paths.studio('gallery')}&collection=${summer.id}`);
    await expect.poll(address).toBe(paths.studio('gallery'));
  });

  test('filter while they are loading', async () => {
    const listing = Promise.withResolvers<void>();
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: images.length }),
      listCollections: async () => {
        await listing.promise;
        return { items: [summer] };
      },
    });
    const at = `${paths.studio('gallery')}&collection=${summer.id}`;
    const { address } = await renderInApp(<GalleryPage />, { at });
    await expect.element(page.getByText('2 images found')).toBeVisible();
    expect(address()).toBe(at);
    listing.resolve();
    await expect.element(page.getByRole('option', { name: 'Summer' })).toBeInTheDocument();
    expect(address()).toBe(at);
    await expect.element(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(summer.id);
  });

  test('and favourites are marked for a whole selection', async () => {
    const api = await collecting();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const heart = page
      .getByRole('region', { name: 'Selected images' })
      .getByRole('button', { name: 'Favourite' });
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    await expect
      .poll(() => api.requests('markGenerations').map(({ body }) => body.favourite))
      .toEqual([true, false]);
  });

  test('open from the viewer too', async () => {
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: images.length }),
      listCollections: () => ({ items: [summer] }),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Soup' }).click();
    await page.getByRole('dialog', { name: 'Soup' }).getByRole('button', { name: 'Collections' }).click();
    await expect.element(box('Summer')).toBeChecked();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog', { name: 'Soup' })).toBeVisible();
  });
});
