import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { fakeSharing, linkToFile } from '#test/support/fake-sharing.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';
import { useMaintenance } from '#web/lib/use-maintenance.ts';
import { closeMessage } from './gallery-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

describe('choosing images', () => {
  const images = ['Soup', 'Pie', 'Tart', 'Cake'].map(
    (menuItemName, n): Generation => ({
      ...doneGeneration,
      id: `01J0000000000000000000001${n}`,
      menuItemName,
    }),
  );
  const gallery = () => ({ items: images, total: images.length });
  const bar = page.getByRole('region', { name: 'Selected images' });
  const pick = (name: string) => page.getByRole('button', { name: `Select ${name}` });

  async function choosing(user = proUser, more: Parameters<typeof fakeApi>[0] = {}) {
    const api = fakeApi({ getMe: () => user, listGenerations: gallery, createPack: pending, ...more });
    const { router } = await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    return { ...api, router };
  }

  test('takes one by one, a range with Shift, or all; Escape and Cancel end it', async () => {
    await choosing();
    await expect.element(bar.getByText('Tap the images you want')).toBeVisible();
    await pick('Soup').click();
    await pick('Tart').click({ modifiers: ['Shift'] });
    await expect.element(bar.getByText('3 selected')).toBeVisible();
    await expect.element(pick('Pie')).toHaveAttribute('aria-pressed', 'true');
    await pick('Pie').click();
    await expect.element(bar.getByText('2 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Select all' }).click();
    await expect.element(bar.getByText('4 selected')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'View Pie' })).toBeVisible();
  });

  const long = Array.from({ length: 60 }, (_, n) => ({
    ...doneGeneration,
    id: `01J0000000000000000000${1000 + n}`,
    menuItemName: `Dish ${n}`,
  }));

  test('takes all also where only the first page is loaded', async () => {
    await choosing(proUser, {
      listGenerations: ({ query }) =>
        query.cursor === 'second'
          ? { items: long.slice(48), total: 60 }
          : { items: long.slice(0, 48), total: 60, cursor: 'second' },
    });
    await bar.getByRole('button', { name: 'Select all' }).click();
    await expect.element(bar.getByText('60 selected')).toBeVisible();
  });

  test('takes all also where a page could not be loaded before', async () => {
    let isBusy = true;
    await choosing(proUser, {
      listGenerations: ({ query }) => {
        if (query.cursor !== 'second') return { items: long.slice(0, 48), total: 60, cursor: 'second' };
        return isBusy ? problem('invalid_input') : { items: long.slice(48), total: 60 };
      },
    });
    await bar.getByRole('button', { name: 'Select all' }).click();
    await expect.element(page.getByText(/^Not all images could be loaded/)).toBeVisible();
    await expect.element(bar.getByText('48 selected')).toBeVisible();
    isBusy = false;
    await bar.getByRole('button', { name: 'Select all' }).click();
    await expect.element(bar.getByText('60 selected')).toBeVisible();
  });

  test('stays ended if it is ended while all are being loaded', async () => {
    let answer = (): void => undefined;
    await choosing(proUser, {
      listGenerations: ({ query }) =>
        query.cursor === 'second'
          ? new Promise((resolve) => {
              answer = () => resolve({ items: long.slice(48), total: 60 });
            })
          : { items: long.slice(0, 48), total: 60, cursor: 'second' },
    });
    await bar.getByRole('button', { name: 'Select all' }).click();
    await bar.getByRole('button', { name: 'Cancel' }).click();
    answer();
    await expect.element(page.getByRole('button', { name: 'Loading your images' })).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
  });

  test('begins with Ctrl and a press, with Shift for a range, or with a finger that rests; Ctrl and A takes all', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: gallery });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Soup' }).click({ modifiers: ['Control'] });
    await expect.element(bar.getByText('1 selected')).toBeVisible();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(bar.getByText('4 selected')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    const pie = page.getByRole('button', { name: 'View Pie' });
    const touch = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: 50, clientY: 50 };
    pie.element().dispatchEvent(new PointerEvent('pointerdown', touch));
    await expect.element(bar.getByText('1 selected')).toBeVisible();
    // The click of the finger that is lifted changes nothing.
    (pick('Pie').element() as HTMLElement).click();
    await expect.element(pick('Pie')).toHaveAttribute('aria-pressed', 'true');
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
  });

  test('shares the covers of a few as files, which are made when Share is pressed', async () => {
    const share = fakeSharing();
    const nameOf = (id: string) => `${images.find((image) => image.id === id)?.menuItemName}.jpg`;
    const api = await choosing(proUser, {
      createDownload: ({ params }) => linkToFile('a picture', nameOf(params.generationId)),
    });
    expect(bar.getByRole('button', { name: 'Share' }).elements()).toHaveLength(0);
    await pick('Soup').click();
    await pick('Tart').click();
    const button = bar.getByRole('button', { name: 'Share' });
    await expect.element(button).toBeVisible();
    expect(api.requests('createDownload')).toEqual([]);
    await button.click();
    await expect
      .poll(() => share.mock.calls)
      .toMatchObject([[{ files: [{ name: 'Soup.jpg' }, { name: 'Tart.jpg' }] }]]);
    await expect
      .poll(() => api.requests('createDownload').map(({ body }) => body.inAdvance))
      .toEqual([true, true, false, false]);
  });

  test('stay chosen when Back closes the question about their files', async () => {
    const { router } = await choosing();
    await pick('Pie').click();
    await bar.getByRole('button', { name: 'Download ZIP' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Download as a ZIP' })).toBeVisible();
    await router.navigate(-1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(bar.getByText('1 selected')).toBeVisible();
  });

  test('packs the covers as they are for plans without the Menu Pack', async () => {
    const api = await choosing(freeUser);
    await pick('Pie').click();
    await bar.getByRole('button', { name: 'Download ZIP' }).click();
    await expect
      .poll(() => api.requests('createPack'))
      .toMatchObject([{ body: { pictures: [{ generationId: images[1]?.id, variation: 0 }], targets: [] } }]);
    await expect.element(bar.getByText('Packing your files…')).toBeVisible();
  });

  test('packs the exact files of chosen platforms for Pro, and says how many', async () => {
    const api = await choosing();
    await bar.getByRole('button', { name: 'Select all' }).click();
    await bar.getByRole('button', { name: 'Download ZIP' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download 4 pictures' });
    const start = dialog.getByRole('button', { name: 'Download ZIP' });
    await expect.element(start).toBeDisabled();
    await dialog
      .getByRole('group', { name: 'Grubhub' })
      .getByText(/^Square/)
      .click();
    await dialog
      .getByRole('group', { name: 'DoorDash' })
      .getByText(/^Thumbnail/)
      .click();
    await expect.element(dialog.getByText('8 files in one ZIP. It costs no credits.')).toBeVisible();
    await start.click();
    await expect.poll(() => api.requests('createPack')).toHaveLength(1);
    expect(api.requests('createPack')[0]?.body).toMatchObject({
      pictures: images.map(({ id }) => ({ generationId: id, variation: 0 })),
      targets: [
        { platform: 'grubhub', imageType: 'square' },
        { platform: 'doordash', imageType: 'thumbnail' },
      ],
    });
  });

  test('says before a ZIP is begun what a continued picture costs, and asks for it at that price', async () => {
    const offer = { freeCredits: 2, outpaintCredits: 2, specialPackLabel: '', maintenance: 'off' } as const;
    const api = await choosing(proUser, { getOffer: () => offer });
    await pick('Pie').click();
    await bar.getByRole('button', { name: 'Download ZIP' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download as a ZIP' });
    await expect
      .element(dialog.getByText(/would cut the dish, its picture is continued for 2 credits, once a dish/))
      .toBeVisible();
    await dialog.getByText('The pictures as they are').click();
    await expect.element(dialog.getByText(/It costs no credits/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Download ZIP' }).click();
    await expect.poll(() => api.requests('createPack')).toMatchObject([{ body: { outpaintCredits: 2 } }]);
  });

  test('knows that price at once where the frame of the site has read the offer', async () => {
    const api = fakeApi({ getMe: () => proUser, listGenerations: gallery });
    const Framed = () => {
      const mode = useMaintenance();
      return mode && <GalleryPage />;
    };
    await renderInApp(<Framed />);
    await expect.element(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
    expect(api.requests('getOffer')).toHaveLength(1);
  });

  test('says why a ZIP could not be made', async () => {
    const api = await choosing(freeUser);
    api.answer({ createPack: () => problem('daily_limit_reached') });
    await pick('Pie').click();
    await bar.getByRole('button', { name: 'Download ZIP' }).click();
    await expect.element(page.getByText('Your files could not be packed')).toBeVisible();
    await expect.element(bar.getByText('1 selected')).toBeVisible();
  });

  test('deletes the chosen ones unless it is taken back; what could not be deleted comes back', async () => {
    const api = await choosing();
    api.answer({
      deleteGeneration: ({ params }) => (params.generationId === images[2]?.id ? problem('busy') : undefined),
    });
    await pick('Pie').click();
    await pick('Tart').click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 2 images' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('2 images deleted')).toBeVisible();
    await expect.element(page.getByText('2 images, with all variations')).toBeVisible();
    await closeMessage();
    await expect.element(page.getByText(/^1 image could not be deleted/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'View Tart' })).toBeVisible();
    expect(page.getByRole('button', { name: 'View Pie' }).elements()).toHaveLength(0);
    // One deletion, and three attempts at the other.
    expect(api.requests('deleteGeneration')).toHaveLength(4);
  });
});
