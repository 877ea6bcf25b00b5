import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { MaintenanceNotice } from '#web/ui/maintenance-notice.tsx';
import { PhotoAnywhere } from '#web/ui/photo-anywhere.tsx';

/** Drops a photo on the page; returns whether the browser is kept from opening it. */
function drop(): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['photo'], 'soup.jpg', { type: 'image/jpeg' }));
  const init = { bubbles: true, cancelable: true, dataTransfer };
  document.body.dispatchEvent(new DragEvent('dragover', init));
  const event = new DragEvent('drop', init);
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

test.each([
  ['takes a photo that is dropped anywhere', 'generation', ['soup.jpg']],
  ['takes none behind the page of a maintenance, and does not let the browser open it', 'all', []],
] as const)('%s', async (_, maintenance, taken) => {
  fakeApi({ getOffer: () => ({ freeCredits: 2, outpaintCredits: 0, specialPackLabel: '', maintenance }) });
  const names: string[] = [];
  await renderInApp(
    <>
      <MaintenanceNotice />
      <PhotoAnywhere hint="Drop it" onFile={({ name }) => names.push(name)} />
    </>,
  );
  await expect.element(page.getByText('We are working on PlatePost')).toBeVisible();
  expect(drop()).toBe(true);
  expect(names).toEqual(taken);
});

/** Pastes a picture of cells, with their text if a spreadsheet has copied them; returns whether the field gets nothing. */
function paste(into: Element, text?: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File(['cells'], 'image.png', { type: 'image/png' }));
  if (text !== undefined) clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
  into.dispatchEvent(event);
  return event.defaultPrevented;
}

test('takes a pasted picture, and leaves cells of a spreadsheet to the field', async () => {
  const names: string[] = [];
  await renderInApp(
    <>
      <input aria-label="Dish" />
      <PhotoAnywhere hint="Drop it" onFile={({ name }) => names.push(name)} />
    </>,
  );
  const field = page.getByLabelText('Dish');
  await expect.element(field).toBeVisible();
  expect(paste(field.element(), 'Soup\t4')).toBe(false);
  expect(names).toEqual([]);
  expect(paste(field.element())).toBe(true);
  // A file that is copied from a folder comes with its name as text.
  expect(paste(document.body, 'image.png')).toBe(true);
  expect(names).toEqual(['image.png', 'image.png']);
});

test('promises nothing over a dialog, which has another purpose', async () => {
  const names: string[] = [];
  await renderInApp(
    <>
      <div role="dialog">
        <textarea aria-label="Names" />
      </div>
      <PhotoAnywhere hint="Drop it" onFile={({ name }) => names.push(name)} />
    </>,
  );
  const field = page.getByLabelText('Names');
  await expect.element(field).toBeVisible();
  expect(paste(field.element(), 'Soup\t4')).toBe(false);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['photo'], 'soup.jpg', { type: 'image/jpeg' }));
  document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(page.getByText('Drop it')).not.toBeInTheDocument();
  expect(drop()).toBe(true);
  expect(names).toEqual([]);
});
