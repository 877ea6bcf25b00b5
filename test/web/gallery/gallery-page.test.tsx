import { useLocation } from 'react-router-dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { beyondSides, enlargeText } from '#test/support/large-text.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { burger } from '#test/web/studio/sample-dish.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';
import { resultsOf } from '#web/generations/results.ts';
import { shareFileQuery } from '#web/generations/share.ts';
import { useFollowGenerations } from '#web/generations/use-follow-generations.ts';
import { signOut } from '#web/lib/session.ts';
import { draftOfEdit, emptyDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';
import { paths } from '#web/paths.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const summer = { id: '01J00000000000000000000077', name: 'Summer', createdAt: '2026-01-01T00:00:00.000Z' };

/** Deletions are carried out when their message, with its Undo, is gone. */
async function closeMessage(): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  undo.element().parentElement?.querySelector<HTMLElement>('[data-part=close-trigger]')?.click();
}

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
    await expect.poll(() => api.requests('deleteGeneration')).toHaveLength(2);
    await expect.element(page.getByText('No images yet')).toBeVisible();
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

    // What cannot be deleted comes back.
    await renderInApp(<GalleryPage />);
    await expect.element(page.getByText('Failed to delete image')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'View Classic Burger' })).toBeVisible();
    const attempt = expect.objectContaining({ params: { generationId: doneGeneration.id } });
    expect(api.requests('deleteGeneration')).toEqual([attempt, attempt]);
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

  test('shares the covers of a few as files, where the device can', async () => {
    const share = vi.fn(async () => undefined);
    Object.assign(navigator, { canShare: () => true, share });
    const own = images.map((image) => ({
      ...image,
      variations: image.variations.map((each) => ({
        ...each,
        previewUrl: `/media/${image.menuItemName}-${each.index}.jpg`,
      })),
    }));
    fakeApi({ getMe: () => proUser, listGenerations: () => ({ items: own, total: 4 }) });
    try {
      const { client } = await renderInApp(<GalleryPage />);
      for (const result of own.flatMap(resultsOf)) {
        const file = new File(['picture'], `${result.generation.menuItemName}.jpg`, { type: 'image/jpeg' });
        client.setQueryData(shareFileQuery(result).queryKey, file);
      }
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      expect(bar.getByRole('button', { name: 'Share' }).elements()).toHaveLength(0);
      await pick('Soup').click();
      await pick('Tart').click();
      await bar.getByRole('button', { name: 'Share' }).click();
      await expect
        .poll(() => share.mock.calls)
        .toMatchObject([[{ files: [{ name: 'Soup.jpg' }, { name: 'Tart.jpg' }] }]]);
    } finally {
      Reflect.deleteProperty(navigator, 'canShare');
      Reflect.deleteProperty(navigator, 'share');
    }
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
    expect(api.requests('deleteGeneration')).toHaveLength(2);
  });
});

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
    await expect.element(page.getByText('The pictures were not marked')).toBeVisible();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: 'Cancel' }).click();
    for (const { menuItemName } of images)
      await expect
        .element(page.getByRole('button', { name: `Favourite: ${menuItemName}` }))
        .toHaveAttribute('aria-pressed', String(menuItemName === first.menuItemName));
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
    await expect.element(page.getByText('The pictures were not marked')).toBeVisible();
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
    const ids = api.requests('saveCollection').map(({ params }) => params.collectionId);
    expect(new Set(ids).size).toBe(1);
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

describe('the viewer', () => {
  const images = ['Soup', 'Pie', 'Tart'].map(
    (menuItemName, n): Generation => ({
      ...doneGeneration,
      id: `01J0000000000000000000001${n}`,
      menuItemName,
    }),
  );
  const dialog = (name: string) => page.getByRole('dialog', { name });

  async function viewing(name: string, more: Parameters<typeof fakeApi>[0] = {}) {
    const api = fakeApi({
      getMe: () => proUser,
      listGenerations: () => ({ items: images, total: images.length }),
      ...more,
    });
    const app = await renderInApp(<GalleryPage />, { at: paths.studio('gallery') });
    await page.getByRole('button', { name: `View ${name}` }).click();
    await expect.element(dialog(name)).toBeVisible();
    return { api, ...app };
  }

  test.each([320, 360])('shows all of its buttons on a phone of %i pixels', async (wide) => {
    await page.viewport(wide, 568);
    onTestFinished(() => page.viewport(1280, 800));
    await viewing('Pie');
    for (const name of ['Delete', 'Edit', 'Download']) {
      const button = dialog('Pie').getByRole('button', { name, exact: true }).element();
      expect(button.getBoundingClientRect().left, name).toBeGreaterThanOrEqual(0);
    }
  });

  test('leads to the images before and after by buttons and arrow keys, and Back closes it', async () => {
    const { address, router } = await viewing('Pie');
    await dialog('Pie').getByRole('button', { name: 'Next image' }).click();
    await expect.element(dialog('Tart')).toBeVisible();
    await expect
      .element(dialog('Tart').getByRole('button', { name: 'Next image' }))
      .toHaveAttribute('aria-disabled', 'true');
    expect(address()).toContain(`image=${images[2]?.id}`);
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(dialog('Soup')).toBeVisible();
    await router.navigate(-1);
    await expect.element(dialog('Soup')).not.toBeInTheDocument();
    expect(address()).toBe(paths.studio('gallery'));
    // The focus is where the user left.
    await expect.element(page.getByRole('button', { name: 'View Soup' })).toHaveFocus();
  });

  test('leaves the arrow keys to the divider and to the variations', async () => {
    await viewing('Pie');
    const divider = dialog('Pie').getByRole('slider');
    (divider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(divider).toHaveValue('51');
    await expect.element(dialog('Pie')).toBeVisible();
  });

  test('shows the next image on a swipe, but not while the divider is dragged or the finger moves down', async () => {
    await viewing('Pie');
    const swipe = (from: Element, x: number, y = 0) => {
      const touch = { pointerType: 'touch', isPrimary: true, bubbles: true };
      from.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: 200, clientY: 200 }));
      from.dispatchEvent(new PointerEvent('pointerup', { ...touch, clientX: 200 + x, clientY: 200 + y }));
    };
    const comparison = dialog('Pie').element().querySelector('[data-no-swipe]');
    expect(comparison?.contains(dialog('Pie').getByRole('slider').element())).toBe(true);
    swipe(comparison ?? document.body, -150);
    swipe(dialog('Pie').getByText('Pie', { exact: true }).element(), -100, 100);
    swipe(dialog('Pie').getByText('Pie', { exact: true }).element(), -20);
    await expect.element(dialog('Pie')).toBeVisible();
    swipe(dialog('Pie').getByText('Pie', { exact: true }).element(), -150);
    await expect.element(dialog('Tart')).toBeVisible();
    swipe(dialog('Tart').getByText('Tart', { exact: true }).element(), 150);
    await expect.element(dialog('Pie')).toBeVisible();
  });

  test('zooms by keys, buttons and a double tap; then the arrows move the picture', async () => {
    const drawn = { ...doneGeneration, id: images[1]?.id ?? '', menuItemName: 'Pie' };
    const preview = picture(400);
    const big = { ...drawn, variations: drawn.variations.map((each) => ({ ...each, previewUrl: preview })) };
    await viewing('Pie', { listGenerations: () => ({ items: [big, ...images.slice(2)], total: 2 }) });
    await dialog('Pie').getByRole('button', { name: 'Zoom', exact: true }).click();
    const frame = dialog('Pie').getByRole('application', { name: 'Pie, zoomed' });
    await expect.element(dialog('Pie').getByText(/The file that you download has 1080 × 1080/)).toBeVisible();
    (frame.element() as HTMLElement).focus();
    await userEvent.keyboard('+');
    const img = frame.getByRole('img');
    await expect.poll(() => new DOMMatrix(getComputedStyle(img.element()).transform).a).toBeCloseTo(1.5);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => new DOMMatrix(getComputedStyle(img.element()).transform).e).toBeLessThan(-20);
    await expect.element(dialog('Pie')).toBeVisible();
    await userEvent.keyboard('0');
    await expect.poll(() => new DOMMatrix(getComputedStyle(img.element()).transform).a).toBe(1);
    await frame.dblClick();
    await expect.poll(() => new DOMMatrix(getComputedStyle(img.element()).transform).a).toBeGreaterThan(1);
    await dialog('Pie').getByRole('button', { name: 'Fit' }).click();
    // Fitted, the arrows lead on.
    (frame.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(dialog('Tart')).toBeVisible();
  });

  test('puts the variations side by side, and says what cannot be loaded', async () => {
    await viewing('Pie');
    await dialog('Pie').getByRole('button', { name: 'Side by side' }).click();
    await expect.poll(() => dialog('Pie').getByRole('figure').elements().length).toBe(2);
    await expect.poll(() => dialog('Pie').getByRole('alert').elements().length).toBe(2);
    await dialog('Pie').getByRole('button', { name: 'Zoom', exact: true }).click();
    await expect.element(dialog('Pie').getByRole('alert')).toBeVisible();
  });

  test('begins another picture with the same choices, or the same picture in another size', async () => {
    const { router, address } = await viewing('Pie');
    await dialog('Pie').getByRole('button', { name: 'Make another like this' }).click();
    expect(address()).toBe(paths.home);
    expect(router.state.location.state).toMatchObject({
      again: { choices: { formatId: 'square_feed', filter: { id: 'liquidgold' } }, photo: null },
    });
    await router.navigate(-1);
    await dialog('Pie').getByRole('button', { name: 'New size of this' }).click();
    expect(router.state.location.state).toMatchObject({
      again: { choices: { formatId: null }, photo: { source: { type: 'sample', itemId: 'burger' } } },
    });
  });

  test('of a menu begins another with the same choices in the Menu Enhancer Pack', async () => {
    const menu = {
      platform: 'uber',
      imageType: 'menu',
      backgroundStyle: 'marble',
      plateStyle: 'rustic',
      imageStyle: 'natural',
    };
    const item = { ...doneGeneration, kind: 'menu', studio: null, menu, menuItemName: 'Pie' } as const;
    const { router, address } = await viewing('Pie', {
      listGenerations: () => ({ items: [item], total: 1 }),
    });
    await expect
      .element(dialog('Pie').getByRole('button', { name: 'New size of this' }))
      .not.toBeInTheDocument();
    await dialog('Pie').getByRole('button', { name: 'Make another like this' }).click();
    expect(address()).toBe(paths.studio('menu-enhancer'));
    expect(draftOfEdit(router.state.location.state)).toMatchObject({ ...menu, photo: null });
  });
});

/** The address of a square picture. */
function picture(side: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.fillRect(0, 0, side / 2, side);
  return canvas.toDataURL('image/png');
}
