import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ManagedLandingImage } from '#shared/api/site.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { LandingImagesPage } from '#web/admin/landing-images/landing-images-page.tsx';
import { notify } from '#web/lib/notify.ts';
import { putFile } from '#web/lib/put-file.ts';

vi.mock('#web/lib/put-file.ts', () => ({ putFile: vi.fn() }));

const image: ManagedLandingImage = {
  id: '01J00000000000000000000001',
  url: '/media/site/burger.jpg',
  width: 1080,
  height: 1080,
  renditions: [{ url: '/media/site/burger.jpg', width: 1080 }],
  title: 'Friday burger',
  description: null,
  displayOrder: 1,
  section: 'hero',
  type: 'image',
  beforeUrl: null,
  beforeRenditions: [],
  isActive: true,
  createdAt: '2026-11-21T12:00:00.000Z',
};

describe('a file that is uploaded', () => {
  const jpeg = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' });
  const empty = new File([], 'empty.jpg', { type: 'image/jpeg' });

  async function choose(...files: File[]): Promise<void> {
    await expect.element(page.getByRole('button', { name: 'Upload Image' })).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('The page has no place for files');
    await userEvent.upload(input, files);
  }

  let api: FakeApi;

  beforeEach(() => {
    // The message on leaving gives way to one that was shown within the last second.
    notify.clear();
    vi.mocked(putFile).mockReset().mockResolvedValue();
    api = fakeApi({
      listAllLandingImages: () => ({ images: [] }),
      createSiteUpload: () => ({
        uploadId: `01J0000000000000000000000${api.requests('createSiteUpload').length}`,
        url: 'https://bucket.example/upload',
        headers: {},
        expiresAt: '2026-11-21T12:00:00.000Z',
      }),
      addLandingImage: ({ body }) => ({ ...image, id: body.uploadId }),
    });
  });

  test('is refused in plain words if it is empty, before anything is sent', async () => {
    await renderInApp(<LandingImagesPage />);
    await choose(empty);
    await expect
      .element(page.getByText('This file is empty. Please choose another one.').first())
      .toBeVisible();
    expect(api.requests('createSiteUpload')).toEqual([]);
  });

  test('is not lost by a reload without a question, until it is cancelled', async () => {
    const isGuarded = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    vi.mocked(putFile).mockReturnValue(new Promise(() => undefined));
    await renderInApp(<LandingImagesPage />);
    expect(isGuarded()).toBe(false);
    await choose(jpeg('burger.jpg'));
    await expect.poll(isGuarded).toBe(true);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect.poll(isGuarded).toBe(false);
  });

  test('is cancelled by leaving the page unless it was sent, and that is said', async () => {
    const added = Promise.withResolvers<ReturnType<typeof problem>>();
    api.answer({ addLandingImage: () => added.promise });
    await renderInApp(<Visit />);
    await choose(empty, jpeg('sent.jpg'), jpeg('waiting.jpg'), jpeg('last.jpg'));
    await expect.poll(() => api.requests('addLandingImage')).toHaveLength(1);
    notify.clear();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.element(page.getByText('2 uploads were cancelled because you left the page.')).toBeVisible();
    added.resolve(problem('conflict', 'This page is full'));
    await expect.element(page.getByText('This page is full')).toBeVisible();
    expect(api.requests('createSiteUpload')).toHaveLength(1);
  });

  test('waits in its place while another section is shown', async () => {
    await renderInApp(<LandingImagesPage />, { at: '/admin/landing-images?section=menu' });
    await expect.element(page.getByText('Before Image', { exact: true })).toBeVisible();
    const [before] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    if (!before) throw new Error('The form has no place for a file');
    await userEvent.upload(before, (await chequeredPhoto(200)).file);
    const empty = page.getByText('Choose an image, or drop one here');
    await expect.poll(() => empty.elements()).toHaveLength(1);
    await page.getByRole('tab', { name: 'Hero Section 0' }).click();
    await expect.element(page.getByRole('button', { name: 'Upload Image' })).toBeVisible();
    await page.getByRole('tab', { name: /^Menu Examples/ }).click();
    await expect.element(empty).toBeVisible();
  });

  describe('without an answer', () => {
    const added = () => api.requests('addLandingImage').map(({ body }) => body);
    const lost = /^We couldn’t reach PlatePost/;

    test('is not published again when the list has it', async () => {
      api.answer({
        addLandingImage: offline,
        listAllLandingImages: () => ({ images: added().map(({ uploadId }) => ({ ...image, id: uploadId })) }),
      });
      await renderInApp(<LandingImagesPage />);
      await choose(jpeg('burger.jpg'));
      await expect.element(page.getByText('Image uploaded successfully')).toBeVisible();
      await expect.element(page.getByText('Friday burger')).toBeVisible();
      expect(page.getByText('burger.jpg').elements()).toEqual([]);
    });

    test('is added under the same id by another try, without being sent again', async () => {
      api.answer({ addLandingImage: offline });
      await renderInApp(<LandingImagesPage />);
      await choose(jpeg('burger.jpg'));
      await expect.element(page.getByText(lost).first()).toBeVisible();
      expect(api.requests('listAllLandingImages')).toHaveLength(2);
      api.answer({ addLandingImage: ({ body }) => ({ ...image, id: body.uploadId }) });
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.element(page.getByText('Image uploaded successfully')).toBeVisible();
      expect(page.getByText('burger.jpg').elements()).toEqual([]);
      expect(added()).toHaveLength(2);
      expect(added()[1]).toEqual(added()[0]);
      expect(vi.mocked(putFile).mock.calls).toHaveLength(1);
    });

    describe('that is a pair', () => {
      const place = (index: 0 | 1) => {
        const input = document.querySelectorAll<HTMLInputElement>('input[type=file]')[index];
        if (!input) throw new Error('The form has no place for two files');
        return input;
      };
      const button = page.getByRole('button', { name: 'Upload Pair' });

      async function loseAnswer(): Promise<void> {
        api.answer({ addLandingImage: offline });
        await renderInApp(<LandingImagesPage />, { at: '/admin/landing-images?section=menu' });
        await expect.element(page.getByText('Before Image', { exact: true })).toBeVisible();
        await userEvent.upload(place(0), jpeg('before.jpg'));
        await userEvent.upload(place(1), jpeg('after.jpg'));
        await button.click();
        await expect.element(page.getByText(lost).first()).toBeVisible();
        expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
        api.answer({ addLandingImage: ({ body }) => ({ ...image, id: body.uploadId }) });
      }

      test('is added under the same ids by another press', async () => {
        await loseAnswer();
        await button.click();
        await expect.element(page.getByText('Image uploaded successfully')).toBeVisible();
        expect(page.getByText('after.jpg').elements()).toEqual([]);
        expect(added()).toHaveLength(2);
        expect(added()[1]).toEqual(added()[0]);
        expect(vi.mocked(putFile).mock.calls).toHaveLength(2);
      });

      test('is another one with another picture “before”', async () => {
        await loseAnswer();
        await userEvent.upload(place(0), jpeg('better.jpg'));
        await button.click();
        await expect.element(page.getByText('Image uploaded successfully')).toBeVisible();
        const ids = added().flatMap(({ uploadId, beforeUploadId }) => [uploadId, beforeUploadId]);
        expect(new Set(ids).size).toBe(4);
      });
    });

    test('cannot be tried again if it was refused', async () => {
      api.answer({ addLandingImage: () => problem('upload_unreadable', 'This image is damaged') });
      await renderInApp(<LandingImagesPage />);
      await choose(jpeg('burger.jpg'));
      await expect.element(page.getByText('This image is damaged').first()).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'Dismiss' }).first()).toBeVisible();
      expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
    });
  });
});

function Visit() {
  const [isHere, setHere] = useState(true);
  if (!isHere) return <p>Another page</p>;
  return (
    <>
      <LandingImagesPage />
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  );
}

describe('the images of the landing page', () => {
  test('show no count while they load', async () => {
    fakeApi({ listAllLandingImages: pending });
    await renderInApp(<LandingImagesPage />);
    await expect.element(page.getByRole('tab', { name: 'Hero Section …' })).toBeVisible();
    expect(page.getByText('No images in this section yet').elements()).toEqual([]);
  });

  test('are empty', async () => {
    fakeApi({ listAllLandingImages: () => ({ images: [] }) });
    await renderInApp(<LandingImagesPage />);
    await expect.element(page.getByRole('heading', { name: 'No images in this section yet' })).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'Hero Section 0' })).toBeVisible();
  });

  test('that could not be loaded say so, and load again', async () => {
    const api = fakeApi({ listAllLandingImages: () => problem('forbidden') });
    await renderInApp(<LandingImagesPage />);
    await expect.element(page.getByRole('heading', { name: 'Failed to fetch images' })).toBeVisible();
    api.answer({ listAllLandingImages: () => ({ images: [image] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('1 of 1 image active', { exact: false })).toBeVisible();
  });

  test('are shown by section', async () => {
    const carousel: ManagedLandingImage = {
      ...image,
      id: '01J00000000000000000000002',
      section: 'carousel',
      title: 'Slow ramen',
      isActive: false,
    };
    fakeApi({ listAllLandingImages: () => ({ images: [image, carousel] }) });
    await renderInApp(<LandingImagesPage />);
    await expect.element(page.getByText('Friday burger')).toBeVisible();
    expect(page.getByText('Slow ramen').elements()).toEqual([]);
    await page.getByRole('tab', { name: 'Carousel 1' }).click();
    await expect.element(page.getByText('Slow ramen')).toBeVisible();
    await expect.element(page.getByText('0 of 1 item active', { exact: false })).toBeVisible();
  });

  test('are edited without undoing what somebody else has changed meanwhile', async () => {
    const api = fakeApi({
      listAllLandingImages: () => ({ images: [image] }),
      updateLandingImage: () => ({ ...image, isActive: false, title: 'Monday burger' }),
    });
    await renderInApp(<LandingImagesPage />);
    await page.getByRole('button', { name: 'Edit Friday burger' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(/^Title/).fill('Monday burger');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(page.getByText('Image updated successfully')).toBeVisible();
    expect(api.requests('updateLandingImage').map(({ body }) => body)).toEqual([{ title: 'Monday burger' }]);
  });

  test('are edited until that is discarded, also when another one is saved late', async () => {
    const other = { ...image, id: '01J00000000000000000000002', title: 'Slow ramen' };
    const saved = Promise.withResolvers<ManagedLandingImage>();
    const api = fakeApi({
      listAllLandingImages: () => ({ images: [image, other] }),
      updateLandingImage: () => saved.promise,
    });
    await renderInApp(<LandingImagesPage />);
    await page.getByRole('button', { name: 'Edit Friday burger' }).click();
    const title = page.getByRole('dialog').getByLabelText(/^Title/);
    await title.fill('Monday burger');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(() => api.requests('updateLandingImage')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Edit Slow ramen' }).click();
    await title.fill('Quick ramen');
    saved.resolve({ ...image, title: 'Monday burger' });
    await expect.element(page.getByText('Image updated successfully')).toBeVisible();
    await expect.element(title).toHaveValue('Quick ramen');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(title).toHaveValue('Quick ramen');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(title).not.toBeInTheDocument();
  });

  test('that cannot be deleted stay, and say why', async () => {
    const api = fakeApi({
      listAllLandingImages: () => ({ images: [image] }),
      deleteLandingImage: () => problem('busy', 'Please try again'),
    });
    await renderInApp(<LandingImagesPage />);
    await page.getByRole('button', { name: 'Delete Friday burger' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Failed to delete image')).toBeVisible();
    await expect.element(page.getByText('Friday burger')).toBeVisible();
    expect(api.requests('deleteLandingImage')).toMatchObject([{ params: { imageId: image.id } }]);
  });
});
