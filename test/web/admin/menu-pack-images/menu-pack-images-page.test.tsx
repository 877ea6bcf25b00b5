import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ManagedMenuPackImage } from '#shared/api/site.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { MenuPackImagesPage } from '#web/admin/menu-pack-images/menu-pack-images-page.tsx';
import { notify } from '#web/lib/notify.ts';
import { putFile } from '#web/lib/put-file.ts';

vi.mock('#web/lib/put-file.ts', () => ({ putFile: vi.fn() }));

const pair: ManagedMenuPackImage = {
  id: '01J00000000000000000000001',
  url: '/media/site/after.jpg',
  width: 1200,
  height: 900,
  renditions: [{ url: '/media/site/after.jpg', width: 1200 }],
  title: 'Garden salad',
  description: null,
  displayOrder: 1,
  section: 'comparison',
  platform: null,
  beforeUrl: '/media/site/before.jpg',
  beforeRenditions: [{ url: '/media/site/before.jpg', width: 1200 }],
  isActive: true,
  createdAt: '2026-11-21T12:00:00.000Z',
};

describe('the images of the menu-pack page', () => {
  test('leave the form usable while they load', async () => {
    fakeApi({ listAllMenuPackImages: pending });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByRole('heading', { name: 'Add a pair' })).toBeVisible();
    expect(page.getByText('No comparisons yet').elements()).toEqual([]);
  });

  test('are empty', async () => {
    fakeApi({ listAllMenuPackImages: () => ({ images: [] }) });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByText('No comparisons yet')).toBeVisible();
    await expect.element(page.getByText('No platform guides yet')).toBeVisible();
  });

  test('that could not be loaded say so, and load again', async () => {
    const api = fakeApi({ listAllMenuPackImages: () => problem('forbidden', 'Staff only') });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
    await expect.element(page.getByText('Failed to fetch images: Staff only')).toBeVisible();
    api.answer({ listAllMenuPackImages: () => ({ images: [pair] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('1/1 active')).toBeVisible();
  });

  test('count one guide for each platform, and name those without', async () => {
    const guide = (id: number, platform: ManagedMenuPackImage['platform'], isActive = true) => ({
      ...pair,
      id: `01J0000000000000000000001${id}`,
      section: 'platform_guide' as const,
      platform,
      isActive,
    });
    const images = [
      guide(1, 'uber'),
      guide(2, 'uber'),
      guide(3, 'deliveroo'),
      guide(4, 'justeat'),
      guide(5, 'doordash'),
      guide(6, 'grubhub', false),
    ];
    fakeApi({ listAllMenuPackImages: () => ({ images }) });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByText('4/5 active')).toBeVisible();
    await expect.element(page.getByText('Without an active guide: Grubhub')).toBeVisible();
  });

  test('are shown by section, with the number of visible ones', async () => {
    const guide: ManagedMenuPackImage = {
      ...pair,
      id: '01J00000000000000000000002',
      section: 'platform_guide',
      platform: 'deliveroo',
      title: 'Ramen',
      isActive: false,
    };
    fakeApi({ listAllMenuPackImages: () => ({ images: [pair, guide] }) });
    await renderInApp(<MenuPackImagesPage />);
    await expect.element(page.getByText('1/1 active')).toBeVisible();
    await expect.element(page.getByText('0/1 active')).toBeVisible();
    await expect.element(page.getByText('Garden salad').first()).toBeVisible();
    await expect.element(page.getByText('Ramen').first()).toBeVisible();
    // What can be read on the button is in its name.
    const compare = page.getByRole('button', { name: /^Compare Garden salad Before After$/ });
    await expect.element(compare).toBeVisible();
  });

  test('that cannot be hidden say why', async () => {
    const api = fakeApi({
      listAllMenuPackImages: () => ({ images: [pair] }),
      updateMenuPackImage: () => problem('busy', 'Please try again'),
    });
    await renderInApp(<MenuPackImagesPage />);
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect.element(page.getByText('Failed to update: Please try again')).toBeVisible();
    expect(api.requests('updateMenuPackImage')).toMatchObject([{ body: { isActive: false } }]);
  });
});

describe('a pair that is added', () => {
  const jpeg = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' });
  /** One pixel; the browser converts it to JPEG. */
  const gif = new File(
    [Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs='), (char) => char.charCodeAt(0))],
    'slow.gif',
    { type: 'image/gif' },
  );
  const uploadIds = ['A', 'B', 'C', 'D'].map((end) => `01J0000000000000000000000${end}`);
  const button = () => page.getByRole('button', { name: 'Upload Images' });

  async function choose(place: 'before' | 'after', file: File): Promise<void> {
    const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    const input = inputs[place === 'before' ? 0 : 1];
    if (input === undefined) throw new Error(`There is no place for the picture ${place}`);
    await userEvent.upload(input, file);
  }

  const neverSent: typeof putFile = (_target, _file, _onProgress, signal) =>
    new Promise((_resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', reject);
    });

  let api: FakeApi;

  beforeEach(() => {
    // The message on leaving gives way to one that was shown within the last second.
    notify.clear();
    vi.mocked(putFile).mockReset().mockResolvedValue();
    api = fakeApi({
      listAllMenuPackImages: () => ({ images: [] }),
      createSiteUpload: () => ({
        uploadId: uploadIds[api.requests('createSiteUpload').length - 1] ?? '',
        url: 'https://bucket.example/upload',
        headers: {},
        expiresAt: '2026-11-21T12:00:00.000Z',
      }),
      addMenuPackImage: ({ body }) => ({ ...pair, id: body.uploadId }),
    });
  });

  test('leaves what was typed for the next one while it was sent', async () => {
    const sent = Promise.withResolvers<void>();
    vi.mocked(putFile).mockReturnValue(sent.promise);
    await renderInApp(<MenuPackImagesPage />);
    const title = page.getByLabelText(/^Title/);
    await choose('before', jpeg('before.jpg'));
    await choose('after', jpeg('after.jpg'));
    await title.fill('Ramen');
    await button().click();
    await expect.poll(() => vi.mocked(putFile).mock.calls).toHaveLength(1);
    await title.fill('Pad thai');
    sent.resolve();
    await expect.element(page.getByText('Images uploaded successfully!')).toBeVisible();
    await expect.element(page.getByText('before.jpg + after.jpg')).not.toBeInTheDocument();
    await expect.element(title).toHaveValue('Pad thai');
    expect(api.requests('addMenuPackImage')).toMatchObject([{ body: { title: 'Ramen' } }]);
  });

  test.each([
    ['a title', () => page.getByLabelText(/^Title/).fill('Ramen')],
    ['one picture', () => choose('before', jpeg('before.jpg'))],
  ])('asks before %s is lost, until it is published', async (_, change) => {
    const { router, address } = await renderInApp(<MenuPackImagesPage />, { at: '/admin/menu-pack-images' });
    const isGuarded = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isGuarded()).toBe(false);
    await change();
    await expect.poll(isGuarded).toBe(true);
    void router.navigate('/admin');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(address()).toBe('/admin/menu-pack-images');
    await choose('before', jpeg('before.jpg'));
    await choose('after', jpeg('after.jpg'));
    await button().click();
    await expect.element(page.getByText('Images uploaded successfully!')).toBeVisible();
    await expect.poll(isGuarded).toBe(false);
    void router.navigate('/admin');
    await expect.poll(address).toBe('/admin');
  });

  test('is not disturbed by one that was cancelled while its pictures were read', async () => {
    const read = createImageBitmap;
    const slow = Promise.withResolvers<void>();
    vi.stubGlobal('createImageBitmap', async (file: File) => {
      await slow.promise;
      return read(file);
    });
    vi.mocked(putFile).mockImplementation(neverSent);
    await renderInApp(<MenuPackImagesPage />);
    await choose('before', gif);
    await choose('after', jpeg('after.jpg'));
    await button().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await choose('before', jpeg('before.jpg'));
    await button().click();
    await expect.poll(() => vi.mocked(putFile).mock.calls).toHaveLength(1);
    slow.resolve();
    // Everything that follows the preparation has happened.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect.element(page.getByText('before.jpg + after.jpg')).toBeVisible();
    expect(api.requests('createSiteUpload')).toHaveLength(1);
  });

  describe('without an answer', () => {
    const added = () => api.requests('addMenuPackImage').map(({ body }) => body);

    async function add(): Promise<void> {
      await renderInApp(<MenuPackImagesPage />);
      await choose('before', jpeg('before.jpg'));
      await choose('after', jpeg('after.jpg'));
      await page.getByLabelText(/^Title/).fill('Ramen');
      await button().click();
    }

    test('is not published again when the list has it', async () => {
      api.answer({
        addMenuPackImage: offline,
        listAllMenuPackImages: () => ({ images: added().map(({ uploadId }) => ({ ...pair, id: uploadId })) }),
      });
      await add();
      await expect.element(page.getByText('Images uploaded successfully!')).toBeVisible();
      await expect.element(page.getByText('Garden salad').first()).toBeVisible();
      await expect.element(page.getByLabelText(/^Title/)).toHaveValue('');
    });

    test('is added under the same ids again, without sending its pictures again', async () => {
      api.answer({ addMenuPackImage: offline });
      await add();
      await expect.element(page.getByText(/^Upload failed: We couldn’t reach PlatePost/)).toBeVisible();
      expect(api.requests('listAllMenuPackImages')).toHaveLength(2);
      api.answer({ addMenuPackImage: ({ body }) => ({ ...pair, id: body.uploadId }) });
      await button().click();
      await expect.element(page.getByText('Images uploaded successfully!')).toBeVisible();
      expect(added()).toHaveLength(2);
      expect(added()[1]).toEqual(added()[0]);
      expect(new Set([added()[0]?.uploadId, added()[0]?.beforeUploadId])).toEqual(
        new Set(uploadIds.slice(0, 2)),
      );
      expect(vi.mocked(putFile).mock.calls).toHaveLength(2);
    });

    test('is another one with another title', async () => {
      api.answer({ addMenuPackImage: offline });
      await add();
      await expect.element(page.getByText(/^Upload failed: We couldn’t reach PlatePost/)).toBeVisible();
      api.answer({ addMenuPackImage: ({ body }) => ({ ...pair, id: body.uploadId }) });
      await page.getByLabelText(/^Title/).fill('Miso ramen');
      await button().click();
      await expect.element(page.getByText('Images uploaded successfully!')).toBeVisible();
      const ids = added().flatMap(({ uploadId, beforeUploadId }) => [uploadId, beforeUploadId]);
      expect(new Set(ids)).toEqual(new Set(uploadIds));
    });

    test('says so when the list cannot be read, either', async () => {
      await renderInApp(<MenuPackImagesPage />);
      await expect.element(page.getByText('No comparisons yet')).toBeVisible();
      api.answer({ addMenuPackImage: offline, listAllMenuPackImages: offline });
      await choose('before', jpeg('before.jpg'));
      await choose('after', jpeg('after.jpg'));
      await button().click();
      await expect.element(page.getByText(/^Upload failed: We couldn’t reach PlatePost/)).toBeVisible();
    });

    test('sends its pictures again after an answer says that they are gone', async () => {
      api.answer({ addMenuPackImage: () => problem('upload_missing') });
      await add();
      await expect.element(page.getByText(/^Upload failed: /)).toBeVisible();
      expect(api.requests('listAllMenuPackImages')).toHaveLength(1);
      await button().click();
      await expect.poll(added).toHaveLength(2);
      expect(vi.mocked(putFile).mock.calls).toHaveLength(4);
    });
  });

  describe('when the page is left', () => {
    const cancelled = page.getByText('1 upload was cancelled because you left the page.');

    test('is cancelled while it is sent, and that is said', async () => {
      vi.mocked(putFile).mockImplementation(neverSent);
      await renderInApp(<Visit />);
      await choose('before', jpeg('before.jpg'));
      await choose('after', jpeg('after.jpg'));
      await button().click();
      await expect.poll(() => vi.mocked(putFile).mock.calls).toHaveLength(1);
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect.element(cancelled).toBeVisible();
      expect(vi.mocked(putFile).mock.lastCall?.[3].aborted).toBe(true);
    });

    test('is published once it was sent, or says why not', async () => {
      const added = Promise.withResolvers<ReturnType<typeof problem>>();
      api.answer({ addMenuPackImage: () => added.promise });
      await renderInApp(<Visit />);
      await choose('before', jpeg('before.jpg'));
      await choose('after', jpeg('after.jpg'));
      await button().click();
      await expect.poll(() => api.requests('addMenuPackImage')).toHaveLength(1);
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect.element(page.getByText('Another page')).toBeVisible();
      expect(cancelled.elements()).toEqual([]);
      added.resolve(problem('conflict', 'This page is full'));
      await expect.element(page.getByText('Upload failed: This page is full')).toBeVisible();
    });

    test('is not mentioned when there is none', async () => {
      await renderInApp(<Visit />);
      await choose('before', jpeg('before.jpg'));
      await choose('after', jpeg('after.jpg'));
      await button().click();
      await expect.element(page.getByText('Images uploaded successfully!')).toBeVisible();
      notify.clear();
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect.element(page.getByText('Another page')).toBeVisible();
      expect(cancelled.elements()).toEqual([]);
    });
  });
});

function Visit() {
  const [isHere, setHere] = useState(true);
  if (!isHere) return <p>Another page</p>;
  return (
    <>
      <MenuPackImagesPage />
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  );
}
