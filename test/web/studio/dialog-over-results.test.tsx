import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import type { FakeApi } from '#test/support/fake-api.ts';
import { doneGeneration, queuedGeneration } from '#test/web/generations/stored-generation.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { paintOnce } from '#test/web/photos/kept-dish-harness.ts';
import type { WizardState } from '#web/studio/wizard.ts';
import { fakeStudio, openStudio, ready } from './studio-harness.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const first: Generation = { ...doneGeneration, finishedAt: new Date().toISOString() };
const second = '01J00000000000000000000002';
const draft: WizardState = {
  ...ready,
  generations: [first.id],
  showsResults: true,
  chosen: { generationId: first.id, variation: 0 },
};
// Behind a dialog, they are hidden from assistive technology.
const hidden = { includeHidden: true };
const variations = page
  .getByRole('radiogroup', { name: 'Pick your favourite', ...hidden })
  .getByRole('radio', hidden);
const press = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

let api: FakeApi;
let isDone: boolean;
beforeEach(() => {
  isDone = false;
  api = fakeStudio();
  api.answer({
    getGeneration: ({ params: { generationId: id } }) =>
      id !== second ? first : isDone ? { ...first, id } : { ...queuedGeneration, id },
  });
});

describe.each([
  ['Write the post', 'The post for your picture', 'Caption'],
  ['Edit the words', 'Words on your picture', 'Headline'],
])('“%s” over the results', (opener, title, label) => {
  const dialog = page.getByRole('dialog', { name: title });

  test('stays with what was typed when two more pictures arrive, and on its picture', async () => {
    const { router, address } = await openStudio({ ...draft, generations: [first.id, second] });
    await expect.poll(address).toContain(second);
    await press(opener).click();
    await field(label).fill('My own words');
    isDone = true;
    await expect.poll(address).not.toContain(second);
    await expect.poll(() => variations.elements().length).toBe(4);
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(field(label)).toHaveValue('My own words');
    expect(variations.nth(0).element()).toBeChecked();
    await expect.element(dialog).toBeVisible();
    expect(router.state.location.state).toMatchObject({ openDialogs: [expect.stringContaining(first.id)] });
  });

  test('is open again after a reload, and left by one Back', async () => {
    const { router, ...app } = await openStudio(draft);
    await press(opener).click();
    await expect.element(dialog).toBeVisible();
    const { state } = router.state.location;
    await app.unmount();
    const again = await openStudio(draft, { state });
    await expect.element(dialog).toBeVisible();
    await expect.poll(again.address).toBe('/studio');
    expect(again.router.state.location.state).toEqual(state);
  });
});

test('“What we keep” stays with its strokes when the pictures arrive behind the step of the dish', async () => {
  const photo = foundPhoto('e'.repeat(64));
  api.answer({ createPhoto: () => photo, getPhoto: () => photo, getMask: () => halfMaskReply });
  const dish = { ...draft, generations: [second], chosen: null, step: 2 } as const;
  const { address } = await openStudio(dish);
  await expect.poll(address).toContain(second);
  await press('What we keep').click();
  await paintOnce();
  const kept = page.getByRole('dialog', { name: 'What we keep' });
  await expect.element(kept.getByText('Keeps 50% of the photo.')).not.toBeInTheDocument();
  isDone = true;
  await expect.poll(address).not.toContain(second);
  await expect.element(kept).toBeVisible();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('“Not my dish?” is open again after a reload', async () => {
  const { router, ...app } = await openStudio(draft);
  await press('Not my dish?').click();
  const dialog = page.getByRole('dialog', { name: 'Not your dish?' });
  await expect.element(dialog).toBeVisible();
  const { state } = router.state.location;
  await app.unmount();
  const again = await openStudio(draft, { state });
  await expect.element(dialog).toBeVisible();
  expect(again.router.state.location.state).toEqual(state);
});
