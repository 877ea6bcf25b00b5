import { useInfiniteQuery } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { ChangeWords } from '#web/generations/change-words.tsx';
import { galleryQuery } from '#web/generations/generation-queries.ts';
import { resultsOf } from '#web/generations/results.ts';
import { doneGeneration } from './stored-generation.ts';

/** The picture as the gallery holds it. */
function Picture() {
  const { data } = useInfiniteQuery(galleryQuery());
  const [result] = data?.pages[0]?.items.flatMap(resultsOf) ?? [];
  return (
    result && (
      <>
        <img src={result.previewUrl} alt="Burger, variation 1" />
        <ChangeWords result={result} />
      </>
    )
  );
}

const button = page.getByRole('button', { name: 'Change the words' });
const dialog = page.getByRole('dialog', { name: 'Change the words' });
const field = dialog.getByRole('textbox', { name: 'Words on the picture' });
const picture = page.getByRole('img', { name: 'Burger, variation 1' });

let api: FakeApi;
let kept: Generation;
beforeEach(() => {
  kept = doneGeneration;
  api = fakeApi({
    listGenerations: () => ({ items: [kept], total: 1 }),
    getGeneration: () => kept,
    changeWords: ({ body }) => {
      kept = { ...kept, words: { ...body, state: 'open' } };
      return kept;
    },
  });
});

/** Ends the change that was asked for, as the worker does. */
function end(state: 'done' | 'failed'): void {
  const { words, studio } = kept;
  if (!words || !studio) throw new Error('Nothing was asked for');
  const { promoText, promoPosition } = words;
  kept =
    state === 'failed'
      ? { ...kept, words: { ...words, state } }
      : {
          ...kept,
          words: { ...words, state },
          studio: { ...studio, promoText, promoPosition },
          variations: kept.variations.map((each) => ({ ...each, previewUrl: '/media/new.jpg' })),
        };
}

test('shows the words of now over the picture without any, sets others and shows the new picture', async () => {
  await renderInApp(<Picture />);
  await button.click();
  await expect.element(field).toHaveValue('Two for one');
  await expect.element(dialog.getByRole('radio', { name: 'Bottom' })).toBeChecked();
  await expect
    .element(dialog.getByRole('img', { name: 'Classic Burger without words' }))
    .toHaveAttribute('src', '/media/base-0.jpg');
  await expect.element(dialog.getByRole('img', { name: 'Your text: Two for one' })).toBeInTheDocument();
  await field.fill('Three for two');
  await expect.element(dialog.getByRole('img', { name: 'Your text: Three for two' })).toBeInTheDocument();
  await dialog.getByText('Top').click();
  await dialog.getByRole('button', { name: 'Use these words' }).click();

  await expect.element(page.getByText('Setting your words…')).toBeVisible();
  await expect.element(button).toBeDisabled();
  await expect.element(picture).toHaveAttribute('src', '/media/preview-0.jpg');
  expect(api.requests('changeWords')).toMatchObject([
    {
      params: { generationId: doneGeneration.id },
      body: { promoText: 'Three for two', promoPosition: 'top' },
    },
  ]);
  end('done');
  await expect.element(picture).toHaveAttribute('src', '/media/new.jpg');
  await expect.element(button).toBeEnabled();
});

test('says that words could not be set, keeps the picture, and tries again with the same words', async () => {
  await renderInApp(<Picture />);
  await button.click();
  await field.fill('Three for two');
  await dialog.getByRole('button', { name: 'Use these words' }).click();
  await expect.element(page.getByText('Setting your words…')).toBeVisible();
  end('failed');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent("Your words couldn't be set. The picture is as it was, and nothing was charged.");
  await expect.element(picture).toHaveAttribute('src', '/media/preview-0.jpg');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(field).toHaveValue('Three for two');
});

test('removes the words, refuses what cannot be set, and says why the server refuses', async () => {
  api.answer({
    changeWords: () => problem('daily_limit_reached', 'You can change the words of 50 pictures a day.'),
  });
  await renderInApp(<Picture />);
  await button.click();
  await field.fill('寿司');
  await expect.element(dialog.getByRole('button', { name: 'Use these words' })).toBeDisabled();
  await field.fill('');
  await dialog.getByRole('button', { name: 'Remove the words' }).click();
  await expect.element(dialog.getByText('You can change the words of 50 pictures a day.')).toBeVisible();
  expect(api.requests('changeWords')[0]?.body.promoText).toBe('');
});

test('uses an id again for the same words, and a new one for others', async () => {
  api.answer({ changeWords: offline });
  await renderInApp(<Picture />);
  await button.click();
  const send = dialog.getByRole('button', { name: 'Use these words' });
  await send.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  const before = api.requests('changeWords').length;
  await send.click();
  await expect.poll(() => api.requests('changeWords').length).toBeGreaterThan(before);
  await expect.element(send).toBeEnabled();
  const first = new Set(api.requests('changeWords').map(({ body }) => body.id));
  expect(first.size).toBe(1);
  await field.fill('Other words');
  await send.click();
  await expect.poll(() => new Set(api.requests('changeWords').map(({ body }) => body.id)).size).toBe(2);
});

test('is not offered for a picture that was made without words', async () => {
  kept = {
    ...doneGeneration,
    variations: doneGeneration.variations.map((each) => ({ ...each, basePreviewUrl: null })),
  };
  await renderInApp(<Picture />);
  await expect.element(picture).toBeInTheDocument();
  expect(button.query()).toBeNull();
});
