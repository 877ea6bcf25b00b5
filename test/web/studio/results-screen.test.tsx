import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser } from '#test/web/generations/users.ts';
import { foundPhoto } from '#test/web/photos/found-photo.ts';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { heading } from './open-draft.tsx';
import { fakeStudio, generate, openStudio, ready } from './studio-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

let api: FakeApi;
beforeEach(() => {
  api = fakeStudio();
});

describe('a generation of the draft', () => {
  const draft: WizardState = { ...ready, generations: [doneGeneration.id], showsResults: true };

  test('shows a free redo whose answer a reload lost, then its pictures', async () => {
    const redoId = '01J00000000000000000000007';
    const paid = { ...doneGeneration, redo: { id: redoId, reason: 'other' } } as const;
    let redo: Generation = { ...queuedGeneration, id: redoId, redoOf: paid.id };
    api.answer({ getGeneration: ({ params }) => (params.generationId === redoId ? redo : paid) });
    await openStudio(draft);
    await expect.element(page.getByRole('listitem').filter({ hasText: 'In the queue' })).toBeVisible();
    expect(page.getByRole('radio').elements()).toHaveLength(2);
    redo = { ...doneGeneration, id: redoId, redoOf: paid.id };
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(4);
    await expect.element(page.getByRole('radio').nth(2)).toBeChecked();
  });

  test('keeps the chosen picture on the last screen when a free redo arrives', async () => {
    const redoId = '01J00000000000000000000007';
    const paid = { ...doneGeneration, redo: { id: redoId, reason: 'other' } } as const;
    let redo: Generation = { ...queuedGeneration, id: redoId, redoOf: paid.id };
    api.answer({ getGeneration: ({ params }) => (params.generationId === redoId ? redo : paid) });
    const chosen = { generationId: paid.id, variation: 1 };
    await openStudio({ ...draft, step: 4, chosen });
    const picture = page.getByRole('img', { name: paid.menuItemName });
    const src = () => picture.element().getAttribute('src');
    await expect.poll(src).toBe(paid.variations[1]?.previewUrl);
    const previewUrl = '/media/of-the-redo.webp';
    const variations = paid.variations.map((each) => ({ ...each, previewUrl }));
    redo = { ...doneGeneration, id: redoId, redoOf: paid.id, variations };
    await expect
      .poll(() => api.requests('getGeneration').filter(({ params }) => params.generationId === redoId).length)
      .toBeGreaterThan(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(src()).toBe(paid.variations[1]?.previewUrl);
  });

  test('leads to the pictures of a free redo that was made before', async () => {
    const redoId = '01J00000000000000000000007';
    const paid = { ...doneGeneration, redo: { id: redoId, reason: 'other' } } as const;
    const redo: Generation = { ...doneGeneration, id: redoId, redoOf: paid.id };
    api.answer({ getGeneration: ({ params }) => (params.generationId === redoId ? redo : paid) });
    await openStudio(draft);
    const see = page.getByRole('button', { name: 'See the new pictures' });
    for (const _ of ['in the draft only then', 'in it already']) {
      await see.click();
      await expect.poll(() => page.getByRole('radio').elements().length).toBe(4);
      await expect.element(page.getByRole('radio').nth(2)).toBeChecked();
      await page.getByRole('radio').nth(0).click({ force: true });
    }
  });

  test('shows no progress until the API is known to have it', async () => {
    api.answer({ getGeneration: pending });
    await openStudio(draft);
    await expect.element(page.getByRole('heading', { name: 'Looking for your request…' })).toBeVisible();
    await expect.element(page.getByRole('status').getByText('Looking for your request…')).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Looking for your request…' })).toBeDisabled();
    for (const text of ['In the queue', 'You can leave; your pictures will be in the gallery.'])
      await expect.element(page.getByText(text)).not.toBeInTheDocument();
  });

  test('says that the connection is lost, and that the pictures are made all the same', async () => {
    api.answer({ getGeneration: () => queuedGeneration });
    await openStudio(draft);
    await expect.element(page.getByText('In the queue')).toBeVisible();
    const lost = page.getByText(/^We can’t reach PlatePost right now/);
    await expect.element(lost).not.toBeInTheDocument();
    api.answer({ getGeneration: offline });
    await expect.element(lost, { timeout: 15_000 }).toBeVisible();
    api.answer({ getGeneration: () => doneGeneration });
    await expect.element(heading('Pick your favourite')).toBeVisible();
    await expect.element(lost).not.toBeInTheDocument();
  });

  test('that is done shows its variations, and Use Selected makes the chosen one the cover', async () => {
    api.answer({ getGeneration: () => doneGeneration, setCover: () => doneGeneration });
    await openStudio(draft);
    const variations = page.getByRole('radiogroup', { name: 'Pick your favourite' });
    await variations.getByRole('radio', { name: 'Variation 2' }).click();
    await page.getByRole('button', { name: 'Use Selected' }).click();
    await expect.element(heading('Ready to Publish!')).toBeVisible();
    expect(api.requests('setCover')).toMatchObject([{ body: { cover: 1 } }]);
  });

  test('that failed says why and can be tried again', async () => {
    const message = 'The image model declined these words. Your credit was returned.';
    api.answer({ getGeneration: () => ({ ...doneGeneration, state: 'failed', variations: [], message }) });
    await openStudio(draft);
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
    await page.getByRole('button', { name: 'Change style' }).click();
    await expect.element(heading('Choose Scene Style')).toBeVisible();
  });

  test('that the API never received can be started again', { timeout: 40_000 }, async () => {
    api.answer({ getGeneration: () => problem('not_found') });
    await openStudio(draft);
    await expect
      .element(page.getByText('We never received that request. Nothing was charged.'), { timeout: 15_000 })
      .toBeVisible();
    await expect.element(heading('Ready to Generate')).toBeVisible();
  });

  test('that was deleted since is left out, and its id is not used again', { timeout: 40_000 }, async () => {
    api.answer({ getGeneration: () => problem('not_found'), createGeneration: pending });
    await openStudio({ ...draft, chosen: { generationId: doneGeneration.id, variation: 0 } });
    await expect
      .element(page.getByText('A picture of this draft was deleted.'), { timeout: 15_000 })
      .toBeVisible();
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body.id).not.toBe(doneGeneration.id);
  });
});

describe('the chosen picture that was deleted in another tab', () => {
  test('gives its place to the first that is left', { timeout: 40_000 }, async () => {
    const left = { ...doneGeneration, id: '01J00000000000000000000002' };
    api.answer({
      getGeneration: ({ params }) => (params.generationId === left.id ? left : problem('not_found')),
    });
    await openStudio({
      ...ready,
      generations: [doneGeneration.id, left.id],
      showsResults: true,
      chosen: { generationId: doneGeneration.id, variation: 0 },
    });
    const variations = page.getByRole('radiogroup', { name: 'Pick your favourite' }).getByRole('radio');
    await expect
      .element(page.getByText('A picture of this draft was deleted.'), { timeout: 15_000 })
      .toBeVisible();
    await expect.element(variations.first()).toBeChecked();
    await expect.element(page.getByRole('button', { name: 'Use Selected' })).toBeEnabled();
  });
});

describe('a running generation', () => {
  const draft: WizardState = { ...ready, generations: [queuedGeneration.id], showsResults: true };
  const toGoOn = page.getByText('The pictures that are being made will be in your gallery.');

  test('that another format removes from the draft continues, with a message', async () => {
    api.answer({ getGeneration: () => queuedGeneration });
    await openStudio({ ...draft, step: 1 });
    await page.getByRole('radio', { name: /^Story Vertical/ }).click();
    await expect.element(toGoOn).toBeVisible();
  });

  test('that another dish removes from the draft continues, with a message', async () => {
    api.answer({ getGeneration: () => queuedGeneration });
    await openStudio({ ...draft, step: 2 });
    await page.getByRole('radio', { name: /^Golden Fries/ }).click();
    await expect.element(toGoOn).toBeVisible();
  });

  test('that has ended is not mentioned', async () => {
    api.answer({ getGeneration: () => doneGeneration });
    await openStudio({ ...draft, generations: [doneGeneration.id], step: 2 });
    await page.getByRole('radio', { name: /^Golden Fries/ }).click();
    await expect.element(page.getByRole('button', { name: 'Choose a look' })).toBeEnabled();
    await expect.element(toGoOn).not.toBeInTheDocument();
  });
});

describe('a generation in the address', () => {
  test('is resumed with its choices, and Generate 2 More repeats them', async () => {
    api.answer({
      getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }),
      createGeneration: pending,
    });
    await openStudio(initialState, { at: `/studio?generation=${doneGeneration.id}` });
    await expect.element(heading('Pick your favourite')).toBeVisible();
    const choices = page.getByRole('list', { name: 'Your choices' });
    await expect.element(choices.getByText('LiquidGold')).toBeVisible();
    await page.getByRole('button', { name: 'Generate 2 More' }).click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    const { studio, framing, source } = doneGeneration;
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({ studio, framing, source });
  });

  test('shows the whole photo while it runs, and none until it is loaded', async () => {
    const [, jpeg = ''] = (await chequeredPhoto(160)).src.split(',');
    const whole = `data:image/jpeg;base64,${jpeg}`;
    const uploadId = '01J00000000000000000000009';
    const preview = Promise.withResolvers<{ jpeg: string }>();
    const photo = foundPhoto('e'.repeat(64));
    api.answer({
      getGeneration: ({ params }) => ({
        ...queuedGeneration,
        id: params.generationId,
        source: { type: 'upload', uploadId },
        originalUrl: '/media/original.jpg',
      }),
      createPhoto: () => photo,
      getPhotoPreview: () => preview.promise,
    });
    await openStudio(initialState, { at: `/studio?generation=${queuedGeneration.id}` });
    const picture = page.getByRole('img', { name: 'Classic Burger' });
    await expect.element(picture).toBeVisible();
    expect(picture.element()).not.toBeInstanceOf(HTMLImageElement);
    expect(document.querySelector('img[src="/media/original.jpg"]')).toBeNull();
    preview.resolve({ jpeg });
    await expect.element(picture).toHaveAttribute('src', whole);
    expect(document.querySelector('img[src="/media/original.jpg"]')).toBeNull();
  });

  test('of a sample shows the sample’s own file', async () => {
    api.answer({
      getGeneration: ({ params }) => ({
        ...queuedGeneration,
        id: params.generationId,
        originalUrl: '/media/original.jpg',
      }),
    });
    await openStudio(initialState, { at: `/studio?generation=${queuedGeneration.id}` });
    await expect
      .element(page.getByRole('img', { name: 'Classic Burger' }))
      .toHaveAttribute('src', '/samples/burger.jpg');
  });

  test('gives Generate 2 More the words that were set on its pictures since', async () => {
    let kept = doneGeneration;
    api.answer({
      getGeneration: () => kept,
      changeWords: ({ body }) => {
        kept = { ...kept, words: { id: body.id, overlay: body.overlay, state: 'open' } };
        return kept;
      },
      createGeneration: pending,
    });
    await openStudio(initialState, { at: `/studio?generation=${doneGeneration.id}` });
    await page.getByRole('button', { name: 'Edit the words' }).click();
    await page.getByRole('textbox', { name: 'Headline', exact: true }).fill('Three for two');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Generate 2 More' }).click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      studio: {
        ...doneGeneration.studio,
        promoText: 'Three for two',
        promoLook: { font: 'inter', color: '#ffffff', logo: false },
      },
    });
  });

  test('is resumed on the Free plan with new random picks', async () => {
    api.answer({
      getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }),
      pickRandom: ({ body }) => ({
        id: body.look === 'filter' ? 'popcrush' : 'cafe-window-bite',
        token: `signed ${body.look}`,
        expiresAt: '2026-11-21T13:00:00.000Z',
      }),
      createGeneration: pending,
    });
    await openStudio(initialState, { at: `/studio?generation=${doneGeneration.id}`, me: freeUser });
    await page.getByRole('button', { name: 'Generate 2 More' }).click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      studio: { filter: { pick: 'signed filter' }, scene: { pick: 'signed scene' } },
    });
  });
});

describe('the end of a generation', () => {
  const draft: WizardState = { ...ready, generations: [queuedGeneration.id], showsResults: true };
  const said = page.getByText('2 new pictures ready');

  test('is announced once, and its heading has the focus', async () => {
    let isDone = false;
    api.answer({ getGeneration: () => (isDone ? doneGeneration : queuedGeneration) });
    await openStudio({ ...draft });
    await expect.element(heading('Generating 2 Variations...')).toBeVisible();
    isDone = true;
    await expect.element(heading('Pick your favourite')).toHaveFocus();
    await expect.element(said).toHaveAttribute('role', 'status');
    expect(said.elements()).toHaveLength(1);
  });

  test('of two more pictures selects the first of them', async () => {
    let isDone = false;
    let more = '';
    api.answer({
      createGeneration: ({ body }) => {
        more = body.id;
        return { ...queuedGeneration, id: more };
      },
      getGeneration: ({ params: { generationId: id } }) =>
        id === more && !isDone ? { ...queuedGeneration, id } : { ...doneGeneration, id },
    });
    await openStudio({ ...draft, generations: [doneGeneration.id] });
    const variations = page.getByRole('radiogroup', { name: 'Pick your favourite' }).getByRole('radio');
    await expect.element(variations.first()).toBeChecked();
    await page.getByRole('button', { name: 'Generate 2 More' }).click();
    await expect.poll(() => more).not.toBe('');
    isDone = true;
    await expect.element(variations.nth(2)).toBeChecked();
    await expect.element(said).toBeInTheDocument();
  });
});
