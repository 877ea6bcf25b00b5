import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { type FakeApi, fakeApi, pending } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { emptyDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState } from '#web/studio/wizard.ts';
import { loadWizard, saveWizard } from '#web/studio/wizard-storage.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const source = { type: 'upload', uploadId: '01J00000000000000000000009' } as const;
const preview = '/samples/salad.jpg';

/** A dish that takes up most of the width of a landscape photo. */
const wide: Photo = {
  id: 'a'.repeat(64),
  width: 1600,
  height: 1200,
  cutOut: {
    state: 'made',
    width: 800,
    height: 600,
    findings: { covered: 0.5, parts: 1, holes: 0, edges: [], doubtful: false, reasons: [] },
    message: null,
  },
  dish: { box: { left: 0.05, top: 0.25, width: 0.9, height: 0.5 }, touches: [] },
  corrected: false,
  reading: { state: 'off', content: null, message: null },
};
const whole = page.getByRole('checkbox', { name: 'Show the whole dish' });

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({
    getMe: () => proUser,
    createPhoto: () => wide,
    getPhoto: () => wide,
    getMask: pending,
    createGeneration: pending,
    getPlatformRules: pending,
    createPhotoCheck: pending,
  });
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The Menu Pack with everything chosen; its square is narrower than the dish. */
async function openMenuPack(): Promise<void> {
  saveDraft('test-user', {
    ...emptyDraft,
    photo: { source, name: 'Salad', preview },
    platform: 'grubhub',
    imageType: 'square',
  });
  await renderInApp(<MenuPackPage />, { at: '/studio?view=menu-enhancer' });
}

const framingSent = () =>
  (api.requests('createGeneration')[0]?.body as { framing: { zoom?: number } } | undefined)?.framing;

test('is on in the Menu Pack where the shape would cut the dish, and the picture is drawn like that', async () => {
  await openMenuPack();
  await expect.element(whole).toBeChecked();
  await page.getByRole('button', { name: 'Enhance for Grubhub (1 Credit)' }).click();
  await expect.poll(() => framingSent()?.zoom).toBeCloseTo(0.77, 2);
});

test('can be turned off: then the photo is cropped around the dish', async () => {
  await openMenuPack();
  await whole.click({ force: true });
  await expect.element(whole).not.toBeChecked();
  await page.getByRole('button', { name: 'Enhance for Grubhub (1 Credit)' }).click();
  await expect.poll(framingSent).toEqual({ x: 0.5, y: 0.5 });
});

test('stays away with a new plate, which needs all of the picture drawn', async () => {
  await openMenuPack();
  await expect.element(whole).toBeChecked();
  await page.getByRole('radio', { name: /^Rustic/ }).click();
  await expect.element(whole).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Enhance for Grubhub (1 Credit)' }).click();
  await expect.poll(framingSent).toEqual({ x: 0.5, y: 0.5 });
});

test('in the studio keeps the dish as it is while it is on, and gives the camera angle back', async () => {
  const dish = {
    id: 'custom_1',
    name: 'Salad',
    description: '',
    price: 0,
    category: '',
    imageUrl: preview,
    source,
  };
  saveWizard('test-user', {
    ...initialState,
    step: 2,
    formatId: 'story_vertical',
    cameraAngle: 'overhead',
    dish: dish as unknown as NonNullable<typeof initialState.dish>,
  });
  await renderInApp(<StudioPage />, { at: '/studio' });
  await expect.element(whole).not.toBeChecked();
  await whole.click({ force: true });
  await expect.element(whole).toBeChecked();
  const kept = () => {
    const { foodLock, cameraAngle } = loadWizard('test-user');
    return { foodLock, cameraAngle };
  };
  await expect.poll(kept).toEqual({ foodLock: true, cameraAngle: null });
  await whole.click({ force: true });
  await expect.element(whole).not.toBeChecked();
  await expect.poll(kept).toEqual({ foodLock: false, cameraAngle: 'overhead' });
});

test('is not shown where the dish fits', async () => {
  const small = { ...wide, dish: { box: { left: 0.4, top: 0.4, width: 0.2, height: 0.2 }, touches: [] } };
  api.answer({ createPhoto: () => small, getPhoto: () => small });
  await openMenuPack();
  await expect.element(page.getByText('We found your dish: 50% of the photo.')).toBeVisible();
  await expect.element(whole).not.toBeInTheDocument();
});
