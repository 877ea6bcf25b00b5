import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const ofFree = page.getByText('Free pictures carry a small watermark. Starter and Pro have none.');
const ofPaid = page.getByText('The preview shows the watermark; your download has none.');

test('says what the plan’s watermark means for the file, and that only the preview has it after an upgrade', async () => {
  let me = freeUser;
  fakeApi({ getMe: () => me, getGeneration: () => ({ ...doneGeneration, watermarked: true }) });
  saveWizard('test-user', {
    ...initialState,
    step: 4,
    formatId: 'square_feed',
    generations: [doneGeneration.id],
    chosen: { generationId: doneGeneration.id, variation: 0 },
  });
  const { client } = await renderInApp(<StudioPage />, { at: '/studio' });
  await expect.element(ofFree).toBeVisible();
  me = proUser;
  await client.invalidateQueries({ queryKey: ['me'] });
  await expect.element(ofPaid).toBeVisible();
  await expect.element(ofFree).not.toBeInTheDocument();
});
