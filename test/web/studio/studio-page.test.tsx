import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { anotherLike, newSizeOf } from '#web/generations/again-state.ts';
import { editStateOf } from '#web/generations/edit-state.ts';
import { resultsOf } from '#web/generations/results.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';
import { heading } from './open-draft.tsx';
import { fakeStudio, openStudio, ready } from './studio-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

let api: FakeApi;
beforeEach(() => {
  api = fakeStudio();
});

/** Addresses of the pictures on the screen, except those of samples, catalogues and words. */
const shownPictures = () =>
  [...document.images]
    .map((picture) => picture.getAttribute('src') ?? '')
    .filter((src) => !/^\/(samples|previews)\/|^data:image\/(gif|svg)/.test(src));

/** React draws the place that the history came to when it has time. */
const betweenPresses = () => new Promise((resolve) => setTimeout(resolve, 200));

describe('Publish after a reload', () => {
  const draft: WizardState = {
    ...ready,
    step: 4,
    generations: [doneGeneration.id],
    chosen: { generationId: doneGeneration.id, variation: 1 },
  };
  const download = page.getByRole('button', { name: 'Download', exact: true });

  test('waits for its picture', async () => {
    api.answer({ getGeneration: pending });
    await openStudio(draft);
    await expect.element(page.getByRole('status', { name: 'Loading your picture' })).toBeVisible();
    await expect.element(download).toBeDisabled();
  });

  test('says when it cannot be loaded, and loads it on the next attempt', async () => {
    api.answer({ getGeneration: () => problem('busy') });
    await openStudio(draft);
    await expect.element(heading('Couldn’t load your picture'), { timeout: 30_000 }).toBeVisible();
    await expect.element(download).not.toBeInTheDocument();
    api.answer({ getGeneration: () => doneGeneration });
    await page.getByRole('button', { name: 'Load the picture again' }).click();
    await expect.element(page.getByText('Square Feed · 1080 × 1080 · JPEG')).toBeVisible();
    await expect.element(download).toBeEnabled();
  });
});

describe('a picture of the gallery that is edited', () => {
  const edit = async (generation: Generation) => {
    api.answer({ getMe: () => proUser });
    const [result] = resultsOf(generation);
    await renderInApp(<StudioPage />, { at: '/', state: result && editStateOf(result) });
    await expect.element(heading('Final Touches')).toBeVisible();
  };
  const carried = page.getByText('Your look is already in this picture.');

  test('stands without its old words under those of the draft, with the look that it has', async () => {
    await edit(doneGeneration);
    await expect
      .element(page.getByRole('img', { name: 'Classic Burger' }))
      .toHaveAttribute('src', '/media/base-0.jpg');
    await expect.element(page.getByRole('img', { name: 'Your text: Two for one' })).toBeInTheDocument();
    await expect.element(carried).toBeVisible();
  });

  test('under the food lock keeps its look as a choice', async () => {
    await edit({ ...doneGeneration, foodLock: true });
    await expect
      .element(page.getByRole('list', { name: 'Your choices' }).getByText('LiquidGold'))
      .toBeInTheDocument();
    expect(carried.elements()).toHaveLength(0);
  });
});

describe('a picture like one of the gallery', () => {
  test('begins at its photo with all choices, and once', async () => {
    api.answer({ getMe: () => proUser });
    const { router } = await renderInApp(<StudioPage />, { at: '/', state: anotherLike(doneGeneration) });
    await expect.element(heading('What is on the plate?')).toBeVisible();
    expect(router.state.location.state).not.toHaveProperty('again');
  });

  test('in another size begins at the formats with its photo', async () => {
    api.answer({ getMe: () => proUser });
    const [result] = resultsOf(doneGeneration);
    await renderInApp(<StudioPage />, { at: '/', state: result && newSizeOf(result, Date.now()) });
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    await page.getByRole('radio', { name: /^Story Vertical/ }).click();
    const chosen = () =>
      [...document.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
    await expect.poll(chosen).toEqual(['story_vertical']);
  });

  test('in another size shows the whole photo, also where its mask is marked, and until then none', async () => {
    const [, jpeg = ''] = (await chequeredPhoto(160)).src.split(',');
    const whole = `data:image/jpeg;base64,${jpeg}`;
    const preview = Promise.withResolvers<{ jpeg: string }>();
    const photo = foundPhoto('e'.repeat(64));
    api.answer({
      getMe: () => proUser,
      createPhoto: () => photo,
      getPhoto: () => photo,
      getMask: () => halfMaskReply,
      getPhotoPreview: () => preview.promise,
    });
    const source = { type: 'upload', uploadId: ulid() } as const;
    const [result] = resultsOf({ ...doneGeneration, source });
    await renderInApp(<StudioPage />, { at: '/', state: result && newSizeOf(result, Date.now()) });
    await page.getByRole('radio', { name: /^Story Vertical/ }).click();
    expect(shownPictures()).toEqual([]);
    await page.getByRole('button', { name: 'Choose your dish' }).click();
    const picture = page.getByRole('img', { name: 'Classic Burger' });
    await expect.element(picture).toBeInTheDocument();
    const open = page.getByRole('button', { name: 'What we keep' });
    await expect.element(open).toBeDisabled();
    expect(shownPictures()).toEqual([]);
    preview.resolve({ jpeg });
    await expect.element(picture).toHaveAttribute('src', whole);
    await expect.element(open).toBeEnabled();
    expect(new Set(shownPictures())).toEqual(new Set([whole]));
    await open.click();
    await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
    const { width, height } = page.getByRole('application').element().getBoundingClientRect();
    expect(width / height).toBeCloseTo(4 / 3, 1);
  });

  test('in another size of an edit shows the picture that was edited', async () => {
    const edited = { ...doneGeneration, id: '01J00000000000000000000002' };
    api.answer({ getMe: () => proUser, getGeneration: () => edited });
    const source = { type: 'generation', generationId: edited.id, variation: 1 } as const;
    const [result] = resultsOf({ ...doneGeneration, source });
    await renderInApp(<StudioPage />, { at: '/', state: result && newSizeOf(result, Date.now()) });
    await page.getByRole('radio', { name: /^Story Vertical/ }).click();
    await page.getByRole('button', { name: 'Choose your dish' }).click();
    await expect
      .element(page.getByRole('img', { name: 'Classic Burger' }))
      .toHaveAttribute('src', '/media/base-1.jpg');
    expect(api.requests('getGeneration')[0]?.params.generationId).toBe(edited.id);
  });

  test('leaves out what the plan lacks, and says so', async () => {
    api.answer({ getMe: () => freeUser });
    await renderInApp(<StudioPage />, { at: '/', state: anotherLike(doneGeneration) });
    await expect.element(page.getByText(/^Your plan does not have every part/)).toBeVisible();
  });
});

describe('undo', () => {
  test('with Ctrl and Z takes the last choice back, and leaves texts to their fields', async () => {
    await openStudio(initialState);
    await page.getByRole('radio', { name: /^Square Feed/ }).click();
    const square = () => document.querySelector<HTMLInputElement>('input[value=square_feed]')?.checked;
    await expect.poll(square).toBe(true);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(square).toBe(false);
    await expect.element(page.getByText('Your last choice was taken back.')).toBeVisible();
  });

  test('after Start Over gives the picture back that had been begun', async () => {
    await openStudio(ready);
    await page.getByRole('button', { name: 'Start Over' }).click();
    await page.getByRole('button', { name: 'Yes, Start Over' }).click();
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(heading('Ready to Generate')).toBeVisible();
  });

  test('restores the picture that a picture like another had replaced', async () => {
    saveWizard('test-user', ready);
    api.answer({ getMe: () => proUser });
    await renderInApp(<StudioPage />, { at: '/', state: anotherLike(doneGeneration) });
    await expect.element(heading('What is on the plate?')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(heading('Ready to Generate')).toBeVisible();
  });
});

describe('Ad Format', () => {
  const first: WizardState = { ...initialState };
  const square = () => document.querySelector<HTMLInputElement>('input[value=square_feed]');

  test('is chosen already where the plan has one, and there is nothing to start over', async () => {
    await openStudio(first, { me: freeUser });
    await expect.poll(() => square()?.checked).toBe(true);
    await expect.element(page.getByRole('button', { name: 'Start Over' })).toBeDisabled();
    await page.getByRole('button', { name: 'Choose your dish' }).click();
    await expect.element(heading('What is on the plate?')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add your photo' })).toBeEnabled();
  });

  test('is asked for by the button where the plan has several', async () => {
    await openStudio(first);
    await page.getByRole('button', { name: 'Choose a format' }).click();
    await expect.poll(() => document.activeElement?.getAttribute('value')).toBe('story_vertical');
    await expect.element(heading('Where will it be seen?')).toBeVisible();
  });

  test('says that no credits are left', async () => {
    const { address } = await openStudio(first, {
      me: { ...freeUser, credits: { ...freeUser.credits, available: 0 } },
    });
    await expect.element(page.getByText(/^You have no credits left/)).toBeVisible();
    await page.getByRole('link', { name: 'Upgrade Plan' }).click();
    expect(address()).toBe('/credits');
  });
});

describe('the share dialog', () => {
  beforeEach(() => {
    api.answer({
      getGeneration: () => doneGeneration,
      createDownload: () => ({
        url: 'data:image/jpeg;base64,AAAA',
        fileName: 'burger.jpg',
        width: 1080,
        height: 1080,
        expiresAt: '2026-11-21T13:00:00.000Z',
      }),
    });
  });
  const dialog = page.getByRole('dialog', { name: 'Share it' });
  const download = page.getByRole('button', { name: 'Download', exact: true });
  const openPublish = () =>
    openStudio({
      ...ready,
      step: 4,
      generations: [doneGeneration.id],
      chosen: { generationId: doneGeneration.id, variation: 0 },
    });

  test('gives the focus back to the button of the download', async () => {
    await openPublish();
    await download.click();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(download).toHaveFocus();
  });

  test('does not come again after it was declined for good', async () => {
    await openPublish();
    await download.click();
    await dialog.getByRole('button', { name: "Don't show again" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await download.click();
    await expect.poll(() => api.requests('createDownload').length).toBe(2);
    await expect.element(page.getByText('Image saved to photos!')).toBeVisible();
    expect(dialog.elements()).toHaveLength(0);
    await expect.element(page.getByRole('button', { name: 'Facebook' })).toBeVisible();
  });
});

describe('the wizard’s own Back', () => {
  test('steps back in the history instead of adding to it', async () => {
    const { router } = await openStudio({ ...ready, innerStep: 'ugc-filter' });
    const next = page.getByRole('button', { name: 'Next', exact: true });
    const back = page.getByRole('button', { name: 'Back', exact: true });
    const at = () => (router.state.location.state as { at: number }).at;
    await next.click();
    await next.click();
    await expect.element(heading('Final Touches')).toBeVisible();
    await expect.poll(at).toBe(2);
    await back.click();
    await expect.element(heading('Choose Food Scene')).toBeVisible();
    await expect.poll(at).toBe(1);
    await back.click();
    await expect.poll(at).toBe(0);
    await betweenPresses();
    await router.navigate(1);
    await expect.element(heading('Choose Food Scene')).toBeVisible();
    await router.navigate(1);
    await expect.element(heading('Final Touches')).toBeVisible();
  });
});

test('after Start Over, Back and Forward leave out the screens of before', async () => {
  // The plan's only format is chosen at once, so that the dish could be asked for.
  const { router } = await openStudio({ ...ready, step: 1 }, { me: freeUser });
  const at = () => (router.state.location.state as { at: number }).at;
  await page.getByRole('button', { name: 'Choose your dish' }).click();
  await expect.element(heading('What is on the plate?')).toBeVisible();
  await page.getByTitle('Next').click();
  await expect.element(heading('What is on the plate?')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Start Over' }).click();
  await page.getByRole('button', { name: 'Yes, Start Over' }).click();
  await expect.element(heading('Where will it be seen?')).toBeVisible();
  await expect.poll(at).toBe(3);
  await betweenPresses();
  await router.navigate(-1);
  await expect.poll(at).toBe(0);
  await betweenPresses();
  await expect.element(heading('Where will it be seen?')).toBeVisible();
  await router.navigate(1);
  await expect.poll(at).toBe(3);
  await expect.element(heading('Where will it be seen?')).toBeVisible();
});

describe('a link that is followed', () => {
  test('as the studio opens leads where it says', async () => {
    saveWizard('test-user', ready);
    let open = () => {};
    function Opening() {
      const [isOpen, setOpen] = useState(false);
      open = () => setOpen(true);
      return isOpen && <StudioPage />;
    }
    const { address, router } = await renderInApp(<Opening />, { at: '/studio' });
    void router.navigate('/studio?view=gallery');
    // The studio appears before React has rendered the new address, which it does when it has time.
    flushSync(open);
    await expect.element(heading('Ready to Generate')).toBeVisible();
    expect(address()).toBe('/studio?view=gallery');
  });

  test('leads where it says though a generation ends while its page loads', async () => {
    api.answer({ getGeneration: () => queuedGeneration });
    const { router, address } = await openStudio({
      ...ready,
      showsResults: true,
      generations: [queuedGeneration.id],
    });
    await expect.poll(address).toContain('generation=');
    const code = Promise.withResolvers<{ Component: () => null }>();
    router.patchRoutes(null, [{ path: '/credits', lazy: () => code.promise }]);
    void router.navigate('/credits');
    api.answer({ getGeneration: () => ({ ...doneGeneration, id: queuedGeneration.id }) });
    await expect.element(heading('Pick your favourite')).toBeVisible();
    code.resolve({ Component: () => null });
    await expect.poll(address).toBe('/credits');
  });
});

test('a message disappears with its screen', async () => {
  await openStudio({ ...ready, innerStep: 'ugc-filter' }, { me: freeUser });
  await page.getByRole('radio', { name: 'Synthwave, locked' }).click();
  const message = page.getByText('This filter is locked in your current plan.');
  await expect.element(message).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(message).not.toBeInTheDocument();
});

describe('on a phone', () => {
  test('the choices collapse the picture to a thumbnail, which a press enlarges', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    await openStudio({ ...ready, innerStep: 'ugc-filter' });
    const picture = page.getByRole('img', { name: 'Classic Burger' });
    const height = () => picture.element().getBoundingClientRect().height;
    await expect.element(page.getByText('Step 3 of 4 · AI Generation')).toBeVisible();
    await expect.poll(height).toBeLessThan(80);
    await page.getByRole('button', { name: 'Show the picture larger' }).click();
    await expect.poll(height).toBeGreaterThan(140);
    await page.getByRole('button', { name: 'Show the picture smaller' }).click();
    await expect.poll(height).toBeLessThan(80);
  });

  test('in landscape shows the picture beside the choices', async () => {
    await page.viewport(740, 360);
    onTestFinished(() => page.viewport(1280, 800));
    await openStudio({ ...ready, innerStep: 'ugc-filter' });
    const box = (element: Element) => element.getBoundingClientRect();
    const title = heading('Choose Scene Style');
    const picture = page.getByRole('img', { name: 'Classic Burger' });
    await expect.poll(() => box(title.element()).left - box(picture.element()).right).toBeGreaterThan(0);
    expect(box(page.getByRole('button', { name: 'Next', exact: true }).element()).bottom).toBeLessThan(361);
  });
});

test('at a zoom of 400% nothing stays above the choices', async () => {
  await page.viewport(320, 256);
  onTestFinished(() => page.viewport(1280, 800));
  await openStudio({ ...ready, innerStep: 'ugc-filter' });
  const parts = [
    page.getByRole('button', { name: 'Next', exact: true }),
    page.getByRole('img', { name: 'Classic Burger' }),
    heading('Choose Scene Style'),
  ];
  await expect.element(heading('Choose Scene Style')).toBeVisible();
  const tops = () => parts.map((part) => part.element().getBoundingClientRect().top);
  const before = tops();
  window.scrollBy({ top: 200 });
  expect(window.scrollY).toBe(200);
  expect(tops()).toEqual(before.map((top) => top - 200));
});

describe('a list of looks', () => {
  test('shows whole rows', async () => {
    await openStudio({ ...ready, innerStep: 'ugc-filter' });
    const list = page.getByRole('radiogroup', { name: 'Choose Scene Style' });
    await expect.element(list).toBeVisible();
    const frame = list.element().getBoundingClientRect();
    const cut = [...list.element().querySelectorAll('[data-look]')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return top < frame.bottom - 4 && bottom > frame.bottom + 1;
    });
    expect([frame.height, cut.length]).toEqual([300, 0]);
  });

  test('is one tab stop, and a locked look leads to the plans', async () => {
    const { address } = await openStudio({ ...ready, innerStep: 'ugc-filter' }, { me: freeUser });
    const group = page.getByRole('radiogroup', { name: 'Choose Scene Style' });
    await expect.element(group.getByRole('radio', { name: /^None/ })).toBeChecked();
    const tabStops = () =>
      [...group.element().querySelectorAll<HTMLElement>('button')].filter(({ tabIndex }) => tabIndex === 0);
    expect(tabStops()).toHaveLength(0);
    await group.getByRole('radio', { name: 'Synthwave, locked' }).click();
    await expect.element(page.getByText('This filter is locked in your current plan.')).toBeVisible();
    // The choice stays.
    await expect.element(group.getByRole('radio', { name: /^None/ })).toBeChecked();
    expect(tabStops()).toHaveLength(1);
    await page.getByRole('button', { name: 'Upgrade to unlock Synthwave' }).click();
    expect(address()).toBe('/credits');
  });

  test('moves by arrow keys', async () => {
    await openStudio({ ...ready, innerStep: 'ugc-filter' });
    const group = page.getByRole('radiogroup', { name: 'Choose Scene Style' });
    await group.getByRole('radio', { name: /^None/ }).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(group.getByRole('radio').nth(1)).toBeChecked();
  });
});

describe('on a phone', () => {
  // 390 pixels with letters of twice the size have the room of 195.
  const sizes = [
    ['that is small', { width: 320, height: 568 }],
    ['with letters of twice the size', { width: 195, height: 422 }],
  ] as const;
  const screens: readonly (readonly [string, WizardState, string])[] = [
    ['the formats', initialState, 'Where will it be seen?'],
    ['the final touches', { ...ready, innerStep: 'final' }, 'Final Touches'],
    ['ready to generate', ready, 'Ready to Generate'],
    [
      'the results',
      { ...ready, generations: [doneGeneration.id], showsResults: true },
      'Pick your favourite',
    ],
  ];
  test.each(
    sizes.flatMap(([phone, size]) => screens.map((screen) => [phone, ...screen, size] as const)),
  )('%s, nothing of %s overlaps or sticks out', async (_phone, _screen, draft, title, { width, height }) => {
    await page.viewport(width, height);
    api.answer({ getGeneration: () => doneGeneration });
    await openStudio(draft);
    await expect.element(heading(title)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const parts = page.getByRole('button').or(page.getByRole('tab')).elements();
    for (const part of parts) {
      const { left, right } = part.getBoundingClientRect();
      if (right - left > 1)
        expect([left >= 0, right <= width, part.textContent]).toEqual([true, true, part.textContent]);
      expect(part.scrollWidth - part.clientWidth).toBeLessThanOrEqual(1);
    }
  });
});
