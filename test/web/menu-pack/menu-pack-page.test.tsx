import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { rulesFor } from '#shared/domain/platform-rules.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { beyondSides, enlargeText } from '#test/support/large-text.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { saveMask } from '#test/support/save-mask.ts';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { anotherLike } from '#web/generations/again-state.ts';
import { editStateOf } from '#web/generations/edit-state.ts';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { notify } from '#web/lib/notify.ts';
import { emptyDraft, loadDraft, type MenuDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';
import { measuresQuery } from '#web/photos/photo-queries.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  preparePhoto: async (file: File) => ({
    file,
    contentType: 'image/jpeg',
    fileName: file.name,
    width: 800,
    height: 600,
    preview: '/samples/salad.jpg',
  }),
  uploadPhoto: async () => '01J0000000000000000000000A',
}));

const ready: MenuDraft = {
  ...emptyDraft,
  photo: {
    source: { type: 'upload', uploadId: '01J00000000000000000000009' },
    name: 'Soup',
    preview: '/samples/salad.jpg',
  },
  platform: 'grubhub',
  imageType: 'square',
};

const menuGeneration: Generation = {
  ...doneGeneration,
  kind: 'menu',
  menuItemName: 'Soup',
  studio: null,
  menu: {
    platform: 'grubhub',
    imageType: 'square',
    backgroundStyle: 'neutral',
    plateStyle: 'current',
    imageStyle: 'natural',
  },
  variations: doneGeneration.variations.map((variation) => ({
    ...variation,
    secondFile: { width: 1600, height: 1200 },
  })),
};

const done = page.getByRole('heading', { name: 'Menu Images Enhanced!' });
const enhance = page.getByRole('button', { name: 'Enhance for Grubhub (1 Credit)' });

let api: FakeApi;
beforeEach(() => {
  // The refusal of a request that was pending as the test before ended.
  notify.clear();
  api = fakeApi({ getMe: () => proUser, createPhoto: pending, getPlatformRules: pending });
});

/** The Menu Pack, and a page outside it. */
function Site() {
  return useLocation().pathname === '/studio' ? <MenuPackPage /> : <p>Another page</p>;
}

async function openMenuPack(draft: MenuDraft) {
  saveDraft('test-user', draft);
  return renderInApp(<MenuPackPage />, { at: '/studio?view=menu-enhancer' });
}

describe('the Menu Pack', () => {
  test('is for the Pro plan only', async () => {
    api.answer({ getMe: () => freeUser });
    const { address } = await openMenuPack(emptyDraft);
    await expect
      .element(page.getByRole('heading', { name: 'Menu Enhancer Pack is Pro only', level: 1 }))
      .toBeVisible();
    await page.getByRole('link', { name: 'Upgrade Plan' }).click();
    expect(address()).toBe('/credits');
  });

  test('has room for large text', async () => {
    // Of a phone whose letters are twice as large.
    await page.viewport(195, 422);
    onTestFinished(() => page.viewport(1280, 800));
    await openMenuPack(ready);
    await expect.element(enhance).toBeVisible();
    const badge = page.getByText('PRO', { exact: true }).element();
    expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(195);
    expect(document.documentElement.scrollWidth).toBe(195);
  });

  test('asks for what is missing: a photo, a platform, an image type', async () => {
    await openMenuPack({ ...ready, platform: null, imageType: null });
    await page.getByRole('button', { name: 'Choose a delivery platform' }).click();
    const focused = () => document.activeElement?.getAttribute('value');
    await expect.poll(focused).toBe('uber');
    await page.getByRole('radio', { name: /^Grubhub/ }).click();
    await page.getByRole('button', { name: 'Choose an image type' }).click();
    const square = page.getByRole('radio', { name: /^Square/ });
    await expect.poll(focused).toBe('square');
    await expect.element(enhance).not.toBeInTheDocument();
    await square.click();
    await expect.element(enhance).toBeEnabled();
  });

  test('edits a menu picture of the gallery with its choices, and keeps the edit over a reload', async () => {
    saveDraft('test-user', { ...emptyDraft, platform: 'uber' });
    const [result] = resultsOf(menuGeneration);
    const { address, router } = await renderInApp(<MenuPackPage />, {
      at: '/studio?view=menu-enhancer',
      state: result && editStateOf(result),
    });
    await expect.element(enhance).toBeEnabled();
    await expect.poll(() => router.state.location.state).toBeNull();
    expect(address()).toBe('/studio?view=menu-enhancer');
    expect(loadDraft('test-user')).toMatchObject({
      photo: {
        source: { type: 'generation', generationId: menuGeneration.id, variation: 0 },
        preview: '/media/base-0.jpg',
      },
      platform: 'grubhub',
      imageType: 'square',
    });
  });

  test('asks what the dish is called where its name comes from the file', async () => {
    api.answer({ createGeneration: pending });
    await openMenuPack({ ...ready, photo: ready.photo && { ...ready.photo, name: 'Image' } });
    const name = page.getByLabelText('Product name');
    await expect.element(page.getByText('What is this dish called?')).toBeVisible();
    await expect.element(page.getByText('Image · JPG, PNG or WebP, max 10MB')).toBeVisible();
    await name.fill('');
    await expect.element(page.getByText(/^JPG, PNG or WebP, max 10MB$/)).toBeVisible();
    await page.getByRole('button', { name: 'Enter product name' }).click();
    await expect.element(name).toHaveFocus();
    await name.fill('x'.repeat(102));
    await expect.element(page.getByText('2 characters too long')).toBeVisible();
    await page.getByRole('button', { name: 'Shorten the product name' }).click();
    await expect.element(name).toHaveFocus();
    await name.fill('Garden Salad');
    await enhance.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({ productName: 'Garden Salad' });
  });

  test('has room for large letters of a user’s style sheet', async () => {
    await enlargeText();
    await openMenuPack(ready);
    await expect.element(page.getByText('Upload this file: 1600 × 1200')).toBeVisible();
    expect(beyondSides()).toEqual([]);
  });

  test('has that room also on a plan without it', async () => {
    await enlargeText();
    api.answer({ getMe: () => freeUser });
    await openMenuPack(emptyDraft);
    await expect.element(page.getByRole('link', { name: 'Upgrade Plan' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(innerWidth);
    expect(beyondSides()).toEqual([]);
  });

  test('before a photo shows where it goes, and nothing to be framed', async () => {
    await openMenuPack(emptyDraft);
    const opened = vi.fn<() => void>();
    await expect.element(page.getByRole('button', { name: 'Add a menu photo' })).toBeVisible();
    document.querySelector('input[type=file]')?.addEventListener('click', (event) => {
      event.preventDefault();
      opened();
    });
    await page.getByRole('button', { name: /^Your menu photo goes here/ }).click();
    await page.getByRole('button', { name: 'Add a menu photo' }).click();
    expect(opened).toHaveBeenCalledTimes(2);
    expect(page.getByText('Drag to frame').elements()).toHaveLength(0);
    expect(page.getByRole('img').elements()).toHaveLength(0);
  });

  test('without credits says so at once, and the button leads to the credits page', async () => {
    api.answer({ getMe: () => ({ ...proUser, credits: { ...proUser.credits, available: 0 } }) });
    const { address } = await openMenuPack(ready);
    await expect.element(page.getByText(/^You have no credits left/)).toBeVisible();
    await page.getByRole('link', { name: 'Buy Credits' }).click();
    expect(address()).toBe('/credits');
  });

  test('names the file that the platform accepts, and collapses its contradicting pages', async () => {
    await openMenuPack(ready);
    await expect.element(page.getByText('Upload this file: 1600 × 1200')).toBeVisible();
    await expect
      .element(page.getByText('Grubhub would refuse our standard size, 1200 × 1200.', { exact: false }))
      .toBeVisible();
    const general = page.getByText('Grubhub in general: Square only, at least 1000x1000, original photo');
    await expect.element(general).not.toBeVisible();
    await expect.element(page.getByText(/2400×1800/)).not.toBeInTheDocument();
    await page.getByText('Where this comes from').click();
    await expect.element(general).toBeVisible();
    await page.getByRole('radio', { name: /^Header/ }).click();
    await expect.element(page.getByText('Upload this file: 2400 × 1800')).toBeVisible();
  });

  test('shows the requirements as an operator changed them', async () => {
    const change = {
      ruleId: 'grubhub-item-api',
      minimum: { width: 1800, height: 1800 },
      maximum: null,
      ratio: { from: 1, to: 1 },
      formats: ['jpeg'],
      maxBytes: null,
      advised: [],
      content: { people: 'fail', writing: 'fail' },
      source: { name: 'Grubhub newsletter', collection: null, readOn: '2026-11-20' },
    } as const;
    const rules = rulesFor('grubhub', 'square', [change]).map((rule) => ({
      ...rule,
      formats: [...rule.formats],
      advised: [...rule.advised],
      content: { ...rule.content },
    }));
    api.answer({ getPlatformRules: () => ({ rules }) });
    await openMenuPack(ready);
    await expect.element(page.getByText('No writing, logo or watermark')).toBeVisible();
    await expect.element(page.getByText('No body parts')).toBeVisible();
    await expect.element(page.getByText('The app shows square cards')).not.toBeInTheDocument();
    await page.getByText('Where this comes from').click();
    await expect.element(page.getByText('At least 1800×1800 px, 1:1')).toBeVisible();
    await expect.element(page.getByText('Grubhub newsletter, read on 20 Nov 2026')).toBeVisible();
  });

  test('keeps the dish as it is unless the plate is new', async () => {
    await openMenuPack(ready);
    const kept = page.getByText('Your dish and its plate stay exactly as you photographed them.');
    await expect.element(kept).toBeVisible();
    await page.getByRole('radio', { name: /^Rustic/ }).click();
    await expect.element(kept).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Your food goes onto a new plate, which is drawn/)).toBeVisible();
  });

  test('waits for a corrected mask', async () => {
    const { client } = await openMenuPack(ready);
    await expect.element(enhance).toBeEnabled();
    const end = saveMask(client);
    await expect.element(page.getByRole('button', { name: 'Saving what we keep…' })).toBeDisabled();
    end();
    await expect.element(enhance).toBeEnabled();
  });

  test('says so where a corrected mask could not be carried over after a reload', async () => {
    const straightened = foundPhoto('d'.repeat(64));
    api.answer({
      createPhoto: () => straightened,
      getPhoto: () => straightened,
      getMask: ({ params }) => (params.photoId === straightened.id ? halfMaskReply : problem('not_found')),
      createPhotoCheck: pending,
    });
    const mask = { photoId: 'f'.repeat(64), cut: undefined };
    const { photo } = ready;
    await openMenuPack({
      ...ready,
      photo: photo && { ...photo, fixedFrom: { kind: 'straighten', former: photo, mask } },
    });
    await expect.element(page.getByText(/^We couldn’t take over what you had corrected/)).toBeVisible();
  });

  test('asks before a credit is spent on a photo without a dish', async () => {
    const menuCard = foundPhoto('e'.repeat(64), {
      reading: { state: 'made', content: { ...plainReading, isFood: false }, message: null },
    });
    api.answer({
      createPhoto: () => menuCard,
      getPhoto: () => menuCard,
      getMask: () => halfMaskReply,
      createPhotoCheck: pending,
      createGeneration: pending,
    });
    await openMenuPack(ready);
    await enhance.click();
    const question = page.getByRole('alertdialog', { name: 'No dish in this photo?' });
    await expect.element(question).toBeVisible();
    expect(api.requests('createGeneration')).toEqual([]);
    await question.getByRole('button', { name: 'Generate anyway' }).click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
  });

  test('asks once about a doubtful cut-out that nobody has seen', async () => {
    const doubtful = foundPhoto('1'.repeat(64), {}, ['edge']);
    api.answer({
      createPhoto: () => doubtful,
      getPhoto: () => doubtful,
      getMask: () => halfMaskReply,
      createPhotoCheck: pending,
      createGeneration: pending,
    });
    await openMenuPack(ready);
    await expect.element(page.getByText('Please check what we keep.')).toBeVisible();
    await enhance.click();
    const question = page.getByRole('alertdialog', { name: 'Check what we keep?' });
    await question.getByRole('button', { name: 'What we keep' }).click();
    const dialog = page.getByRole('dialog', { name: 'What we keep' });
    await dialog.getByRole('button', { name: 'Use this' }).click();
    await expect.element(page.getByText('You checked what we keep.')).toBeVisible();
    expect(api.requests('createGeneration')).toEqual([]);
    await enhance.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
  });

  test('a doubtful cut-out opens by itself before anything is spent, and is corrected', async () => {
    const doubtful = (corrected: boolean) => foundPhoto('f'.repeat(64), { corrected }, ['edge']);
    let corrected = false;
    api.answer({
      createPhoto: () => doubtful(corrected),
      getPhoto: () => doubtful(corrected),
      getMask: () => halfMaskReply,
      putMask: () => {
        corrected = true;
        return doubtful(corrected);
      },
      createPhotoCheck: pending,
      createGeneration: pending,
    });
    await openMenuPack({ ...ready, photo: null });
    const input = () => document.querySelector<HTMLInputElement>('#photo-input');
    await expect.poll(input).not.toBeNull();
    await userEvent.upload(input() ?? document.body, new File(['soup'], 'soup.jpg', { type: 'image/jpeg' }));
    const dialog = page.getByRole('dialog', { name: 'What we keep' });
    await expect.element(dialog.getByText('Your dish reaches the edge of the photo.')).toBeVisible();
    await expect.element(dialog.getByText('Keeps 50% of the photo.')).toBeVisible();
    dialog.getByRole('application').element().focus();
    await userEvent.keyboard('{ArrowRight>20/} ');
    await dialog.getByRole('button', { name: 'Use this' }).click();
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    expect(api.requests('putMask')).toHaveLength(1);
    expect(api.requests('createGeneration')).toEqual([]);
    await enhance.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      kind: 'menu',
      source: { type: 'upload', uploadId: '01J0000000000000000000000A' },
    });
  });

  test('is busy while it works', async () => {
    let accept: () => void = () => undefined;
    const running: Generation = { ...menuGeneration, state: 'queued', step: 'queued', variations: [] };
    api.answer({
      createGeneration: async ({ body }) => {
        await new Promise<void>((resolve) => {
          accept = resolve;
        });
        return { ...running, id: body.id };
      },
      getGeneration: ({ params }) => ({ ...running, id: params.generationId }),
    });
    await openMenuPack(ready);
    await enhance.click();
    await expect.element(page.getByRole('button', { name: 'Sending your request…' })).toBeDisabled();
    await expect.element(page.getByText('In the queue')).not.toBeInTheDocument();
    accept();
    await expect.element(page.getByRole('button', { name: 'Enhancing...' })).toBeDisabled();
    await expect.element(page.getByText('In the queue')).toBeVisible();
    expect(api.requests('createGeneration')[0]?.body).toMatchObject({
      kind: 'menu',
      productName: 'Soup',
      menu: menuGeneration.menu,
    });
  });

  test('without credits says so and leads to the credits page', async () => {
    api.answer({ createGeneration: () => problem('insufficient_credits') });
    const { address } = await openMenuPack(ready);
    await enhance.click();
    // C5.17, C8.30
    await expect.element(page.getByText('Insufficient credits', { exact: true })).toBeVisible();
    await expect
      .element(
        page.getByText(
          'You need at least 1 credit to enhance menu images. Purchase more credits to continue.',
        ),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Buy Credits' }).click();
    expect(address()).toBe('/credits');
  });

  test('reports once that the pictures are ready, and removes the message of the panel', async () => {
    const queued: Generation = { ...menuGeneration, state: 'queued', step: 'queued', variations: [] };
    let isDone = false;
    api.answer({
      createGeneration: ({ body }) => ({ ...queued, id: body.id }),
      getGeneration: ({ params }) => ({ ...(isDone ? menuGeneration : queued), id: params.generationId }),
    });
    await openMenuPack(ready);
    notify.info('A message of the panel');
    const message = page.getByText('A message of the panel');
    await expect.element(message).toBeVisible();
    await enhance.click();
    await expect.element(page.getByRole('heading', { name: 'Enhancing...' })).toHaveFocus();
    await expect.element(message).not.toBeInTheDocument();
    isDone = true;
    await expect.element(page.getByRole('heading', { name: 'Menu Images Enhanced!' })).toHaveFocus();
    const said = page.getByText('Two new pictures ready');
    await expect.element(said).toHaveAttribute('role', 'status');
    expect(said.elements()).toHaveLength(1);
  });

  test('says nothing of pictures that were there already', async () => {
    api.answer({ getGeneration: () => menuGeneration });
    await openMenuPack({ ...ready, generationId: menuGeneration.id });
    await expect.element(page.getByRole('heading', { name: 'Menu Images Enhanced!' })).toBeVisible();
    expect(page.getByText('Two new pictures ready').elements()).toHaveLength(0);
  });

  test('mentions a request without an answer that another photo replaces', async () => {
    await openMenuPack({ ...ready, unansweredId: doneGeneration.id });
    await expect.element(page.getByText('Replace photo')).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('There is no input for photos');
    await userEvent.upload(input, new File(['salad'], 'salad.jpg', { type: 'image/jpeg' }));
    await expect.element(page.getByText(/^Your last request got no answer/)).toBeVisible();
    await expect.poll(() => loadDraft('test-user').unansweredId).toBe(null);
  });

  test('says that a finished picture was deleted since, and uses its id no more', {
    timeout: 40_000,
  }, async () => {
    api.answer({ getGeneration: () => menuGeneration });
    const first = await openMenuPack({ ...ready, generationId: menuGeneration.id });
    await expect.element(done).toBeVisible();
    await first.unmount();
    api.answer({ getGeneration: () => problem('not_found') });
    await renderInApp(<MenuPackPage />, { at: '/studio?view=menu-enhancer' });
    await expect
      .element(page.getByText('A picture of this draft was deleted.'), { timeout: 15_000 })
      .toBeVisible();
    await expect
      .poll(() => loadDraft('test-user'))
      .toMatchObject({ generationId: null, unansweredId: null, photo: { name: 'Soup' } });
  });

  test('goes Back from the pictures to the choices, which stay, and Forward to the pictures again', async () => {
    api.answer({ getGeneration: () => menuGeneration });
    const { router } = await openMenuPack({ ...ready, generationId: menuGeneration.id });
    await expect.element(done).toBeVisible();
    await expect.poll(() => router.state.historyAction).toBe('PUSH');
    await router.navigate(-1);
    await expect.element(enhance).toBeEnabled();
    await expect.element(done).not.toBeInTheDocument();
    await router.navigate(1);
    await expect.element(done).toBeVisible();
    await page.getByRole('button', { name: 'Enhance Another' }).click();
    await expect.element(page.getByRole('button', { name: 'Choose a delivery platform' })).toBeVisible();
    await expect.poll(() => router.state.location.state).toBeNull();
  });

  test('shows the pictures to those who come back by a link, whose Back leads through the choices', async () => {
    api.answer({ getGeneration: () => menuGeneration });
    saveDraft('test-user', { ...ready, generationId: menuGeneration.id, shownId: menuGeneration.id });
    const { router } = await renderInApp(<Site />, { at: '/account' });
    await router.navigate('/studio');
    await expect.element(done).toBeVisible();
    await router.navigate(-1);
    await expect.element(enhance).toBeEnabled();
    await router.navigate(-1);
    await expect.element(page.getByText('Another page')).toBeVisible();
    // The entry of the choices shows them again.
    await router.navigate(1);
    await expect.element(enhance).toBeEnabled();
    await expect.element(done).not.toBeInTheDocument();
  });

  test('shows the pictures of a free redo in place of the first ones, from the first picture on', async () => {
    const redo = { ...menuGeneration, id: '01J00000000000000000000007', redoOf: menuGeneration.id };
    const first = { ...menuGeneration, redo: { id: redo.id, reason: 'other' } } as const;
    api.answer({ getGeneration: ({ params }) => (params.generationId === redo.id ? redo : first) });
    const { router } = await openMenuPack({ ...ready, generationId: first.id });
    await page.getByRole('radio', { name: 'Variation 2' }).click();
    await page.getByRole('button', { name: 'See the new pictures' }).click();
    await expect.element(page.getByRole('radio', { name: 'Variation 1' })).toBeChecked();
    await expect.poll(() => loadDraft('test-user').shownId).toBe(redo.id);
    await router.navigate(-1);
    await expect.element(enhance).toBeEnabled();
  });

  test('can correct the photo also after its first enhancement', async () => {
    api.answer({
      createGeneration: ({ body }) => ({ ...menuGeneration, id: body.id }),
      getGeneration: ({ params }) => ({ ...menuGeneration, id: params.generationId }),
    });
    await openMenuPack(ready);
    await expect.element(enhance).toBeEnabled();
    const input = document.querySelector<HTMLInputElement>('#photo-input');
    await userEvent.upload(input ?? document.body, new File(['soup'], 'soup.jpg', { type: 'image/jpeg' }));
    const straighten = page.getByRole('button', { name: 'Straighten or turn' });
    await expect.element(straighten).toBeVisible();
    await page.getByRole('button', { name: /^Enhance for/ }).click();
    await page.getByRole('button', { name: 'Enhance Another' }).click();
    await expect.element(straighten).toBeVisible();
  });

  test.each([
    ['gives advice on a photo of the user', { type: 'upload', uploadId: '01J00000000000000000000009' }, 1],
    [
      'gives no advice on a picture that was made here',
      { type: 'generation', generationId: menuGeneration.id, variation: 0 },
      0,
    ],
  ] as const)('%s', async (_, source, times) => {
    const { src: preview } = await chequeredPhoto(80);
    const { client } = await openMenuPack({ ...ready, photo: { source, name: 'Soup', preview } });
    await expect.element(enhance).toBeEnabled();
    await client.ensureQueryData(measuresQuery(preview));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(page.getByText('This photo is dark.', { exact: false }).elements()).toHaveLength(times);
  });

  test.each([
    ['Edit', (result: Result) => editStateOf(result)],
    ['a picture like another', () => anotherLike(menuGeneration)],
  ])('puts aside what had been begun before %s, and gives it back', async (_, stateOf) => {
    saveDraft('test-user', { ...ready, unansweredId: '01J00000000000000000000008' });
    const [result] = resultsOf({ ...menuGeneration, menuItemName: 'Salad' });
    if (!result) throw new Error('No result');
    await renderInApp(<MenuPackPage />, { at: '/studio?view=menu-enhancer', state: stateOf(result) });
    await expect.element(page.getByText('The picture that you had begun was put aside.')).toBeVisible();
    await expect.element(page.getByText(/^Your last request got no answer/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByLabelText('Product name')).toHaveValue('Soup');
    await expect.element(enhance).toBeEnabled();
    await expect
      .poll(() => loadDraft('test-user'))
      .toMatchObject({ photo: ready.photo, unansweredId: '01J00000000000000000000008' });
  });

  test('says why an enhancement failed', async () => {
    const message = 'Failed to enhance menu image. Please try again. Your credit was returned.';
    api.answer({ getGeneration: () => ({ ...menuGeneration, state: 'failed', variations: [], message }) });
    await openMenuPack({ ...ready, generationId: menuGeneration.id });
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect.element(enhance).toBeEnabled();
  });

  test('saves the chosen variation and makes it the cover', async () => {
    api.answer({
      getGeneration: () => menuGeneration,
      createDownload: () => ({
        url: 'data:image/jpeg;base64,AAAA',
        fileName: 'soup.jpg',
        width: 1200,
        height: 1200,
        expiresAt: '2026-11-21T13:00:00.000Z',
      }),
      setCover: () => ({ ...menuGeneration, cover: 1 }),
    });
    await openMenuPack({ ...ready, generationId: menuGeneration.id });
    await expect.element(page.getByRole('heading', { name: 'Menu Images Enhanced!' })).toBeVisible();
    await page.getByRole('radio', { name: 'Variation 2' }).click();
    await page.getByRole('button', { name: 'Save & Download' }).click();
    await expect.element(page.getByText('Image saved to photos!')).toBeVisible();
    expect(api.requests('createDownload')).toMatchObject([{ body: { variation: 1, size: 'delivered' } }]);
    await expect.poll(() => api.requests('setCover')).toMatchObject([{ body: { cover: 1 } }]);
    await page.getByRole('button', { name: 'Download for Grubhub (1600 × 1200)' }).click();
    await expect.poll(() => api.requests('createDownload').at(-1)?.body.size).toBe('large');
    await page.getByRole('button', { name: 'Enhance Another' }).click();
    // The photo and its styles stay for the next platform.
    await expect
      .element(page.getByRole('button', { name: 'Replace photo Soup · JPG, PNG or WebP, max 10MB' }))
      .toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Soup' })).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Choose a delivery platform' })).toBeVisible();
  });
});
