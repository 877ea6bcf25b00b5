import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { FileSlot } from '#web/admin/site-images/file-slot.tsx';

function Slot() {
  const [file, setFile] = useState<File>();
  return (
    <>
      <FileSlot label="Before Image" file={file} onFile={setFile} />
      <p>{file ? `Chosen: ${file.name}` : 'Nothing chosen'}</p>
    </>
  );
}

const picture = (name: string) => new File(['picture'], name, { type: 'image/jpeg' });
const menu = new File(['menu'], 'menu.pdf', { type: 'application/pdf' });

/** Several files are given to the input, as a drop does, whose folders no script can imitate. */
function drop(...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('There is no file input');
  input.files = dataTransfer.files;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

describe('the place for one picture', () => {
  test('asks for one when several are dropped', async () => {
    await renderInApp(<Slot />, { signedIn: false });
    drop(picture('soup.jpg'), picture('cake.jpg'));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Please drop one picture here.');
    await expect.element(page.getByText('Nothing chosen')).toBeVisible();
    drop(picture('soup.jpg'));
    await expect.element(page.getByText('Chosen: soup.jpg')).toBeVisible();
    expect(page.getByText('Please drop one picture here.').elements()).toEqual([]);
  });

  test('keeps its picture when several are dropped on it', async () => {
    await renderInApp(<Slot />, { signedIn: false });
    drop(picture('soup.jpg'));
    await expect.element(page.getByText('Chosen: soup.jpg')).toBeVisible();
    drop(menu, picture('cake.jpg'), picture('tea.jpg'));
    await expect.element(page.getByText('Please drop one picture here.')).toBeVisible();
    await expect.element(page.getByText('Chosen: soup.jpg')).toBeVisible();
  });

  test('refuses another kind of file', async () => {
    await renderInApp(<Slot />, { signedIn: false });
    drop(menu);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Please choose a JPG, PNG, WebP or AVIF image');
  });
});
