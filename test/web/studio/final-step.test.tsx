import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { beyondSides, enlargeText } from '#test/support/large-text.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { customDish } from '#web/studio/custom-dish.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState } from '#web/studio/wizard.ts';
import { loadWizard, saveWizard } from '#web/studio/wizard-storage.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const { id, source, menuItemName: name, createdAt } = doneGeneration;
const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

async function openFinalTouches(brandKit = proUser.brandKit) {
  fakeApi({ getMe: () => ({ ...proUser, brandKit }) });
  saveWizard('test-user', {
    ...initialState,
    step: 3,
    innerStep: 'final',
    formatId: 'square_feed',
    dish: customDish(id, { source, name, imageUrl: '/samples/burger.jpg', createdAt }),
  });
  await renderInApp(<StudioPage />, { at: '/studio' });
  await page.getByText('Font, colour and logo').click();
}

const kept = () => loadWizard('test-user').promoLook;

test('font, colour and logo of the words are chosen, and given back to the brand kit', async () => {
  const look = { font: 'playfair', colors: { words: '#fff7e6', accent: '#2f6b3c' } } as const;
  await openFinalTouches({ look, logo: { url: dot, width: 200, height: 100 } });
  const logo = page.getByRole('checkbox', { name: 'My logo on the picture' });
  await expect.element(logo).not.toBeChecked();
  await page.getByText('My logo on the picture').click();
  await expect.poll(kept).toEqual({ font: 'playfair', color: '#fff7e6', logo: true });
  await page.getByRole('radio', { name: /^Lobster/ }).click({ force: true });
  await page.getByRole('button', { name: /#f2a93b/i }).click();
  await expect.poll(kept).toEqual({ font: 'lobster', color: '#f2a93b', logo: true });
  await page.getByRole('button', { name: 'As in my brand kit' }).click();
  await expect.poll(kept).toBeNull();
  await expect.element(logo).not.toBeChecked();
});

test('without a logo, the way to add one is shown', async () => {
  await openFinalTouches();
  await expect
    .element(page.getByRole('link', { name: 'Add one in your account' }))
    .toHaveAttribute('href', '/account');
  expect(page.getByRole('checkbox', { name: 'My logo on the picture' }).query()).toBeNull();
});

test('has room for large letters of a user’s style sheet', async () => {
  await enlargeText();
  await openFinalTouches();
  await expect.element(page.getByRole('radio', { name: /^Lobster/ })).toBeVisible();
  expect(beyondSides()).toEqual([]);
  scrollTo(0, 0);
  const covered = page
    .getByRole('tab')
    .elements()
    .filter((tab) => {
      const { left, top, width, height } = tab.getBoundingClientRect();
      return !tab.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  expect(covered).toEqual([]);
});
