import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { noteServerTime } from '#web/lib/server-time.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import type { WizardState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';
import { heading } from './open-draft.tsx';
import { burger } from './sample-dish.ts';
import { fakeStudio, generate, openStudio, ready } from './studio-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

let api: FakeApi;
beforeEach(() => {
  api = fakeStudio();
});

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
    const { address, router } = await openStudio(ready);
    await generate.click();
    await expect.element(heading('Generating 2 Variations...')).toBeVisible();
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Painting two versions' }))
      .toHaveAttribute('aria-current', 'step');
    const id = api.requests('createGeneration')[0]?.body.id ?? '';
    await expect.poll(address).toContain(`generation=${id}`);
    await router.navigate(-1);
    await expect.element(heading('Ready to Generate')).toBeVisible();
    await page.getByRole('button', { name: 'See your pictures being made' }).click();
    await expect.element(heading('Generating 2 Variations...')).toBeVisible();
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

  describe('without a creation path', () => {
    /** A pick is accepted for the creation path for which it was drawn, as by the server. */
    beforeEach(() => {
      api.answer({
        pickRandom: ({ body }) => ({ ...pickRandom(), token: `for ${body.creationPath}` }),
        createGeneration: ({ body }) => {
          const { creationPath, filter } = body.kind === 'studio' ? body.studio : {};
          const fits = filter && 'pick' in filter && filter.pick === `for ${creationPath}`;
          return fits ? { ...doneGeneration, id: body.id } : problem('pick_invalid');
        },
        getGeneration: ({ params }) => ({ ...doneGeneration, id: params.generationId }),
      });
    });

    test('is drawn, sent and painted on the Free plan', async () => {
      await openStudio(
        { ...ready, promoText: '', creationPath: null, innerStep: 'choice' },
        { me: freeUser },
      );
      const next = page.getByRole('button', { name: 'Next', exact: true });
      await next.click();
      await page.getByRole('button', { name: 'Random', exact: true }).click();
      await expect.element(page.getByRole('radio', { name: /^PopCrush/ })).toBeChecked();
      await next.click();
      await next.click();
      await generate.click();
      await expect.element(heading('Pick your favourite')).toBeVisible();
      expect(api.requests('createGeneration').map(({ body }) => body)).toMatchObject([
        { studio: { creationPath: null, filter: { pick: 'for null' }, scene: null } },
      ]);
      await page.getByRole('button', { name: 'Generate 2 More' }).click();
      await expect.poll(() => api.requests('createGeneration').length).toBe(2);
      await expect.element(page.getByText('Your random look has expired')).not.toBeInTheDocument();
    });

    test('that has expired is drawn anew without one', async () => {
      await openStudio({ ...ready, creationPath: null, filter: pick(-5) }, { me: freeUser });
      await generate.click();
      await expect.element(heading('Pick your favourite')).toBeVisible();
      expect(api.requests('createGeneration')).toHaveLength(1);
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
