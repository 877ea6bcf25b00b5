import { useLocation } from 'react-router-dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { beyondSides, enlargeText } from '#test/support/large-text.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { burger } from '#test/web/studio/sample-dish.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';
import { useFollowGenerations } from '#web/generations/use-follow-generations.ts';
import { signOut } from '#web/lib/session.ts';
import { draftOfEdit, emptyDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';
import { paths } from '#web/paths.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';
import { closeMessage } from './gallery-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

describe('the gallery', () => {
  test('without images offers to make the first', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: () => ({ items: [], total: 0 }) });
    const { address } = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await expect.element(page.getByRole('heading', { name: 'No images yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Make your first picture' }).click();
    expect(address()).toBe(paths.studio());
  });

  test('shows places of images while they load, then that there are none', async () => {
    const answer = Promise.withResolvers<void>();
    fakeApi({
      getMe: () => proUser,
      listGenerations: async () => {
        await answer.promise;
        return { items: [], total: 0 };
      },
    });
    await renderInApp(<GalleryPage />);
    // C2.117
    await expect.element(page.getByRole('heading', { name: 'Your Generated Images' })).toBeVisible();
    const loading = page.getByRole('status', { name: 'Loading your images' });
    // C2.120, C9.19
    await expect.element(loading).toBeVisible();
    expect(loading.getByTestId('skeleton').elements()).toHaveLength(6);
    answer.resolve();
    // C2.121
    await expect.element(page.getByText('No images yet')).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
  });

  test.each([
    ['an API that is busy', () => problem('busy')],
    ['a lost connection', offline],
  ])('says that it could not be read and reads it again: %s', async (_, failure) => {
    const api = fakeApi({ getMe: () => proUser, listGenerations: failure });
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByRole('heading', { name: "Couldn't load your gallery" })).toBeVisible();
    expect(api.requests('listGenerations')).toHaveLength(3);
    expect(api.requests('listGenerations')[0]?.query.limit).toBe(48);
    api.answer({ listGenerations: () => ({ items: [], total: 0 }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'No images yet' })).toBeVisible();
  });
});

describe('the images of the gallery', () => {
  const withImage = () => ({ items: [doneGeneration], total: 1 });

  test('offer the second file of a platform as long as they are there', async () => {
    const thumbnail: Generation = {
      ...doneGeneration,
      kind: 'menu',
      studio: null,
      menu: {
        platform: 'deliveroo',
        imageType: 'menu',
        backgroundStyle: 'neutral',
        plateStyle: 'current',
        imageStyle: 'natural',
      },
      variations: doneGeneration.variations.map((variation) => ({
        ...variation,
        secondFile: { width: 1920, height: 1080 },
      })),
    };
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [thumbnail], total: 1 }),
      createDownload: () => problem('busy'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    await page.getByRole('button', { name: 'Download for Deliveroo (1920 × 1080)' }).click();
    await expect.poll(() => api.requests('createDownload')).toMatchObject([{ body: { size: 'large' } }]);
  });

  test('say whether the platform accepts them, and hand out the record of their approval', async () => {
    const menu = { backgroundStyle: 'neutral', plateStyle: 'current', imageStyle: 'natural' };
    const picture: Generation = {
      ...doneGeneration,
      kind: 'menu',
      studio: null,
      menu: { platform: 'deliveroo', imageType: 'menu', ...menu },
    };
    const line = { check: 'pixels', measured: '1920 × 1080', required: 'at least 1200 × 800' } as const;
    const result = { ...line, verdict: 'pass', source: null, fix: null, instead: null } as const;
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [picture], total: 1 }),
      getApproval: () => ({
        check: [{ ...result, source: { name: 'Deliveroo Help', collection: null, readOn: '2026-10-01' } }],
        record: null,
      }),
      createDownload: () => problem('busy'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    await page.getByRole('button', { name: 'File check and approval record' }).click();
    const panel = page.getByRole('region', { name: 'File check and approval record' });
    await expect.element(panel.getByText('It fits the published requirements.')).toBeVisible();
    await expect.element(panel.getByText(/^A picture is approved when you first download/)).toBeVisible();
    api.answer({
      createDownload: () => ({
        url: 'data:image/jpeg,',
        fileName: 'burger.jpg',
        width: 1,
        height: 1,
        expiresAt: '2026-11-22T12:05:00.000Z',
      }),
      getApproval: () => ({
        check: null,
        record: {
          generationId: picture.id,
          variation: 0,
          dish: 'Classic Burger',
          templateName: 'Deliveroo Menu Picture',
          madeAt: '2026-11-22T12:00:00.000Z',
          approvedAt: '2026-11-22T12:00:00.000Z',
          approvedBy: 'pro@platepost.example',
          originalUrl: '/media/photo.jpg',
          changes: ['Background: Neutral.'],
          fidelity: null,
          files: [
            {
              at: '2026-11-22T12:00:00.000Z',
              via: 'download',
              platform: 'deliveroo',
              imageType: 'menu',
              width: 1920,
              height: 1080,
              isWatermarked: false,
              isContinued: false,
              words: '',
              checks: [result],
            },
          ],
        },
      }),
    });
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect
      .element(panel.getByText(/^Approved on .+ by pro@platepost\.example\. 1 file taken out since\.$/))
      .toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Download the approval record' })).toBeVisible();
  });

  test('say that the record could not be read, and read it again', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      getApproval: () => problem('busy'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    await page.getByRole('button', { name: 'File check and approval record' }).click();
    const panel = page.getByRole('region', { name: 'File check and approval record' });
    await expect.element(panel.getByRole('alert')).toBeVisible();
    api.answer({ getApproval: () => ({ check: null, record: null }) });
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel.getByText(/^A picture is approved when you first download/)).toBeVisible();
  });

  test('and the opened one have room for large letters of a user’s style sheet', async () => {
    await enlargeText();
    fakeApi({ getMe: () => proUser, listGenerations: withImage });
    await renderInApp(<GalleryPage />);
    const view = page.getByRole('button', { name: 'View Classic Burger' });
    await expect.element(view).toBeVisible();
    expect(beyondSides()).toEqual([]);
    await view.click();
    const title = page.getByRole('dialog').getByRole('heading', { name: 'Classic Burger' });
    await expect.element(title).toBeVisible();
    expect(title.element().getBoundingClientRect().width).toBeGreaterThan(200);
    expect(beyondSides()).toEqual([]);
  });

  test('are counted, and a running one stands among them until it is done', async () => {
    const running = { ...queuedGeneration, id: '01J00000000000000000000002', menuItemName: 'Soup' };
    const done = { ...doneGeneration, id: running.id, menuItemName: 'Soup' };
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [running, doneGeneration], total: 1 }),
      getGeneration: () => running,
    });
    await renderInApp(<GalleryPage />);
    // C2.119
    await expect.element(page.getByText('1 image, with all variations', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Being made…')).toBeVisible();
    api.answer({
      getGeneration: () => done,
      listGenerations: () => ({ items: [done, doneGeneration], total: 2 }),
    });
    await expect.element(page.getByRole('button', { name: 'View Soup' })).toBeVisible();
    await expect.element(page.getByText('2 images, with all variations')).toBeVisible();
  });

  test('that no model could make are labelled with what they are', async () => {
    const source = { type: 'generation', generationId: doneGeneration.id, variation: 0 } as const;
    const items: Generation[] = [
      { ...doneGeneration, fallback: true },
      { ...doneGeneration, id: '01J00000000000000000000002', fallback: true, source },
    ];
    fakeApi({ getMe: () => proUser, listGenerations: () => ({ items, total: 2 }) });
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByText(/^Your original photo/)).toBeVisible();
    await expect.element(page.getByText(/^The picture you started from/)).toBeVisible();
  });

  test('that are being made lead to the page that shows them, if there is one here', async () => {
    const menu = {
      platform: 'uber',
      imageType: 'menu',
      backgroundStyle: 'dark',
      plateStyle: 'current',
      imageStyle: 'natural',
    };
    const enhanced = { ...queuedGeneration, kind: 'menu', studio: null, menu } as const;
    const wholeMenu = '01J00000000000000000000005';
    const items: Generation[] = [
      { ...queuedGeneration, id: '01J00000000000000000000002', menuItemName: 'Soup' },
      { ...enhanced, id: '01J00000000000000000000003', menuItemName: 'Salad', wholeMenu },
      { ...enhanced, id: '01J00000000000000000000004', menuItemName: 'Bread' },
    ];
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items, total: 0 }),
      getGeneration: ({ params }) =>
        items.find(({ id }) => id === params.generationId) ?? problem('not_found'),
    });
    await renderInApp(<GalleryPage />);
    const link = (dish: string) => page.getByRole('link', { name: `${dish} Being made…` });
    await expect
      .element(link('Soup'))
      .toHaveAttribute('href', paths.studioGeneration('01J00000000000000000000002'));
    await expect.element(link('Salad')).toHaveAttribute('href', paths.wholeMenu(wholeMenu));
    await expect.element(page.getByText('Bread')).toBeVisible();
    await expect.element(link('Bread')).not.toBeInTheDocument();
  });

  test('open large, with the variations of each', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: withImage });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    const dialog = page.getByRole('dialog', { name: 'Classic Burger' });
    // C2.122
    await expect
      .element(dialog.getByRole('slider', { name: 'Compare before and after: Classic Burger' }))
      .toBeVisible();
    expect(dialog.getByRole('radio', { name: /^Variation \d/ }).elements()).toHaveLength(2);
    const second = dialog.getByRole('radio', { name: 'Variation 2' });
    await second.click();
    await expect.element(second).toBeChecked();
    await expect
      .element(dialog.getByRole('img', { name: 'Classic Burger, after' }))
      .toHaveAttribute('src', '/media/preview-1.jpg');
  });

  test('are shared variation by variation, and can be taken back days later', async () => {
    const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
    onTestFinished(() => write.mockRestore());
    let shareId: string | null = null;
    const kept = (): Generation => ({
      ...doneGeneration,
      variations: doneGeneration.variations.map((each) => (each.index === 1 ? { ...each, shareId } : each)),
    });
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [kept()], total: 1 }),
      createShare: () => {
        shareId = 'abc';
        return { shareId, path: '/s/abc' };
      },
      revokeShare: () => undefined,
    });
    const before = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    const dialog = page.getByRole('dialog', { name: 'Classic Burger' });
    await dialog.getByRole('radio', { name: 'Variation 2' }).click();
    await dialog.getByRole('button', { name: 'Share' }).click();
    await expect.element(dialog.getByRole('button', { name: 'WhatsApp' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect.element(dialog.getByText('This picture has a public page')).toBeVisible();
    expect(api.requests('createShare')).toMatchObject([{ body: { variation: 1 } }]);
    await dialog.getByRole('radio', { name: 'Variation 1' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Stop sharing' })).not.toBeInTheDocument();
    await before.unmount();

    // The picture, which the address names, is still marked as shared, and its page can be revoked.
    await renderInApp(<GalleryPage />, { at: before.address() });
    await expect.element(dialog.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
    await dialog.getByRole('radio', { name: 'Variation 2' }).click();
    await dialog.getByRole('button', { name: 'Shared by link' }).click();
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await expect.element(page.getByText('Sharing stopped. The page is gone.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
    expect(api.requests('revokeShare')).toMatchObject([{ params: { shareId: 'abc' } }]);
  });

  test('say how a download went: saved, opened in a tab, or neither', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      createDownload: () => ({
        url: 'data:image/jpeg;base64,AAAA',
        fileName: 'burger.jpg',
        width: 1080,
        height: 1080,
        expiresAt: '2026-11-21T13:00:00.000Z',
      }),
    });
    await renderInApp(<GalleryPage />);
    const download = page.getByRole('button', { name: 'Download Classic Burger' });
    await download.click();
    await expect.element(page.getByText('Image saved to photos!')).toBeVisible();
    api.answer({ createDownload: () => problem('busy') });
    await download.click();
    await expect
      .element(page.getByText('Opened image in a new tab. Use "Save As…" if download was blocked.'))
      .toBeVisible();
    expect(open).toHaveBeenCalledWith('/media/preview-0.jpg', '_blank');
    open.mockReturnValue(null);
    await download.click();
    await expect.element(page.getByText('Failed to save image')).toBeVisible();
    open.mockRestore();
  });

  test('open no preview for a download that maintenance refuses, but say so', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      createDownload: () => problem('maintenance'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Download Classic Burger' }).click();
    await expect.element(page.getByText('Failed to save image')).toBeVisible();
    await expect.element(page.getByText(/^We are working on PlatePost\. Nothing was lost\./)).toBeVisible();
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
  });

  test('that were deleted elsewhere are not downloaded, but leave the list, and the viewer', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue({ opener: null } as Window);
    let items = [doneGeneration];
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items, total: items.length }),
      getGeneration: () => problem('not_found'),
      createDownload: () => {
        items = [];
        return problem('not_found');
      },
    });
    const { address } = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
    await expect.element(page.getByText('This image was deleted.')).toBeVisible();
    await expect.element(page.getByText('No images yet')).toBeVisible();
    await expect.poll(address).toBe(paths.studio('gallery'));
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
  });

  test('leave at once when deleted, and come back when that fails', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      deleteGeneration: () => problem('busy'),
    });
    await renderInApp(<GalleryPage />);
    const remove = page.getByRole('button', { name: 'Delete Classic Burger' });
    const confirm = page
      .getByRole('alertdialog', { name: 'Delete Image' })
      .getByRole('button', { name: 'Delete' });
    await remove.click();
    await confirm.click();
    await expect.element(page.getByText('Image deleted successfully')).toBeVisible();
    await expect.element(page.getByText('No images yet')).toBeVisible();
    await closeMessage();
    await expect.element(page.getByText('Failed to delete image')).toBeVisible();
    await expect.element(remove).toBeVisible();
    api.answer({ deleteGeneration: () => undefined });
    await remove.click();
    await confirm.click();
    await closeMessage();
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(4);
    await expect.element(page.getByText('No images yet')).toBeVisible();
  });

  test('stay deleted when the reply is lost', async () => {
    const replies = [offline];
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      deleteGeneration: () => replies.shift()?.() ?? problem('not_found'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Delete Classic Burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await closeMessage();
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(2);
    await expect.element(page.getByText('No images yet')).toBeVisible();
    expect(page.getByText('Failed to delete image').elements()).toEqual([]);
  });

  test('stay deleted when every reply is lost', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      deleteGeneration: offline,
      getGeneration: () => problem('not_found'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Delete Classic Burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await closeMessage();
    await expect.poll(() => api.requests('getGeneration'), { timeout: 10_000 }).toHaveLength(1);
    expect(api.requests('deleteGeneration')).toHaveLength(3);
    await expect.element(page.getByText('No images yet')).toBeVisible();
    expect(page.getByText('Failed to delete image').elements()).toEqual([]);
  });

  test('are loaded when the connection is back', async () => {
    const api = fakeApi({ getMe: () => proUser, listGenerations: offline });
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    api.answer({ listGenerations: withImage });
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByRole('button', { name: 'View Classic Burger' })).toBeVisible();
  });

  test('give the focus to the next image when they are deleted', async () => {
    const names = ['Soup', 'Pie'];
    const items = names.map((menuItemName, n) => ({
      ...doneGeneration,
      id: `01J0000000000000000000001${n}`,
      menuItemName,
    }));
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items, total: 2 }),
      deleteGeneration: () => undefined,
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Delete Soup' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('button', { name: 'View Pie' })).toHaveFocus();
    await closeMessage();
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(1);
  });

  test('that were deleted elsewhere in the meantime count as deleted', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      deleteGeneration: () => problem('not_found'),
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Delete Classic Burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await closeMessage();
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(1);
    await expect.element(page.getByText('Failed to delete image')).not.toBeInTheDocument();
    await expect.element(page.getByText('No images yet')).toBeVisible();
  });

  test('are deleted before a sign-out', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      deleteGeneration: () => undefined,
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Delete Classic Burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Image deleted successfully')).toBeVisible();
    await signOut();
    expect(api.requests('deleteGeneration')).toEqual([
      expect.objectContaining({ params: { generationId: doneGeneration.id } }),
    ]);
    await closeMessage();
    expect(api.requests('deleteGeneration')).toHaveLength(1);
  });

  const picked = { generationId: doneGeneration.id, variation: 0 };
  const wizardState: WizardState = {
    ...initialState,
    step: 3,
    innerStep: 'generate',
    formatId: 'square_feed',
    dish: burger,
    generations: [doneGeneration.id],
    showsResults: true,
    chosen: picked,
  };
  test.each([
    ['the results of the studio', <StudioPage key="studio" />, () => saveWizard('test-user', wizardState)],
    [
      'the last step of the studio',
      <StudioPage key="studio" />,
      () => saveWizard('test-user', { ...wizardState, step: 4 }),
    ],
    [
      'the Menu Pack',
      <MenuPackPage key="menu" />,
      () => saveDraft('test-user', { ...emptyDraft, generationId: doneGeneration.id }),
    ],
  ])('that are deleted leave %s in the same tab', async (_, maker, begin) => {
    let isDeleted = false;
    fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      deleteGeneration: () => {
        isDeleted = true;
      },
      getGeneration: () => (isDeleted ? problem('not_found') : doneGeneration),
    });
    begin();
    function Site() {
      return useLocation().pathname === '/gallery' ? <GalleryPage /> : maker;
    }
    const { router } = await renderInApp(<Site />, { at: '/maker' });
    // The buttons below a finished picture.
    const made = page.getByRole('button', { name: /^(Use Selected|Download|Save & Download)$/ });
    await expect.element(made).toBeEnabled();
    await router.navigate('/gallery');
    await page.getByRole('button', { name: 'Delete Classic Burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await closeMessage();
    await router.navigate('/maker');
    await expect.element(page.getByText('A picture of this draft was deleted.')).toBeVisible();
    await expect.element(made).not.toBeInTheDocument();
  });

  /** Deletes the image, and closes the document while the message offers Undo. */
  async function deleteAndClose(): Promise<void> {
    await page.getByRole('button', { name: 'Delete Classic Burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Image deleted successfully')).toBeVisible();
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
  }

  test('are deleted when the tab is closed while the message is shown, before it runs another task', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: withImage, deleteGeneration: () => undefined });
    await renderInApp(<GalleryPage />);
    const sent = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => sent.mockRestore());
    await deleteAndClose();
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(sent).toHaveBeenCalledWith(
      `/api/generations/${doneGeneration.id}`,
      expect.objectContaining({ method: 'DELETE', keepalive: true }),
    );
  });

  test('stay away when the tab was closed and comes back, without Undo', async () => {
    const other = { ...doneGeneration, id: '01J00000000000000000000003', menuItemName: 'Soup' };
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [doneGeneration, other], total: 2 }),
      deleteGeneration: () => undefined,
    });
    await renderInApp(<GalleryPage />);
    await deleteAndClose();
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(1);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'View Classic Burger' })).not.toBeInTheDocument();
    await expect.element(page.getByText('1 image, with all variations')).toBeVisible();
    expect(api.requests('deleteGeneration')).toHaveLength(1);
  });

  test('that were deleted when the tab was closed are counted no second time at the next visit', async () => {
    const other = { ...doneGeneration, id: '01J00000000000000000000003', menuItemName: 'Soup' };
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [doneGeneration, other], total: 2 }),
      deleteGeneration: () => undefined,
    });
    const first = await renderInApp(<GalleryPage />);
    await deleteAndClose();
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(1);
    await first.unmount();

    const gone = Promise.withResolvers<ReturnType<typeof problem>>();
    api.answer({
      listGenerations: () => ({ items: [other], total: 1 }),
      deleteGeneration: () => gone.promise,
    });
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByRole('button', { name: 'View Soup' })).toBeVisible();
    gone.resolve(problem('not_found'));
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(2);
    await expect.element(page.getByText('1 image, with all variations')).toBeVisible();
    await expect.element(page.getByText('Failed to delete image')).not.toBeInTheDocument();
  });

  test('are deleted at the next visit if that failed when the tab was closed', async () => {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      deleteGeneration: () => problem('busy'),
    });
    const first = await renderInApp(<GalleryPage />);
    await deleteAndClose();
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(1);
    await expect.element(page.getByText('No images yet')).toBeVisible();
    await expect.element(page.getByText('Failed to delete image')).not.toBeInTheDocument();
    await first.unmount();

    // What cannot be deleted comes back, after a visit has tried three times.
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByText('Failed to delete image')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'View Classic Burger' })).toBeVisible();
    const attempt = expect.objectContaining({ params: { generationId: doneGeneration.id } });
    expect(api.requests('deleteGeneration')).toEqual([attempt, ...Array(3).fill(attempt)]);
  });

  test('give the focus to the image before them when nothing follows, and back to their button when they stay', async () => {
    const names = ['Soup', 'Pie'];
    const items = names.map((menuItemName, n) => ({
      ...doneGeneration,
      id: `01J0000000000000000000002${n}`,
      menuItemName,
    }));
    fakeApi({ getMe: () => proUser, listGenerations: () => ({ items, total: 2 }) });
    await renderInApp(<GalleryPage />);
    const remove = page.getByRole('button', { name: 'Delete Pie' });
    await remove.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(remove).toHaveFocus();
    await remove.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('button', { name: 'View Soup' })).toHaveFocus();
    await page.getByRole('button', { name: 'Undo' }).click();
  });

  test('give the focus to the next image also when they are deleted in the viewer', async () => {
    const names = ['Soup', 'Pie', 'Tart'];
    const items = names.map((menuItemName, n) => ({
      ...doneGeneration,
      id: `01J0000000000000000000003${n}`,
      menuItemName,
    }));
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items, total: 3 }),
      getGeneration: pending,
    });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Pie' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'View Tart' })).toHaveFocus();
    await page.getByRole('button', { name: 'Undo' }).click();
  });

  test('are kept when their deletion is taken back in time', async () => {
    const api = fakeApi({ getMe: () => proUser, listGenerations: withImage });
    await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'Delete Classic Burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('No images yet')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByRole('button', { name: 'View Classic Burger' })).toBeVisible();
    await expect.element(page.getByText('1 image, with all variations')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(api.requests('deleteGeneration')).toHaveLength(0);
  });

  test('are closed twice in a row without leaving the gallery', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: withImage });
    const { address, router } = await renderInApp(<GalleryPage />, { at: paths.home });
    await router.navigate(paths.studio('gallery'));
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    const button = page.getByRole('button', { name: 'Close' });
    await expect.element(button).toBeVisible();
    const close = button.element() as HTMLElement;
    close.click();
    close.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(address()).toBe(paths.studio('gallery'));
  });

  test('are in the address while they are open, so that Back closes them', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: withImage });
    const { address, router } = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    const dialog = page.getByRole('dialog', { name: 'Classic Burger' });
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    await expect.element(dialog).toBeVisible();
    expect(address()).toBe(`${paths.studio('gallery')}&image=${doneGeneration.id}`);
    await router.navigate(-1);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(address()).toBe(paths.studio('gallery'));
    await router.navigate(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(address()).toBe(paths.studio('gallery'));
  });

  test('open from their address, also one that is not listed yet', async () => {
    const older = { ...doneGeneration, id: '01J00000000000000000000009', menuItemName: 'Soup' };
    fakeApi({ getMe: () => proUser, listGenerations: withImage, getGeneration: () => older });
    const { address } = await renderInApp(<GalleryPage />, {
      at: `${paths.studio('gallery')}&image=${older.id}`,
    });
    const dialog = page.getByRole('dialog', { name: 'Soup' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(address()).toBe(paths.studio('gallery'));
  });

  test('lead to those of their free redo', async () => {
    const redo = { ...doneGeneration, id: '01J00000000000000000000007', redoOf: doneGeneration.id };
    const paid = { ...doneGeneration, redo: { id: redo.id, reason: 'other' } } as const;
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [paid], total: 1 }),
      getGeneration: () => redo,
    });
    const { address } = await renderInApp(<GalleryPage />, {
      at: `${paths.studio('gallery')}&image=${paid.id}`,
    });
    await page.getByRole('button', { name: 'See the new pictures' }).click();
    await expect.poll(address).toBe(`${paths.studio('gallery')}&image=${redo.id}`);
    await expect.element(page.getByText('These pictures are a free redo already.')).toBeVisible();
  });

  test('are closed when their free redo begins, which leaves nothing of them in the history', async () => {
    const fresh = { ...doneGeneration, finishedAt: new Date().toISOString() };
    fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: [fresh], total: 1 }),
      redoGeneration: ({ body }) => ({ ...queuedGeneration, id: body.id, redoOf: fresh.id }),
      getGeneration: pending,
    });
    const { router } = await renderInApp(<GalleryPage />);
    await router.navigate(paths.studio('gallery'));
    const { key } = router.state.location;
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    await page.getByRole('button', { name: 'Not my dish?' }).click();
    await page.getByText('My dish was changed').click();
    await page.getByRole('button', { name: 'Make them again' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.key).toBe(key);
  });

  test.each([
    ['Write the post', 'The post for your picture'],
    ['Files for all platforms', 'Download as a ZIP'],
  ])('stay open when Back closes “%s” over them', async (opener, title) => {
    fakeApi({ getMe: () => proUser, listGenerations: withImage });
    const { router, address } = await renderInApp(<GalleryPage />);
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    const viewer = page.getByRole('dialog', { name: 'Classic Burger' });
    await expect.element(viewer).toBeVisible();
    const at = address();
    await page.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect.element(dialog).toBeVisible();
    await router.navigate(-1);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(viewer).toBeVisible();
    expect(address()).toBe(at);
  });

  test('leave the address when they are not there', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: withImage, getGeneration: () => problem('not_found') });
    const { address } = await renderInApp(<GalleryPage />, {
      at: `${paths.studio('gallery')}&image=01J00000000000000000000009`,
    });
    await expect.poll(address).toBe(paths.studio('gallery'));
    await expect.element(page.getByRole('button', { name: 'View Classic Burger' })).toBeVisible();
  });

  const menuImage: Generation = {
    ...doneGeneration,
    kind: 'menu',
    templateName: 'DoorDash Thumbnail',
    studio: null,
    menu: {
      platform: 'doordash',
      imageType: 'thumbnail',
      backgroundStyle: 'rustic',
      plateStyle: 'new',
      imageStyle: 'natural',
    },
  };

  test('are distinguished by platform or size', async () => {
    const other = { ...doneGeneration, id: '01J00000000000000000000003', width: 1080, height: 1920 };
    fakeApi({ getMe: () => proUser, listGenerations: () => ({ items: [menuImage, other], total: 2 }) });
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByText('DoorDash', { exact: true })).toBeVisible();
    await expect.element(page.getByText('1080 × 1920')).toBeVisible();
  });

  test('of a menu are edited in the Menu Enhancer Pack, those of the studio there', async () => {
    const studioImage = { ...doneGeneration, id: '01J00000000000000000000003', menuItemName: 'Soup' };
    fakeApi({ getMe: () => proUser, listGenerations: () => ({ items: [menuImage, studioImage], total: 2 }) });
    const { address, router } = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await page.getByRole('button', { name: 'Edit Classic Burger' }).click();
    expect(address()).toBe(paths.studio('menu-enhancer'));
    expect(draftOfEdit(router.state.location.state)).toMatchObject({
      photo: {
        source: { type: 'generation', generationId: menuImage.id, variation: 0 },
        name: 'Classic Burger',
      },
      platform: 'doordash',
      imageType: 'thumbnail',
      backgroundStyle: 'rustic',
      plateStyle: 'current',
    });
    await router.navigate(-1);
    await page.getByRole('button', { name: 'Edit Soup' }).click();
    expect(address()).toBe(paths.home);
    expect(draftOfEdit(router.state.location.state)).toBeUndefined();
  });

  test('of a menu make a social post where the plan no longer has the Menu Pack, and say so', async () => {
    fakeApi({ getMe: () => freeUser, listGenerations: () => ({ items: [menuImage], total: 1 }) });
    const { address } = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await page.getByRole('button', { name: 'View Classic Burger' }).click();
    const dialog = page.getByRole('dialog', { name: 'Classic Burger' });
    await expect.element(dialog.getByRole('button', { name: 'Make a social post from this' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Make a social post from Classic Burger' }).click();
    expect(address()).toBe(paths.home);
  });

  test('say so when their picture cannot be loaded', async () => {
    fakeApi({ getMe: () => proUser, listGenerations: withImage });
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByText("Couldn't load this picture.", { exact: false })).toBeVisible();
  });

  test('are not read again because an image had ended before', async () => {
    const Followed = () => (useFollowGenerations([doneGeneration.id]).all[0] ? <p>Known</p> : null);
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: withImage,
      getGeneration: () => doneGeneration,
    });
    await renderInApp(
      <>
        <GalleryPage />
        <Followed />
      </>,
    );
    await expect.element(page.getByText('Known')).toBeVisible();
    await expect.element(page.getByText('1 image, with all variations')).toBeVisible();
    expect(api.requests('listGenerations')).toHaveLength(1);
  });
});

test('gallery and viewer have room for large text', async () => {
  // Of a phone whose letters are twice as large.
  await page.viewport(195, 422);
  onTestFinished(() => page.viewport(1280, 800));
  const second = { ...doneGeneration, id: '01J00000000000000000000002' };
  fakeApi({ getMe: () => proUser, listGenerations: () => ({ items: [doneGeneration, second], total: 2 }) });
  await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
  const ends = (button: Locator) => button.element().getBoundingClientRect();
  const card = page.getByRole('button', { name: /^Delete / }).first();
  await expect.element(card).toBeInTheDocument();
  expect(ends(card).right).toBeLessThanOrEqual(195);
  await page
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const viewer = page.getByRole('dialog');
  for (const name of ['Delete', 'Edit', 'Download', 'Next image']) {
    const button = viewer.getByRole('button', { name, exact: true });
    await expect.element(button).toBeInTheDocument();
    const { left, right } = ends(button);
    expect(left, name).toBeGreaterThanOrEqual(0);
    expect(right, name).toBeLessThanOrEqual(195);
  }
  const details = viewer.getByText(/^Square Feed ·/).element();
  expect(details.getBoundingClientRect().width).toBeGreaterThan(80);
});
