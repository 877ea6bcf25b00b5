import { focusManager } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { type FakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { readMask, writeMask } from '#web/photos/mask-file.ts';
import { halfMask, halfMaskReply, makingCutOut, maskHeight, maskWidth } from './found-photo.ts';
import {
  dialog,
  fakeKeptDish,
  forgetKeptDish,
  open,
  paintOnce,
  photoOf,
  sample,
  src,
  upload,
} from './kept-dish-harness.ts';

const [width, height] = [maskWidth, maskHeight];

let api: FakeApi;
beforeEach(() => {
  api = fakeKeptDish();
});
afterEach(() => {
  forgetKeptDish();
  focusManager.setFocused(undefined);
});

test('says how much is kept, one tap away, and does not open by itself', async () => {
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(page.getByText('We found your dish: 50% of the photo.')).toBeVisible();
  expect(dialog.query()).toBeNull();
  await open.click();
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
});

test.each([
  [[]],
  [['parts']],
] as const)('says nothing of a dish where the photo shows none, but can be corrected: %s', async (reasons) => {
  const content = { ...plainReading, isFood: false, writing: true };
  const card = photoOf({ reading: { state: 'made', content, message: null } }, [...reasons]);
  api.answer({ createPhoto: () => card });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(open).toBeVisible();
  await expect.element(page.getByText(/We found your dish|Please check/)).not.toBeInTheDocument();
  expect(dialog.query()).toBeNull();
  await open.click();
  await expect.element(dialog).toBeVisible();
});

test('looks for no dish in a blank photo', async () => {
  const blank = document.createElement('canvas').toDataURL();
  api.answer({ createPhoto: pending });
  await renderInApp(<KeptDish source={upload} src={blank} isNew />);
  await expect.element(page.getByText('Finding your dish…')).not.toBeInTheDocument();
});

test('shows what is kept in small, and again after a correction', async () => {
  api.answer({ putMask: () => photoOf({ corrected: true }) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  const kept = () => document.querySelector<HTMLElement>('img[style*="mask-image"]')?.style.maskImage;
  await expect.poll(kept).toContain(writeMask(halfMask));
  const corrected = writeMask({ ...halfMask, data: halfMask.data.map((value) => 255 - value) });
  await open.click();
  await paintOnce();
  api.answer({ getMask: () => ({ width, height, png: corrected, corrected: true }) });
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  await expect.poll(kept).toContain(corrected);
});

test('shows nothing as kept while that is loaded, and where it cannot be loaded', async () => {
  api.answer({ getMask: () => offline() });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(page.getByText('We found your dish: 50% of the photo.')).toBeVisible();
  await expect.poll(() => api.requests('getMask').length).toBeGreaterThan(0);
  const pictures = [...document.querySelectorAll<HTMLImageElement>(`img[src="${src}"]`)];
  expect(pictures.map((picture) => getComputedStyle(picture).opacity)).toEqual(['0.3']);
});

test('shows the mask that a photo takes over from a former one in place of an older one', async () => {
  const former = 'f'.repeat(64);
  const older = writeMask({ ...halfMask, data: halfMask.data.map((value) => 255 - value) });
  let png = older;
  api.answer({
    getMask: ({ params }) => ({
      width,
      height,
      png: params.photoId === former ? writeMask(halfMask) : png,
      corrected: true,
    }),
    putMask: ({ body }) => {
      png = body.png;
      return photoOf({ corrected: true });
    },
  });
  const [first, second] = ['01HZY3V9C8WQ2M5R7T4B6N1K0D', '01HZY3V9C8WQ2M5R7T4B6N1K0E'] as const;
  function Replaced() {
    const [isSecond, setSecond] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setSecond(true)}>
          Brighten again
        </button>
        <KeptDish
          key={String(isSecond)}
          source={{ type: 'upload', uploadId: isSecond ? second : first }}
          src={src}
          isNew={false}
          formerMask={isSecond ? { photoId: former, cut: undefined } : undefined}
        />
      </>
    );
  }
  await renderInApp(<Replaced />);
  const kept = () => document.querySelector<HTMLElement>('img[style*="mask-image"]')?.style.maskImage;
  await expect.poll(kept).toContain(older);
  await page.getByRole('button', { name: 'Brighten again' }).click();
  await expect.poll(kept).toContain(writeMask(halfMask));
});

test('fits a mask that is taken over to a photo whose mask has another size', async () => {
  const former = 'f'.repeat(64);
  const size = { width, height: height + 8 };
  const { cutOut } = photoOf();
  const photo = photoOf({ cutOut: cutOut && { ...cutOut, ...size } });
  api.answer({
    createPhoto: () => photo,
    getPhoto: () => photo,
    getMask: ({ params }) =>
      params.photoId === former ? { ...halfMaskReply, corrected: true } : { ...halfMaskReply, ...size },
    putMask: ({ body }) => {
      const mask = readMask(body.png);
      return [mask.width, mask.height].join() === [size.width, size.height].join()
        ? { ...photo, corrected: true }
        : problem('mask_unfit');
    },
  });
  const formerMask = { photoId: former, cut: undefined };
  await renderInApp(<KeptDish source={upload} src={src} isNew={false} formerMask={formerMask} />);
  await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  const [{ body } = { body: { png: '' } }] = api.requests('putMask');
  const { data } = readMask(body.png);
  const middle = Math.floor(size.height / 2) * width;
  expect([data[middle + width / 4], data[middle + (3 * width) / 4]]).toEqual([255, 0]);
});

test('says and shows what another tab has corrected, also in the open dialog, once this one is used again', async () => {
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  const kept = () => document.querySelector<HTMLElement>('img[style*="mask-image"]')?.style.maskImage;
  await expect.poll(kept).toContain(writeMask(halfMask));
  await open.click();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  const png = writeMask({
    ...halfMask,
    data: halfMask.data.map((value, at) => (at % width < 40 ? value : 0)),
  });
  const dish = { box: { left: 0, top: 0, width: 0.25, height: 1 }, touches: [] };
  api.answer({
    getPhoto: () => photoOf({ corrected: true, dish }),
    getMask: ({ query }) =>
      query.only === 'cutOut' ? halfMaskReply : { ...halfMaskReply, png, corrected: true },
  });
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.element(page.getByText('Keeps 25% of the photo.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  await expect.poll(kept).toContain(png);
  expect(api.requests('getPhoto')).toHaveLength(1);
});

test('says that a corrected mask could not be taken over, until it is corrected again', async () => {
  api.answer({
    getMask: ({ params }) =>
      params.photoId === photoOf().id
        ? { ...halfMaskReply, corrected: false }
        : problem('not_found', 'There is no such photo'),
    putMask: () => photoOf({ corrected: true }),
  });
  const formerMask = { photoId: 'f'.repeat(64), cut: undefined };
  await renderInApp(<KeptDish source={upload} src={src} isNew={false} formerMask={formerMask} />);
  const lost = page.getByText('We couldn’t take over what you had corrected. Please correct it again.');
  await expect.element(lost).toBeVisible();
  await open.click();
  await paintOnce();
  await dialog.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  expect(lost.query()).toBeNull();
});

test('opens once by itself, with the reason, when the cut-out is doubtful', async () => {
  api.answer({ createPhoto: () => photoOf({}, ['edge']), getPhoto: () => photoOf({}, ['edge']) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByText('Your dish reaches the edge of the photo.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('Please check what we keep.')).toBeVisible();
  expect(dialog.query()).toBeNull();
});

test('“Use this” without a change answers the warning, also after a reload of the dish step', async () => {
  api.answer({ createPhoto: () => photoOf({}, ['edge']), getPhoto: () => photoOf({}, ['edge']) });
  const { unmount } = await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('You checked what we keep.')).toBeVisible();
  expect(page.getByText('Please check what we keep.').query()).toBeNull();
  await unmount();
  await renderInApp(<KeptDish source={upload} src={src} isNew={false} />);
  await expect.element(page.getByText('You checked what we keep.')).toBeVisible();
  expect(sessionStorage.getItem('platepost.checked-photos')).toContain(photoOf().id);
  expect(api.requests('putMask')).toEqual([]);
});

test('a doubtful cut-out waits for the reading, and of a collage the dialog says what helps', async () => {
  const reading = (content: Photo['reading'] & object) => photoOf({ reading: content }, ['parts']);
  const unread = reading({ state: 'making', content: null, message: null });
  const read = reading({ state: 'made', content: { ...plainReading, collage: true }, message: null });
  let isRead = false;
  api.answer({ createPhoto: () => unread, getPhoto: () => (isRead ? read : unread) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(page.getByText('Please check what we keep.')).toBeVisible();
  await expect.poll(() => api.requests('getPhoto').length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(dialog.query()).toBeNull();
  isRead = true;
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText(/^Several photos are put together here\./)).toBeVisible();
  expect(dialog.getByText('We found several separate parts.').query()).toBeNull();
});

test('opens with what to do when people are in the photo: a hand may be kept', async () => {
  const read = photoOf({
    reading: { state: 'made', content: { ...plainReading, people: true }, message: null },
  });
  api.answer({ createPhoto: () => read, getPhoto: () => read });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(dialog.getByText(/^There are people in the photo\./)).toBeVisible();
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('You checked what we keep.')).toBeVisible();
});

test('a doubtful cut-out of a photo that was chosen before only warns', async () => {
  api.answer({ createPhoto: () => photoOf({}, ['edge']), getPhoto: () => photoOf({}, ['edge']) });
  await renderInApp(<KeptDish source={upload} src={src} isNew={false} />);
  await expect.element(page.getByText('Please check what we keep.')).toBeInTheDocument();
  expect(dialog.query()).toBeNull();
});

test.for([
  {
    is: 'under another dialog',
    other: <div id="other" role="dialog" data-state="open" />,
    end: () => document.querySelector('#other')?.setAttribute('data-state', 'closed'),
  },
  {
    is: 'beside a text that is being written',
    other: <textarea id="other" ref={(text) => text?.focus()} />,
    end: () => document.querySelector<HTMLElement>('#other')?.blur(),
  },
  {
    is: 'that was scrolled past',
    other: <div ref={() => scrollTo(0, 2000)} />,
    end: () => open.element().scrollIntoView(),
  },
])('a doubtful cut-out of a photo $is waits until it is in nobody’s way', async ({ other, end }) => {
  api.answer({ createPhoto: () => photoOf({}, ['edge']), getPhoto: () => photoOf({}, ['edge']) });
  await renderInApp(
    <>
      {other}
      <KeptDish source={upload} src={src} isNew />
      <div style={{ height: 3000 }} />
    </>,
  );
  await expect.element(page.getByText('Please check what we keep.')).toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(dialog.query()).toBeNull();
  end();
  await expect.element(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(dialog.query()).toBeNull();
});

test('a doubtful cut-out opens by itself also if it is below the edge of the screen', async () => {
  api.answer({ createPhoto: () => photoOf({}, ['edge']), getPhoto: () => photoOf({}, ['edge']) });
  await renderInApp(
    <>
      <div style={{ height: 3000 }} />
      <KeptDish source={upload} src={src} isNew />
    </>,
  );
  await expect.element(dialog).toBeVisible();
});

test('waits while the dish is cut out, and follows it', async () => {
  const making = photoOf({ cutOut: makingCutOut });
  api.answer({ createPhoto: () => photoOf({ cutOut: null }), createCutOut: () => making });
  let answers = 0;
  api.answer({ getPhoto: () => (++answers < 2 ? making : photoOf()) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(page.getByText('Finding your dish…')).toBeVisible();
  const found = page.getByText('We found your dish: 50% of the photo.');
  await expect.poll(() => found.query(), { timeout: 10_000 }).not.toBeNull();
});

test('a dish that was not found can be tried again', async () => {
  const failed = photoOf({
    cutOut: { state: 'failed', width: null, height: null, findings: null, message: 'No dish was found.' },
  });
  api.answer({ createPhoto: () => failed, getPhoto: () => failed, createCutOut: () => photoOf() });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(page.getByText('No dish was found.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('We found your dish: 50% of the photo.')).toBeVisible();
});

test('a photo that is too long for a dish is not tried again; the sentence has room', async () => {
  const message = 'This photo is too long and narrow to find a dish in it. Please choose another one.';
  const cutOut = { state: 'failed' as const, width: null, height: null, findings: null, message };
  const refused = photoOf({ width: 2400, height: 200, cutOut });
  api.answer({ createPhoto: () => refused, getPhoto: () => refused });
  await renderInApp(
    <div style={{ width: 200 }}>
      <KeptDish source={upload} src={src} isNew />
    </div>,
  );
  const text = page.getByText(message);
  await expect.element(text).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
  const row = text.element().parentElement?.getBoundingClientRect();
  expect(text.element().getBoundingClientRect().top - (row?.top ?? 0)).toBeGreaterThanOrEqual(8);
});

test('of a sample nothing is bought until somebody looks', async () => {
  await renderInApp(<KeptDish source={sample} src={src} isNew={false} />);
  await expect.element(open).toBeVisible();
  expect(api.requests('createPhoto')).toEqual([]);
  await open.click();
  await expect.element(dialog).toBeVisible();
});

test('a refused cut-out is shown, and can be tried again', async () => {
  const told = ['Ten dishes were found today.', 'Still ten dishes.'];
  const refusals = [...told];
  api.answer({
    createPhoto: () => photoOf({ cutOut: null }),
    createCutOut: () => {
      const text = refusals.shift();
      return text === undefined ? photoOf() : problem('daily_limit_reached', text);
    },
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  const again = page.getByRole('button', { name: 'Try again' });
  for (const text of told) {
    await expect.element(page.getByText(text)).toBeVisible();
    await again.click();
  }
  await expect.element(page.getByText('We found your dish: 50% of the photo.')).toBeVisible();
});

test('a refusal is shown and blocks nothing', async () => {
  api.answer({ createPhoto: () => problem('daily_budget_reached') });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
