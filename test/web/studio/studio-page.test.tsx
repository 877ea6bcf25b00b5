import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Me } from '#shared/api/account.ts';
import type { Generation } from '#shared/api/generations.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { anotherLike, newSizeOf } from '#web/generations/again-state.ts';
import { editStateOf } from '#web/generations/edit-state.ts';
import { resultsOf } from '#web/generations/results.ts';
import { noteServerTime } from '#web/lib/server-time.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';
import { heading, openDraft } from './open-draft.tsx';
import { burger } from './sample-dish.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

/** A draft at Ready to Generate. */
const ready: WizardState = {
  ...initialState,
  step: 3,
  innerStep: 'generate',
  formatId: 'square_feed',
  creationPath: 'social',
  promoText: 'Soup of the day',
  dish: burger,
};

const generate = page.getByRole('button', { name: 'Generate 2 Variations' });

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser });
});

async function openStudio(draft: WizardState, { at, me = proUser }: { at?: string; me?: Me } = {}) {
  api.answer({ getMe: () => me });
  return openDraft(draft, at);
}

describe('Ready to Generate', () => {
  test.each([
    ['Upgrade Plan', { ...freeUser, credits: { ...freeUser.credits, available: 0 } }],
    ['Buy Credits', { ...proUser, credits: { ...proUser.credits, available: 0 } }],
  ])('without credits offers: %s', async (offer, me) => {
    const { address } = await openStudio(ready, { me });
    await expect.element(heading('Insufficient Credits')).toBeVisible();
    await expect.element(generate).not.toBeInTheDocument();
    // In the box, and where Generate stands.
    const links = page.getByRole('link', { name: offer });
    expect(links.elements()).toHaveLength(2);
    await links.last().click();
    expect(address()).toBe('/credits');
  });

  test('asks before a credit is spent on a photo without a dish, and leads to another photo', async () => {
    const wall = foundPhoto('d'.repeat(64), {
      reading: { state: 'made', content: { ...plainReading, isFood: false }, message: null },
    });
    api.answer({ createPhoto: () => wall, getPhoto: () => wall, getMask: () => halfMaskReply });
    const source = { type: 'upload', uploadId: '01J00000000000000000000009' } as const;
    await openStudio({ ...ready, dish: { ...burger, id: 'own', source } });
    await generate.click();
    const question = page.getByRole('alertdialog', { name: 'No dish in this photo?' });
    await question.getByRole('button', { name: 'Choose another photo' }).click();
    await expect.element(heading('What is on the plate?')).toBeVisible();
    expect(api.requests('createGeneration')).toEqual([]);
  });

  test('asks once about a doubtful cut-out that nobody has seen, and shows it in its place', async () => {
    const doubtful = foundPhoto('e'.repeat(64), {}, ['edge']);
    api.answer({
      createPhoto: () => doubtful,
      getPhoto: () => doubtful,
      getMask: () => halfMaskReply,
      createGeneration: pending,
    });
    const source = { type: 'upload', uploadId: '01J00000000000000000000009' } as const;
    const { router } = await openStudio({ ...ready, dish: { ...burger, id: 'own', source } });
    await generate.click();
    const question = page.getByRole('alertdialog', { name: 'Check what we keep?' });
    await question.getByRole('button', { name: 'What we keep' }).click();
    const kept = page.getByRole('dialog', { name: 'What we keep' });
    await expect.element(kept.getByText('Your dish reaches the edge of the photo.')).toBeVisible();
    await router.navigate(-1);
    await expect.element(kept).not.toBeInTheDocument();
    await expect.element(heading('Ready to Generate')).toBeVisible();
    expect(api.requests('createGeneration')).toEqual([]);
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
  });

  test('shows a running generation with its step, and its id in the address', async () => {
    api.answer({
      createGeneration: ({ body }) => ({ ...queuedGeneration, id: body.id }),
      getGeneration: ({ params }) => ({
        ...queuedGeneration,
        id: params.generationId,
        state: 'processing',
        step: 'painting',
      }),
    });
    const { address } = await openStudio(ready);
    await generate.click();
    await expect.element(heading('Generating 2 Variations...')).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Painting two versions' }))
      .toHaveAttribute('aria-current', 'step');
    const id = api.requests('createGeneration')[0]?.body.id ?? '';
    await expect.poll(address).toContain(`generation=${id}`);
  });

  test('shows no progress until the API has accepted the request', async () => {
    let accept: () => void = () => undefined;
    api.answer({
      createGeneration: async ({ body }) => {
        await new Promise<void>((resolve) => {
          accept = resolve;
        });
        return { ...queuedGeneration, id: body.id };
      },
      getGeneration: ({ params }) => ({ ...queuedGeneration, id: params.generationId }),
    });
    await openStudio(ready);
    await generate.click();
    await expect.element(page.getByRole('status').getByText('Sending your request…')).toBeVisible();
    const promises = ['In the queue', 'You can leave; your pictures will be in the gallery.'];
    for (const text of promises) await expect.element(page.getByText(text)).not.toBeInTheDocument();
    accept();
    for (const text of promises) await expect.element(page.getByText(text)).toBeVisible();
  });

  test('is shown again after a refusal, which says why', async () => {
    api.answer({ createGeneration: () => problem('format_locked') });
    await openStudio(ready);
    await generate.click();
    await expect.element(page.getByText('This format is not available in your plan.')).toBeVisible();
    await expect.element(heading('Ready to Generate')).toBeVisible();
    await expect.element(generate).toBeEnabled();
  });

  test('uses the same id again after a lost answer', { timeout: 40_000 }, async () => {
    api.answer({ createGeneration: offline, getGeneration: offline });
    await openStudio(ready);
    await generate.click();
    // The request is repeated after 1, 2 and 4 seconds.
    await expect.element(heading('Ready to Generate'), { timeout: 15_000 }).toBeVisible();
    await expect
      .element(page.getByText('We could not hear back. Press again: you will not be charged twice.'))
      .toBeVisible();
    const [lost] = api.requests('createGeneration');
    api.answer({
      createGeneration: ({ body }) => ({ ...doneGeneration, id: body.id }),
      getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }),
    });
    await generate.click();
    await expect.element(heading('Pick your favourite')).toBeVisible();
    const ids = api.requests('createGeneration').map(({ body }) => body.id);
    expect(new Set(ids)).toEqual(new Set([lost?.body.id]));
  });

  test('says that other choices were made before when the lost request had arrived', async () => {
    api.answer({
      createGeneration: () => problem('conflict'),
      getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }),
    });
    await openStudio({ ...ready, unansweredId: doneGeneration.id });
    await generate.click();
    await expect.element(heading('Pick your favourite')).toBeVisible();
    await expect.element(page.getByText('Nothing more was charged.', { exact: false })).toBeVisible();
  });
});

test('a request that was refused after the user had left is not looked for', async () => {
  let refuse: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  api.answer({
    createGeneration: async () => {
      await left;
      return problem('unauthenticated');
    },
  });
  const first = await openStudio(ready);
  await generate.click();
  await expect.poll(() => api.requests('createGeneration').length).toBe(1);
  await first.unmount();
  refuse();
  await expect.poll(() => first.client.isMutating()).toBe(0);

  await renderInApp(<StudioPage />, { at: '/studio' });
  await expect.element(heading('Ready to Generate')).toBeVisible();
  await expect.element(generate).toBeEnabled();
  expect(api.requests('getGeneration')).toEqual([]);
});

test('a request that is refused after the user has left says so on the page that is open', async () => {
  const answer = Promise.withResolvers<void>();
  api.answer({
    createGeneration: async () => {
      await answer.promise;
      return problem('insufficient_credits');
    },
  });
  saveWizard('test-user', ready);
  function Site() {
    return useLocation().pathname === '/studio' ? <StudioPage /> : <p>Another page</p>;
  }
  const { router, address } = await renderInApp(<Site />, { at: '/studio' });
  await generate.click();
  await expect.poll(() => api.requests('createGeneration').length).toBe(1);
  await router.navigate('/account');
  await expect.element(page.getByText('Another page')).toBeVisible();
  answer.resolve();
  await expect.element(page.getByText('Insufficient credits', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Buy Credits' }).click();
  expect(address()).toBe('/credits');
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

describe('a request without an answer', () => {
  const unanswered: WizardState = { ...ready, unansweredId: queuedGeneration.id };
  const mayBeCharged = page.getByText(/^Your last request got no answer\. If it arrived, it was charged/);

  test('that another format removes from the draft is mentioned', async () => {
    await openStudio({ ...unanswered, step: 1 });
    await page.getByRole('radio', { name: /^Story Vertical/ }).click();
    await expect.element(mayBeCharged).toBeVisible();
  });

  test('is not mentioned when it is sent again', async () => {
    api.answer({ createGeneration: pending });
    await openStudio(unanswered);
    await generate.click();
    await expect.poll(() => api.requests('createGeneration')[0]?.body.id).toBe(queuedGeneration.id);
    await expect.element(mayBeCharged).not.toBeInTheDocument();
  });
});

describe('a random look', () => {
  const pick = (minutes: number) => ({
    id: 'liquidgold',
    pick: 'signed before',
    expiresAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
  const pickRandom = () => ({
    id: 'popcrush',
    token: 'signed anew',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });

  test('is used as long as its pick holds', async () => {
    api.answer({ createGeneration: pending });
    await openStudio({ ...ready, filter: pick(5) }, { me: freeUser });
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      studio: { filter: { pick: 'signed before' } },
    });
  });

  test('is used as long as its pick holds by the server’s clock', async () => {
    const serverTime = (time: number) =>
      noteServerTime(new Response(null, { headers: { date: new Date(time).toUTCString() } }));
    serverTime(Date.now() - 2 * 3_600_000);
    onTestFinished(() => serverTime(Date.now()));
    api.answer({ createGeneration: pending });
    // This device's clock is two hours fast.
    await openStudio({ ...ready, filter: pick(-60) }, { me: freeUser });
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      studio: { filter: { pick: 'signed before' } },
    });
  });

  test('that has expired is drawn anew on the Free plan, which is said', async () => {
    api.answer({ pickRandom, createGeneration: pending });
    await openStudio({ ...ready, filter: pick(-5) }, { me: freeUser });
    await generate.click();
    await expect.element(page.getByText('We drew a new random look: PopCrush')).toBeVisible();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      studio: { filter: { pick: 'signed anew' } },
    });
  });

  test('that has expired is not drawn into another path, and nothing is generated', async () => {
    const answer = Promise.withResolvers<void>();
    api.answer({
      pickRandom: async () => {
        await answer.promise;
        return pickRandom();
      },
      createGeneration: pending,
    });
    const { client } = await openStudio({ ...ready, filter: pick(-5) }, { me: freeUser });
    await generate.click();
    await page.getByRole('button', { name: 'Edit Final Touches' }).click();
    const back = page.getByRole('button', { name: 'Back', exact: true });
    await back.click();
    await back.click();
    await page.getByRole('button', { name: 'Change Creation Path' }).click();
    answer.resolve();
    await expect.poll(() => client.isMutating()).toBe(0);
    await expect.element(heading('What shall we make?')).toBeVisible();
    expect(api.requests('createGeneration')).toEqual([]);
    await expect.element(page.getByText(/We drew a new random look/)).not.toBeInTheDocument();
  });

  test('that has expired stays the same on a plan that chooses its looks', async () => {
    api.answer({ createGeneration: pending });
    await openStudio({ ...ready, filter: pick(-5) });
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      studio: { filter: { id: 'liquidgold' } },
    });
  });

  test('that the server refuses, whatever this clock says, is drawn anew by the next press', async () => {
    api.answer({ createGeneration: () => problem('pick_invalid') });
    await openStudio({ ...ready, filter: pick(30) }, { me: freeUser });
    await generate.click();
    await expect.element(page.getByText('Your random look has expired')).toBeVisible();
    api.answer({ pickRandom, createGeneration: pending });
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(2);
    expect(api.requests('createGeneration')[1]?.body).toMatchObject({
      studio: { filter: { pick: 'signed anew' } },
    });
  });
});

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

describe('without any look', () => {
  test('a credit is spent only after a question', async () => {
    api.answer({ createGeneration: pending });
    await openStudio({ ...ready, promoText: '' });
    await generate.click();
    const dialog = page.getByRole('alertdialog', { name: 'Generate without a look?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(api.requests('createGeneration')).toHaveLength(0);
    await generate.click();
    await dialog.getByRole('button', { name: 'Generate anyway' }).click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
  });

  test('nothing is asked while a random look is on its way: Generate waits for it', async () => {
    let arrive: () => void = () => undefined;
    api.answer({
      pickRandom: async () => {
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
        const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
        return { id: 'popcrush', token: 'signed', expiresAt };
      },
      createGeneration: pending,
    });
    await openStudio({ ...ready, promoText: '', creationPath: null, innerStep: 'choice' }, { me: freeUser });
    await page.getByRole('button', { name: /^Social Post/ }).click();
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await expect.element(heading('Ready to Generate')).toBeVisible();
    const waiting = page.getByRole('button', { name: 'Your random look is on its way' });
    await expect.element(waiting).toBeDisabled();
    arrive();
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      studio: { filter: { pick: 'signed' } },
    });
    expect(page.getByRole('alertdialog').elements()).toHaveLength(0);
  });
});

describe('the name of an uploaded dish', () => {
  const upload: WizardState = {
    ...ready,
    dish: ready.dish && {
      ...ready.dish,
      source: { type: 'upload', uploadId: doneGeneration.id },
      name: 'Item 4',
    },
  };
  const name = page.getByLabelText('Product name');
  beforeEach(() => {
    api.answer({ createPhoto: pending });
  });

  test('is asked for when it comes from the file', async () => {
    await openStudio(upload);
    const question = page.getByText('What is this dish called?');
    await expect.element(question).toBeVisible();
    await name.fill('Carbonara');
    await generate.click({ trial: true });
    await userEvent.tab();
    await expect.element(question).not.toBeInTheDocument();
  });

  test('is asked for by the button when it is empty', async () => {
    await openStudio({ ...upload, dish: upload.dish && { ...upload.dish, name: ' ' } });
    await page.getByRole('button', { name: 'Enter product name' }).click();
    await expect.element(name).toHaveFocus();
    await expect.element(generate).not.toBeInTheDocument();
  });

  test('is not sent when it was emptied while a press waited for the photo', async () => {
    const answer = Promise.withResolvers<void>();
    const photo = foundPhoto('c'.repeat(64));
    api.answer({
      createPhoto: async () => {
        await answer.promise;
        return photo;
      },
      getPhoto: () => photo,
      getMask: () => halfMaskReply,
      createGeneration: pending,
    });
    const { client } = await openStudio(upload);
    await generate.click();
    await name.fill('');
    answer.resolve();
    await expect.poll(() => client.isFetching()).toBe(0);
    await name.fill('Carbonara');
    await expect.element(generate).toBeEnabled();
    expect(api.requests('createGeneration')).toEqual([]);
  });

  test('is not sent empty by Generate 2 More either', async () => {
    api.answer({ getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }) });
    await openStudio({
      ...upload,
      dish: upload.dish && { ...upload.dish, name: '' },
      generations: [doneGeneration.id],
      showsResults: true,
    });
    await page.getByRole('button', { name: 'Generate 2 More' }).click();
    await expect.element(page.getByRole('button', { name: 'Enter product name' })).toBeVisible();
    expect(api.requests('createGeneration')).toEqual([]);
  });

  test('is kept when it is too long, which the field and the button say', async () => {
    await openStudio(upload);
    await name.fill('x'.repeat(102));
    await expect.element(page.getByText('2 characters too long')).toBeVisible();
    await page.getByRole('button', { name: 'Shorten the product name' }).click();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('x'.repeat(102));
    await expect.element(generate).not.toBeInTheDocument();
  });
});

describe('a text that is too long', () => {
  const shorten = page.getByRole('button', { name: 'Shorten your text' });

  test.each([
    ['scene', 'Or write your own', { scene: { text: 'x'.repeat(501) } }],
    ['instructions', 'Custom Instructions', { customPrompt: 'x'.repeat(1001) }],
    ['promotional text', 'Add Promotional Text', { promoText: 'x'.repeat(101) }],
  ])('is kept, and the button leads to it: %s', async (_, label, texts) => {
    await openStudio({ ...ready, ...texts });
    await shorten.click();
    const field = page.getByRole('textbox', { name: label });
    await expect.element(page.getByRole('alert')).toHaveTextContent('1 character too long');
    await field.fill('Sunny');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('is sent by no other button either', async () => {
    api.answer({ getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }) });
    await openStudio({
      ...ready,
      promoText: 'x'.repeat(101),
      generations: [doneGeneration.id],
      showsResults: true,
    });
    await page.getByRole('button', { name: 'Generate 2 More' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('1 character too long');
    expect(api.requests('createGeneration')).toEqual([]);
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

/** React draws the place that the history came to when it has time. */
const betweenPresses = () => new Promise((resolve) => setTimeout(resolve, 200));

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
