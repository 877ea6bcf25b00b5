import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { proUser } from '#test/web/generations/users.ts';
import { noLook } from '#web/studio/house-look.ts';
import { initialState } from '#web/studio/wizard.ts';
import { loadWizard } from '#web/studio/wizard-storage.ts';
import { openDraft } from './open-draft.tsx';
import { burger } from './sample-dish.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

test('A house style that is taken away leaves the food lock as it is remembered on this device', async () => {
  localStorage.setItem('platepost.food-lock', 'on');
  const style = {
    id: '01J00000000000000000000012',
    name: 'Posts',
    createdAt: '2026-11-20T10:00:00.000Z',
    menu: null,
    studio: { ...noLook, promoText: 'Fresh today', scene: null, filter: null },
  };
  fakeApi({ getMe: () => proUser, listStyles: () => ({ items: [style], defaultId: null }) });
  await openDraft({ ...initialState, step: 3, formatId: 'square_feed', dish: burger });
  const chip = page.getByRole('group', { name: 'House styles' }).getByRole('button', { name: 'Posts' });
  await chip.click();
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
  await chip.click();
  await expect.element(chip).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => loadWizard('test-user')).toMatchObject({ promoText: '', foodLock: true });
});
