import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { type FakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { type InApp, renderInApp } from '#test/support/render-in-app.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { readMask, writeMask } from '#web/photos/mask-file.ts';
import { halfMask, halfMaskReply, maskHeight, maskWidth } from './found-photo.ts';
import {
  canvas,
  canvasBox,
  dialog,
  fakeKeptDish,
  forgetKeptDish,
  open,
  paintOnce,
  photoOf,
  src,
  upload,
} from './kept-dish-harness.ts';

const [width, height] = [maskWidth, maskHeight];

let api: FakeApi;
beforeEach(() => {
  api = fakeKeptDish();
});
afterEach(forgetKeptDish);

test('begins with its title where it is higher than the window', async () => {
  await page.viewport(390, 420);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  const { height: high } = await canvasBox();
  expect(high).toBeGreaterThan(100);
  expect(dialog.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  await expect.element(dialog.getByRole('heading', { name: 'What we keep' })).toBeInViewport();
});

test.each([
  ['a small phone', 320, 568],
  ['a phone whose browser has its bars out', 390, 664],
  ['a phone in landscape', 740, 360],
  ['a large phone in landscape', 844, 390],
  ['a small phone in landscape', 568, 320],
])('shows its tools and its buttons on %s', async (_, wide, high) => {
  await page.viewport(wide, high);
  onTestFinished(() => page.viewport(1280, 800));
  api.answer({ createPhoto: () => photoOf({}, ['edge']), getPhoto: () => photoOf({}, ['edge']) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  expect((await canvasBox()).height).toBeGreaterThan(100);
  const buttons = dialog.getByRole('button', { name: 'Use this' }).element().getBoundingClientRect();
  expect(buttons.bottom).toBeLessThanOrEqual(high);
  for (const tool of ['Keep', 'Remove']) {
    const { bottom } = dialog.getByText(tool, { exact: true }).element().getBoundingClientRect();
    expect(bottom).toBeLessThan(buttons.top);
  }
  const text = dialog.getByText('Keeps 50% of the photo.').element();
  const { left, top, width: long, height: tall } = text.getBoundingClientRect();
  expect(document.elementFromPoint(left + long / 2, top + tall / 2)).toBe(text);
});

test('gives the photo the space of a large phone, with its tools within reach of the thumb', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  const photo = await canvasBox();
  expect(photo.width).toBeGreaterThan(360);
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const text = boxOf(dialog.getByText(/^Keeps 50% of the photo/).element());
  const tools = boxOf(dialog.getByRole('button', { name: 'Zoom in' }).element());
  const title = boxOf(dialog.getByText('What we keep', { exact: true }).element());
  expect(text.top - tools.bottom).toBeLessThan(32);
  // In the middle of what is left.
  const toolsTop = boxOf(dialog.getByText('Keep', { exact: true }).element()).top;
  expect(photo.top - title.bottom).toBeGreaterThan(60);
  expect(toolsTop - photo.bottom).toBeGreaterThan(60);
});

test('leaves room on a phone for what is to be checked and why it cannot be used yet', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const found = photoOf({ width: 1200, height: 1600 }, ['edge', 'large']);
  const whole = { width: height, height: width, data: halfMask.data.map(() => 255) };
  api.answer({
    createPhoto: () => found,
    getPhoto: () => found,
    getMask: () => ({ width: height, height: width, png: writeMask(whole), corrected: false }),
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(dialog.getByText(/^The whole photo would be kept/)).toBeVisible();
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const tools = boxOf(dialog.getByRole('button', { name: 'Zoom in' }).element());
  const text = boxOf(dialog.getByText(/^The whole photo would be kept/).element());
  expect(tools.bottom).toBeLessThanOrEqual(text.top);
});

test('has room for large text', async () => {
  // Of a phone whose letters are twice as large.
  await page.viewport(195, 422);
  onTestFinished(() => page.viewport(1280, 800));
  api.answer({ createPhoto: () => photoOf({}, ['edge']), getPhoto: () => photoOf({}, ['edge']) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await canvasBox();
  const parts = [
    dialog.getByText('Your dish reaches the edge of the photo.'),
    canvas,
    dialog.getByText('Remove', { exact: true }),
    dialog.getByRole('button', { name: 'Zoom in' }),
    dialog.getByRole('button', { name: 'Use this' }),
  ];
  for (const part of parts) {
    const { left, right } = part.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(195);
  }
});

test('a refused mask leaves the strokes; a lost photo can be loaded again', async () => {
  api.answer({ putMask: () => problem('invalid_input', 'The mask does not fit the photo') });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await canvas.click({ position: { x: 5, y: 5 } });
  await page.getByText('Remove', { exact: true }).click();
  await canvas.click({ position: { x: 20, y: 20 } });
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('The mask does not fit the photo')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
});

test('a connection that is lost while the mask is saved is said, leaves the strokes, and can be tried again', async () => {
  let attempts = 0;
  api.answer({
    putMask: () => {
      attempts += 1;
      return attempts <= 3 ? offline() : photoOf({ corrected: true });
    },
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  const box = await canvasBox();
  await canvas.click({ position: { x: box.width * 0.8, y: box.height / 2 } });
  await page.getByRole('button', { name: 'Use this' }).click();
  const lost = 'We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.';
  await expect.element(dialog.getByText(lost)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  expect(api.requests('putMask')).toHaveLength(3);
  // The message belongs to the mask that was not saved.
  await canvas.click({ position: { x: box.width * 0.7, y: box.height / 4 } });
  await expect.element(dialog.getByText(/^Keeps \d+% of the photo/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  const sent = api.requests('putMask').map(({ body }) => body.png);
  expect(new Set(sent).size).toBe(1);
  const { data } = readMask(sent[3] ?? '');
  expect(data[(height / 2) * width + width * 0.8]).toBe(255);
});

test('a stroke after every reply was lost replaces the mask that was saved all the same', async () => {
  api.answer({
    putMask: ({ body: { png } }) => {
      api.answer({
        getMask: ({ query: { only } }) =>
          only === 'cutOut' ? halfMaskReply : { width, height, png, corrected: true, maskVersion: 'first' },
        getPhoto: () => photoOf({ corrected: true, maskVersion: 'first' }),
      });
      return offline();
    },
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await paintOnce();
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(dialog.getByText(/^We couldn’t reach PlatePost/)).toBeVisible();
  await expect.poll(() => api.requests('getMask').some(({ query }) => query.only === 'cutOut')).toBe(true);
  const { width: wide, height: high } = canvas.element().getBoundingClientRect();
  await canvas.click({ position: { x: wide * 0.7, y: high / 4 } });
  api.answer({ putMask: () => photoOf({ corrected: true, maskVersion: 'second' }) });
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.requests('putMask').map(({ body }) => body.replaces)).toEqual([
    ...Array(3).fill('cutOut'),
    'first',
  ]);
});

describe('strokes that are not saved', () => {
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });

  test.each<[string, (app: InApp) => Promise<void>]>([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the cross', () => page.getByRole('button', { name: 'Close' }).click()],
    ['Cancel', () => page.getByRole('button', { name: 'Cancel' }).click()],
    ['Back', ({ router }) => router.navigate(-1)],
  ])('are asked about on %s, and the screen behind stays', async (_, leave) => {
    const app = await renderInApp(<KeptDish source={upload} src={src} isNew />, { state: { at: 'dish' } });
    const { key } = app.router.state.location;
    await open.click();
    await paintOnce();
    await leave(app);
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await leave(app);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(app.router.state.location).toMatchObject({ key, state: { at: 'dish' } });
    await open.click();
    await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
    expect(api.requests('putMask')).toEqual([]);
  });

  test('are there again after a reload or a new session of this tab, until they are saved', async () => {
    const before = await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await open.click();
    await paintOnce();
    const share = page.getByText(/^Keeps \d+% of the photo/).element().textContent ?? '';
    expect(share).not.toBe('Keeps 50% of the photo.');
    await before.unmount();

    api.answer({ putMask: () => photoOf({ corrected: true }) });
    const after = await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await expect.element(dialog.getByText(share)).toBeVisible();
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    const { data } = readMask(api.requests('putMask')[0]?.body.png ?? '');
    expect(data[(height / 2) * width + width * 0.8]).toBe(255);
    await after.unmount();

    await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await open.click();
    await expect.element(dialog.getByText('Keeps 50% of the photo.')).toBeVisible();
  });

  test('are there again after the phone has discarded the hidden page', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    onTestFinished(() => hidden.mockRestore());
    await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await open.click();
    await paintOnce();
    document.dispatchEvent(new Event('visibilitychange'));
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith('platepost.unsaved-mask.'));
    expect(kept).toEqual([`platepost.unsaved-mask.${photoOf().id}`]);
  });

  test('are not asked about where there are none: Back closes the dialog', async () => {
    const { router } = await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await open.click();
    await expect.element(dialog).toBeVisible();
    await router.navigate(-1);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(question.query()).toBeNull();
  });
});

describe('while the mask is saved', () => {
  /** Answers the request. */
  let saved: (answer: Photo | ReturnType<typeof problem>) => void;
  beforeEach(async () => {
    api.answer({
      putMask: () =>
        new Promise((resolve) => {
          saved = resolve;
        }),
    });
    await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await open.click();
    await paintOnce();
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.poll(() => api.requests('putMask').length).toBe(1);
  });

  test('nothing can be painted or undone', async () => {
    const kept = page.getByText(/^Keeps \d+% of the photo/);
    const before = kept.element().textContent;
    await expect.element(canvas).toHaveAttribute('aria-busy', 'true');
    await canvas.click({ position: { x: 20, y: 20 } });
    (canvas.element() as HTMLElement).focus();
    await userEvent.keyboard(' z');
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
    expect(kept.element().textContent).toBe(before);
    saved(photoOf({ corrected: true }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  });

  test('a dialog that was closed meanwhile opens again with what was saved, and stays open', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByText('Saving what we keep…')).toBeVisible();
    await expect.element(open).toBeDisabled();
    api.answer({ getMask: () => ({ ...halfMaskReply, corrected: true }) });
    saved(photoOf({ corrected: true }));
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    // The picture beside the words is loaded again, too.
    await expect.poll(() => api.requests('getMask').length).toBe(3);
    await open.click();
    await paintOnce();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    // The mask, and the cut-out to which one can go back.
    expect(api.requests('getMask')).toHaveLength(5);
  });

  test('a refusal is also said where the dialog was closed, and the same mask can be saved again', async () => {
    await page.getByRole('button', { name: 'Close' }).click();
    saved(problem('invalid_input', 'The mask does not fit the photo'));
    await expect.element(page.getByText('What you corrected was not saved')).toBeVisible();
    await expect.element(page.getByText('The mask does not fit the photo')).toBeVisible();
    await expect.element(open).toBeEnabled();
    api.answer({ putMask: () => photoOf({ corrected: true }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    const [first, second] = api.requests('putMask').map(({ body }) => body.png);
    expect(second).toBe(first);
  });
});

describe('a photo that another tab corrects meanwhile', () => {
  const refusal = 'Another tab was faster. Please check it.';
  const quarterMask = {
    ...halfMask,
    data: halfMask.data.map((kept, index) => (index % width < width / 4 ? kept : 0)),
  };
  const otherTab = {
    getMask: ({ query: { only } }: { query: { only?: 'cutOut' } }) =>
      only === 'cutOut'
        ? halfMaskReply
        : { width, height, png: writeMask(quarterMask), corrected: true, maskVersion: 'other' },
    getPhoto: () => photoOf({ corrected: true, maskVersion: 'other' }),
  };
  const replaced = () => api.requests('putMask').map(({ body }) => body.replaces);

  test('is shown with the strokes of both tabs, and is saved once that was seen', async () => {
    api.answer({ putMask: () => problem('conflict', refusal) });
    await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await open.click();
    await paintOnce();
    api.answer(otherTab);
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.element(dialog.getByText(refusal)).toBeVisible();
    const { width: wide, height: high } = canvas.element().getBoundingClientRect();
    await canvas.click({ position: { x: wide * 0.7, y: high / 4 } });
    await expect.element(dialog.getByText(/^Keeps (2[5-9]|3\d)% of the photo/)).toBeVisible();
    api.answer({ putMask: () => photoOf({ corrected: true, maskVersion: 'mine' }) });
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(replaced()).toEqual(['cutOut', 'other']);
    const { data } = readMask(api.requests('putMask')[1]?.body.png ?? '');
    const at = (x: number, y: number) => data[Math.round(y * height) * width + Math.round(x * width)];
    expect([at(0.8, 0.5), at(0.1, 0.1), at(0.4, 0.1)]).toEqual([255, 255, 0]);
  });

  test('keeps the strokes for the next time where the dialog was closed', async () => {
    let answer: (reply: ReturnType<typeof problem>) => void = () => undefined;
    api.answer({ putMask: () => new Promise((resolve) => (answer = resolve)) });
    await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await open.click();
    await paintOnce();
    const share = page.getByText(/^Keeps \d+% of the photo/).element().textContent ?? '';
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.poll(() => replaced().length).toBe(1);
    await page.getByRole('button', { name: 'Close' }).click();
    api.answer(otherTab);
    answer(problem('conflict', refusal));
    await expect.element(page.getByText('What you corrected was not saved')).toBeVisible();
    await expect.element(page.getByText(/^Another tab had corrected this photo meanwhile/)).toBeVisible();
    await open.click();
    await expect.element(dialog.getByText(share)).toBeVisible();
    api.answer({ putMask: () => photoOf({ corrected: true, maskVersion: 'mine' }) });
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.poll(replaced).toEqual(['cutOut', 'other']);
  });
});

test('“Start over” is offered where another tab has corrected the photo', async () => {
  const png = writeMask({ ...halfMask, data: halfMask.data.map((kept) => 255 - kept) });
  api.answer({
    getMask: ({ query: { only } }) =>
      only === 'cutOut' ? halfMaskReply : { width, height, png, corrected: true },
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Start over' })).toBeEnabled();
});

describe('“Start over” of a corrected photo', () => {
  beforeEach(async () => {
    const quarter = {
      ...halfMask,
      data: halfMask.data.map((kept, index) => (index % width < width / 4 ? kept : 0)),
    };
    api.answer({
      createPhoto: () => photoOf({ corrected: true }),
      getPhoto: () => photoOf({ corrected: true }),
      getMask: ({ query: { only } }) =>
        only === 'cutOut'
          ? { width, height, png: writeMask(quarter), corrected: false }
          : { width, height, png: writeMask(halfMask), corrected: true },
      deleteMask: () => photoOf(),
      putMask: () => photoOf({ corrected: true }),
    });
    await renderInApp(<KeptDish source={upload} src={src} isNew />);
    await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
    await open.click();
    await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.element(page.getByText('Keeps 25% of the photo.')).toBeVisible();
  });

  test('is undone, redone and discarded like a stroke', async () => {
    await expect.element(page.getByRole('button', { name: 'Start over' })).toBeDisabled();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.element(page.getByText('Keeps 25% of the photo.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.requests('deleteMask')).toEqual([]);
  });

  test('removes the saved correction with “Use this”', async () => {
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.element(page.getByText('We found your dish: 50% of the photo.')).toBeVisible();
    expect([api.requests('deleteMask').length, api.requests('putMask').length]).toEqual([1, 0]);
  });

  test('and strokes after it replace the saved correction', async () => {
    await paintOnce();
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.poll(() => api.requests('putMask').length).toBe(1);
    const { data } = readMask(api.requests('putMask')[0]?.body.png ?? '');
    const at = (x: number, y: number) => data[Math.round(y * height) * width + Math.round(x * width)];
    expect([at(0.8, 0.5), at(0.1, 0.1), at(0.4, 0.1)]).toEqual([255, 255, 0]);
    expect(api.requests('deleteMask')).toEqual([]);
  });
});

test('shows that the mask is being loaded', async () => {
  api.answer({ getMask: pending });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByLabelText('Finding your dish…')).toBeVisible();
});
