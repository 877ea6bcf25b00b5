import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { GalleryPage } from '#web/gallery/gallery-page.tsx';
import { draftOfEdit } from '#web/menu-pack/menu-draft.ts';
import { paths } from '#web/paths.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

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

  test('has the focus in the place of Share when the networks have taken it', async () => {
    await viewing('Pie');
    const share = dialog('Pie').getByRole('button', { name: 'Share' });
    (share.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('Pie').getByRole('button', { name: 'WhatsApp' })).toBeVisible();
    await expect.element(dialog('Pie').getByRole('group', { name: 'Share' })).toHaveFocus();
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

  test('shows the thumbnail until the picture is there', async () => {
    await viewing('Pie');
    const picture = dialog('Pie').getByRole('img', { name: 'Pie, after' }).element();
    const [thumbnail] = images[1]?.variations.map(({ thumbnailUrl }) => thumbnailUrl) ?? [];
    expect(getComputedStyle(picture.parentElement as Element).backgroundImage).toContain(thumbnail);
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
