import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ManagedLandingImage } from '#shared/api/site.ts';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { LandingImagesPage } from '#web/admin/landing-images/landing-images-page.tsx';

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

test('an empty file is refused in plain words, before anything is sent', async () => {
  const api = fakeApi({ listAllLandingImages: () => ({ images: [] }) });
  await renderInApp(<LandingImagesPage />);
  await expect.element(page.getByRole('heading', { name: 'No images in this section yet' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('The page has no place for files');
  await userEvent.upload(input, new File([], 'empty.jpg', { type: 'image/jpeg' }));
  await expect
    .element(page.getByText('This file is empty. Please choose another one.').first())
    .toBeVisible();
  expect(api.requests('createSiteUpload')).toEqual([]);
});

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
