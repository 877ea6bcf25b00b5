import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { Maintenance } from '#web/app/maintenance.tsx';

const offer = { freeCredits: 2, outpaintCredits: 0, specialPackLabel: '' };
const title = page.getByText('We are working on PlatePost');
const screen = page.getByRole('textbox', { name: 'Dish' });

function render(isForMaking: boolean) {
  return renderInApp(
    <Maintenance isForMaking={isForMaking}>
      <input aria-label="Dish" />
    </Maintenance>,
  );
}

test.each([
  ['generation', true, /No new pictures can be made for the moment/],
  ['all', false, /nothing can be changed for the moment/],
] as const)('says above the screen what cannot be done: %s', async (maintenance, isForMaking, words) => {
  fakeApi({ getOffer: () => ({ ...offer, maintenance }) });
  await render(isForMaking);
  await expect.element(title).toBeVisible();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(screen).toBeVisible();
});

test('says nothing at other times', async () => {
  const api = fakeApi({ getOffer: () => ({ ...offer, maintenance: 'off' }) });
  await render(true);
  await expect.poll(() => api.requests('getOffer').length).toBe(1);
  expect(title.elements()).toEqual([]);
});

test('a message page replaces a screen that only makes pictures, and then the screen comes back unchanged', async () => {
  const api = fakeApi({ getOffer: () => ({ ...offer, maintenance: 'off' }) });
  const { client } = await render(true);
  await screen.fill('Soup of the day');
  api.answer({ getOffer: () => ({ ...offer, maintenance: 'all' }) });
  await client.invalidateQueries();
  await expect
    .element(page.getByRole('heading', { name: 'We are working on PlatePost', level: 1 }))
    .toBeVisible();
  // A download writes an approval record, so that the API refuses it.
  await expect
    .element(page.getByText(/^No pictures can be made or downloaded for the moment\./))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open the gallery' }))
    .toHaveAttribute('href', '/studio?view=gallery');
  await expect.element(page.getByLabelText('Dish')).not.toBeVisible();
  api.answer({ getOffer: () => ({ ...offer, maintenance: 'off' }) });
  await client.invalidateQueries();
  await expect.element(screen).toHaveValue('Soup of the day');
  await expect.element(screen).toBeVisible();
  expect(title.elements()).toEqual([]);
});
