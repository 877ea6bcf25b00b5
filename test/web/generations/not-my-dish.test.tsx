import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { saveMask } from '#test/support/save-mask.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { NotMyDish } from '#web/generations/not-my-dish.tsx';
import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import { doneGeneration, queuedGeneration } from './stored-generation.ts';
import { proUser } from './users.ts';

const fresh: Generation = { ...doneGeneration, finishedAt: new Date().toISOString() };
const redoId = '01J00000000000000000000007';
const button = page.getByRole('button', { name: 'Not my dish?' });
const confirm = page.getByRole('button', { name: 'Make them again' });

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser });
});

async function show(generation: Generation, state?: unknown) {
  const onStarted = vi.fn();
  const onSee = vi.fn();
  const app = await renderInApp(
    <NotMyDish
      generation={generation}
      kept={<KeptOfSource source={generation.source} name={generation.menuItemName} />}
      onStarted={onStarted}
      onSee={onSee}
    />,
    { state },
  );
  return { ...app, onStarted, onSee };
}

test('sends the reason and the note, and reports the generation that was started', async () => {
  api.answer({ redoGeneration: ({ body }) => ({ ...queuedGeneration, id: body.id, redoOf: fresh.id }) });
  const { onStarted } = await show(fresh);
  await expect.element(page.getByText('One free redo')).toBeVisible();
  await button.click();
  await expect.element(confirm).toBeDisabled();
  await page.getByText('Something was added').click();
  await page.getByRole('textbox').fill('A leaf of basil');
  await confirm.click();
  await expect.poll(() => onStarted.mock.calls.length).toBe(1);
  const [sent] = api.requests('redoGeneration');
  expect(sent?.params).toEqual({ generationId: fresh.id });
  expect(sent?.body).toMatchObject({ reason: 'something_added', note: 'A leaf of basil' });
  expect(onStarted.mock.calls[0]?.[0]).toMatchObject({ id: sent?.body.id });
});

describe('a dish that was cut wrongly', () => {
  const photo = foundPhoto('d'.repeat(64));
  const cut: Generation = { ...fresh, source: { type: 'upload', uploadId: redoId } };
  const mark = page.getByRole('button', { name: /^What we keep of / });
  const kept = page.getByRole('dialog', { name: 'What we keep' });
  const question = page.getByRole('dialog', { name: 'Not your dish?' });

  beforeEach(() => {
    const jpeg = document.createElement('canvas').toDataURL('image/jpeg').split(',')[1] ?? '';
    api.answer({
      createPhoto: () => photo,
      createCutOut: () => photo,
      getPhoto: () => photo,
      getMask: () => halfMaskReply,
      getPhotoPreview: () => ({ jpeg }),
      redoGeneration: ({ body }) => ({ ...queuedGeneration, id: body.id, redoOf: fresh.id }),
    });
  });

  async function openKept(generation = cut) {
    const shown = await show(generation);
    await button.click();
    await expect.element(mark).not.toBeInTheDocument();
    await page.getByText('My dish was cut wrongly').click();
    await mark.click();
    await expect.element(kept.getByText('Keeps 50% of the photo.')).toBeVisible();
    return shown;
  }

  test('can be marked before the other pictures are made', async () => {
    const { onStarted } = await openKept();
    expect(api.requests('createPhoto')[0]?.body.source).toEqual({ type: 'upload', uploadId: redoId });
    await page.getByRole('button', { name: 'Use this' }).click();
    await confirm.click();
    await expect.poll(() => onStarted.mock.calls.length).toBe(1);
    expect(api.requests('redoGeneration')[0]?.body.reason).toBe('cut_wrongly');
  });

  test.each([
    { type: 'sample', itemId: 'burger' },
    { type: 'generation', generationId: redoId, variation: 1 },
  ] as const)('can be marked on the whole picture of any source: $type', async (source) => {
    const variations = fresh.variations.map((each) => ({ ...each, basePreviewUrl: '/samples/salad.jpg' }));
    api.answer({ getGeneration: () => ({ ...fresh, id: redoId, variations }) });
    await openKept({ ...fresh, source });
    expect(api.requests('createPhoto')[0]?.body.source).toEqual(source);
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.element(question).toBeVisible();
  });

  test('is left by Back one dialog after the other', async () => {
    const { router } = await openKept();
    await router.navigate(-1);
    await expect.element(kept).not.toBeInTheDocument();
    await expect.element(confirm).toBeEnabled();
    await router.navigate(-1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is shown again by a reload, with the question behind it', async () => {
    const first = await openKept();
    const { state } = first.router.state.location;
    await first.unmount();
    const { router } = await show(cut, state);
    await expect.element(kept.getByText('Keeps 50% of the photo.')).toBeVisible();
    expect(router.state.location.state).toEqual(state);
  });

  test('is not left in the history where a reload does not find it', async () => {
    const first = await openKept();
    const { state } = first.router.state.location;
    await first.unmount();
    api.answer({ createPhoto: () => problem('not_found') });
    const { router } = await show(cut);
    await router.navigate('/', { state: { openDialogs: state.openDialogs.slice(0, 1) } });
    await expect.element(question).toBeVisible();
    const { key } = router.state.location;
    await router.navigate('/', { state });
    await expect.poll(() => router.state.location.key).toBe(key);
    await expect.element(question).toBeVisible();
  });
});

test('keeps the note and the reason when the dialog is left, until the pictures are made again', async () => {
  api.answer({ redoGeneration: ({ body }) => ({ ...queuedGeneration, id: body.id, redoOf: fresh.id }) });
  const { onStarted, router } = await show(fresh);
  const { key } = router.state.location;
  const note = page.getByRole('textbox');
  await button.click();
  await page.getByText('Something was added').click();
  await note.fill('A leaf of basil');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button.click();
  await expect.element(note).toHaveValue('A leaf of basil');
  await router.navigate(-1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(router.state.location.key).toBe(key);
  await button.click();
  await expect.element(note).toHaveValue('A leaf of basil');
  await confirm.click();
  await expect.poll(() => onStarted.mock.calls.length).toBe(1);
  await expect.poll(() => router.state.location.key).toBe(key);
  expect(sessionStorage.getItem(`platepost.redo-wish.${fresh.id}`)).toBeNull();
});

test('keeps a note that is too long, and says so', async () => {
  await show(fresh);
  await button.click();
  await page.getByText('Something was added').click();
  await page.getByRole('textbox').fill('x'.repeat(203));
  await expect.element(page.getByText('3 characters too long')).toBeVisible();
  await expect.element(confirm).toBeDisabled();
});

test('waits for a mask that is being saved, which the other pictures are to follow', async () => {
  api.answer({ redoGeneration: ({ body }) => ({ ...queuedGeneration, id: body.id, redoOf: fresh.id }) });
  const { client } = await renderInApp(
    <NotMyDish generation={fresh} kept={null} onStarted={() => undefined} onSee={() => undefined} />,
  );
  const end = saveMask(client);
  await button.click();
  await page.getByText('My dish was cut wrongly').click();
  const pressed = page.getByRole('dialog').getByRole('button', { name: /Make them again|Loading/ });
  await expect.element(pressed).toBeDisabled();
  end();
  await expect.element(confirm).toBeEnabled();
});

test('waits for a request that is under way where the dialog was closed and opened again', async () => {
  const answer = Promise.withResolvers<Generation>();
  api.answer({ redoGeneration: () => answer.promise });
  const { onStarted } = await show(fresh);
  await button.click();
  await page.getByText('My dish was changed').click();
  await confirm.click();
  await expect.poll(() => api.requests('redoGeneration').length).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await button.click();
  await page.getByText('My dish was changed').click();
  await expect
    .element(page.getByRole('dialog').getByRole('button', { name: /Make them again|Loading/ }))
    .toBeDisabled();
  answer.resolve({ ...queuedGeneration, redoOf: fresh.id });
  await expect.poll(() => onStarted.mock.calls.length).toBe(1);
});

test('sends one request where the button is pressed twice at once', async () => {
  api.answer({ redoGeneration: ({ body }) => ({ ...queuedGeneration, id: body.id, redoOf: fresh.id }) });
  const { onStarted } = await show(fresh);
  await button.click();
  await page.getByText('My dish was changed').click();
  const pressed = confirm.element() as HTMLButtonElement;
  pressed.click();
  pressed.click();
  await expect.poll(() => onStarted.mock.calls.length).toBe(1);
  expect(api.requests('redoGeneration')).toHaveLength(1);
});

test.each([
  ['daily_limit_reached', 'You can have 5 free redos a day.'],
  ['redo_unavailable', 'The photo that these pictures were made of was deleted.'],
] as const)('says why it was refused (%s), and sends the same id again', async (code, detail) => {
  api.answer({ redoGeneration: () => problem(code, detail) });
  const { onStarted } = await show(fresh);
  await button.click();
  await page.getByText('My dish was changed').click();
  await confirm.click();
  await expect.element(page.getByRole('alert').getByText(detail)).toBeVisible();
  await confirm.click();
  await expect.poll(() => api.requests('redoGeneration').length).toBe(2);
  expect(new Set(api.requests('redoGeneration').map(({ body }) => body.id)).size).toBe(1);
  expect(onStarted).not.toHaveBeenCalled();
});

test('says that it was refused where the dialog was closed meanwhile', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof problem>>();
  api.answer({ redoGeneration: () => answer.promise });
  await show(fresh);
  await button.click();
  await page.getByText('My dish was changed').click();
  await confirm.click();
  await expect.poll(() => api.requests('redoGeneration').length).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  answer.resolve(problem('daily_limit_reached', 'You can have 5 free redos a day.'));
  await expect.element(page.getByText('You can have 5 free redos a day.')).toBeVisible();
});

const used = { ...fresh, redo: { id: redoId, reason: 'other' } } as const;

test.each([
  ['used', used, 'The free redo of these pictures was used.'],
  ['a redo itself', { ...fresh, redoOf: redoId }, 'These pictures are a free redo already.'],
  [
    'too late',
    { ...doneGeneration, finishedAt: '2026-01-01T12:00:00.000Z' },
    'A free redo can be asked for within 7 days.',
  ],
  ['refunded', { ...fresh, refunded: true }, 'Your credit for these pictures was returned.'],
] as const)('is not offered where it is %s, and says so', async (_, generation, text) => {
  api.answer({ getGeneration: () => ({ ...fresh, id: redoId, redoOf: fresh.id }) });
  await show(generation);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

test.each([
  [
    'failed',
    { ...queuedGeneration, state: 'failed' },
    'The free redo could not be made. You can ask for it again.',
  ],
  [
    'made only one picture',
    { ...fresh, variations: fresh.variations.slice(1) },
    'Only one picture of the free redo could be made. You can ask for it again.',
  ],
] as const)('is offered again where the first one %s', async (_, first, text) => {
  api.answer({ getGeneration: () => ({ ...first, id: redoId, redoOf: fresh.id }) });
  await show(used);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(button).toBeVisible();
  const see = page.getByRole('button', { name: 'See the new pictures' });
  expect(see.elements()).toHaveLength(first.state === 'done' ? 1 : 0);
});

test('follows a redo that runs, also one of an earlier visit, and leads to its pictures', async () => {
  const redo: Generation = { ...queuedGeneration, id: redoId, redoOf: fresh.id };
  api.answer({ getGeneration: () => redo });
  const { onSee } = await show({ ...used, finishedAt: '2026-01-01T12:00:00.000Z' });
  await expect
    .element(page.getByRole('status').getByText('Both pictures are being made again, free of charge.'))
    .toBeVisible();
  const done = { ...doneGeneration, id: redoId, redoOf: fresh.id };
  api.answer({ getGeneration: () => done });
  await page.getByRole('button', { name: 'See the new pictures' }).click();
  expect(onSee).toHaveBeenCalledWith(done);
  await expect.element(button).not.toBeInTheDocument();
});

test('is not offered again where the last one made a picture', async () => {
  const [first] = fresh.variations;
  const last = { ...fresh, id: redoId, redoOf: fresh.id, isLastRedo: true, variations: first ? [first] : [] };
  api.answer({ getGeneration: () => last });
  await show(used);
  await expect.element(page.getByRole('button', { name: 'See the new pictures' })).toBeVisible();
  await expect.element(page.getByText('The free redo of these pictures was used.')).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

test('does not leave its question in the history where a redo was asked for elsewhere', async () => {
  const redo: Generation = { ...queuedGeneration, id: redoId, redoOf: fresh.id };
  api.answer({ getGeneration: () => redo });
  const { router } = await show(used);
  const { key } = router.state.location;
  await router.navigate('/', { state: { openDialogs: [`redo of ${fresh.id}`] } });
  await expect.poll(() => router.state.location.key).toBe(key);
});

test('leads nowhere where the pictures of the redo were deleted', async () => {
  api.answer({ getGeneration: () => problem('not_found') });
  await show(used);
  await expect.element(page.getByText('The free redo of these pictures was used.')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('keeps the id until an answer came, also when the dialog is closed', { timeout: 40_000 }, async () => {
  api.answer({ redoGeneration: offline, getGeneration: offline });
  const { onStarted } = await show(fresh);
  await button.click();
  await page.getByText('My dish was changed').click();
  await confirm.click();
  // The request is repeated after 1, 2 and 4 seconds.
  const lost = page.getByRole('alert').getByText('We could not hear back. Press again:', { exact: false });
  await expect.element(lost, { timeout: 15_000 }).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  // It had arrived, with another reason than the one that is given now.
  const made: Generation = { ...queuedGeneration, redoOf: fresh.id };
  api.answer({
    redoGeneration: () => problem('conflict'),
    getGeneration: ({ params }) => ({ ...made, id: params.generationId }),
  });
  await button.click();
  await page.getByText('Something was added').click();
  await confirm.click();
  await expect.poll(() => onStarted.mock.calls.length).toBe(1);
  const [first] = api.requests('redoGeneration');
  expect(new Set(api.requests('redoGeneration').map(({ body }) => body.id)).size).toBe(1);
  expect(onStarted.mock.calls[0]?.[0]).toMatchObject({ id: first?.body.id });
});

test('takes another id where the one that it kept is too old to be used', async () => {
  const old = '01J00000000000000000000008';
  sessionStorage.setItem(`platepost.redo.${fresh.id}`, JSON.stringify({ text: old, at: Date.now() }));
  api.answer({
    redoGeneration: ({ body }) =>
      body.id === old ? problem('id_out_of_time') : { ...queuedGeneration, id: body.id, redoOf: fresh.id },
  });
  const { onStarted } = await show(fresh);
  await button.click();
  await page.getByText('My dish was changed').click();
  await confirm.click();
  await expect.poll(() => onStarted.mock.calls.length).toBe(1);
  expect(onStarted.mock.calls[0]?.[0]).not.toMatchObject({ id: old });
});
