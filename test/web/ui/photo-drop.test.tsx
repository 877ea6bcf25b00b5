import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { PhotoDrop } from '#web/ui/photo-drop.tsx';

const photo = new File(['photo'], 'burger.jpg', { type: 'image/jpeg' });
const input = () => document.querySelector<HTMLInputElement>('input[type=file]');

async function pick(file: File): Promise<void> {
  const element = input();
  if (element === null) throw new Error('There is no file input');
  await userEvent.upload(element, file);
}

describe('where a photo is dropped', () => {
  test('the same photo can be picked twice, and a file of another type is passed on', async () => {
    const onFile = vi.fn<(file: File) => void>();
    await renderInApp(<PhotoDrop title="Upload a photo" hint="JPG" onFile={onFile} />, { signedIn: false });
    await expect.element(page.getByRole('button', { name: 'Upload a photo JPG' })).toBeVisible();
    await pick(photo);
    await pick(photo);
    await pick(new File(['menu'], 'menu.pdf', { type: 'application/pdf' }));
    await expect
      .poll(() => onFile.mock.calls.map(([file]) => file.name))
      .toEqual(['burger.jpg', 'burger.jpg', 'menu.pdf']);
  });

  test('is marked while a photo is dragged over it', async () => {
    await renderInApp(<PhotoDrop title="Upload a photo" hint="JPG" onFile={() => {}} />, { signedIn: false });
    const zone = page.getByRole('button', { name: 'Upload a photo JPG' });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(photo);
    const drag = (type: 'dragover' | 'dragleave') =>
      zone.element().dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    drag('dragover');
    await expect.element(zone).toHaveAttribute('data-dragging');
    drag('dragleave');
    await expect.element(zone).not.toHaveAttribute('data-dragging');
  });

  test('takes nothing while a photo is uploaded, and shows how much was sent', async () => {
    await renderInApp(<PhotoDrop title="Upload a photo" hint="JPG" progress={0.468} onFile={() => {}} />, {
      signedIn: false,
    });
    await expect.element(page.getByText('47% sent')).toBeVisible();
    expect(input()?.disabled).toBe(true);
  });
});

test('several files at once are all passed on', async () => {
  const onFile = vi.fn<(file: File, all: readonly File[]) => void>();
  await renderInApp(<PhotoDrop title="Upload a photo" hint="JPG" onFile={onFile} />, { signedIn: false });
  const dataTransfer = new DataTransfer();
  for (const name of ['soup.jpg', 'cake.jpg', 'tea.jpg'])
    dataTransfer.items.add(new File([name], name, { type: 'image/jpeg' }));
  // As a drop does, whose folders no script can imitate.
  const element = input();
  if (element === null) throw new Error('There is no file input');
  element.files = dataTransfer.files;
  element.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await expect
    .poll(() => onFile.mock.calls.map(([file, all]) => [file.name, all.map(({ name }) => name)]))
    .toEqual([['soup.jpg', ['soup.jpg', 'cake.jpg', 'tea.jpg']]]);
});

test('the camera of a phone gives one photo', async () => {
  const onFile = vi.fn<(file: File, all: readonly File[]) => void>();
  await renderInApp(<PhotoDrop title="Upload a photo" hint="JPG" onFile={onFile} />, { signedIn: false });
  const camera = document.querySelector<HTMLInputElement>('input[capture=environment]');
  if (camera === null) throw new Error('There is no camera');
  await userEvent.upload(camera, photo);
  expect(onFile.mock.calls).toEqual([[expect.any(File), [expect.any(File)]]]);
  expect(camera.value).toBe('');
});
