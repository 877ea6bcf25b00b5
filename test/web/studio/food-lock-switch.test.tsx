import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { customDish } from '#web/studio/custom-dish.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { loadWizard, saveWizard } from '#web/studio/wizard-storage.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const { id, source, menuItemName: name, createdAt } = doneGeneration;

const draft: WizardState = {
  ...initialState,
  step: 3,
  innerStep: 'professional',
  formatId: 'square_feed',
  dish: customDish(id, { source, name, imageUrl: '/samples/burger.jpg', createdAt }),
};

const lock = page.getByRole('checkbox', { name: 'Keep my dish exactly as it is' });
const overhead = page.getByRole('button', { name: /^Overhead/ });

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser });
});
afterEach(() => localStorage.removeItem('platepost.food-lock'));

async function openStudio(state: WizardState) {
  saveWizard('test-user', state);
  return renderInApp(<StudioPage />, { at: '/studio' });
}

test('takes the camera angle away and says why, until it is turned off', async () => {
  await openStudio({ ...draft, cameraAngle: 'overhead' });
  await expect.element(overhead).toHaveAttribute('aria-pressed', 'true');
  await lock.click({ force: true });
  await expect.element(overhead).toBeDisabled();
  await expect.element(overhead).toHaveAttribute('aria-pressed', 'false');
  await expect
    .element(page.getByText('Another angle would redraw your dish.', { exact: false }))
    .toBeVisible();
  await lock.click({ force: true });
  await expect.element(overhead).toBeEnabled();
});

test('is offered where looks are chosen, remembered on this device and sent with the request', async () => {
  api.answer({ createGeneration: ({ body }) => ({ ...doneGeneration, id: body.id }) });
  api.answer({ getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }) });
  await openStudio({ ...draft, innerStep: 'ugc-filter', creationPath: 'social', filter: { id: 'popcrush' } });
  await lock.click({ force: true });
  await expect.element(lock).toBeChecked();
  expect(loadWizard('somebody-new').foodLock).toBe(true);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(lock).toBeChecked();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Generate Now' }).click();
  await expect.element(page.getByText('Dish kept exactly as it is').first()).toBeVisible();
  await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
  await expect.poll(() => api.requests('createGeneration')[0]?.body).toMatchObject({ foodLock: true });
});
