import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { enlargeText } from '#test/support/large-text.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { customDish } from '#web/studio/custom-dish.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const { id, source, menuItemName: name, createdAt } = doneGeneration;

test.each([
  ['beside each other on a phone', false],
  ['below each other with large letters', true],
])('the paths stand %s', async (_, isLarge) => {
  if (isLarge) await enlargeText();
  else {
    await page.viewport(320, 640);
    onTestFinished(() => page.viewport(1280, 800));
  }
  fakeApi({ getMe: () => proUser });
  saveWizard('test-user', {
    ...initialState,
    step: 3,
    formatId: 'square_feed',
    dish: customDish(id, { source, name, imageUrl: '/samples/burger.jpg', createdAt }),
  });
  await renderInApp(<StudioPage />, { at: '/studio' });
  const people = page.getByRole('button', { name: /^Create UGC Content/ });
  await expect.element(people).toBeVisible();
  const [first, second] = [people, page.getByRole('button', { name: /^Social Post/ })].map((path) =>
    path.element().getBoundingClientRect(),
  );
  expect((second?.top ?? 0) > (first?.top ?? 0)).toBe(isLarge);
});
