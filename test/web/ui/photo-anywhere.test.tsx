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
