import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { type InApp, renderInApp } from '#test/support/render-in-app.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { coverageOf, readMask, writeMask } from '#web/photos/mask-file.ts';
import { foundPhoto, halfMask, halfMaskReply, makingCutOut, maskHeight, maskWidth } from './found-photo.ts';

const [width, height] = [maskWidth, maskHeight];
const upload = { type: 'upload', uploadId: '01HZY3V9C8WQ2M5R7T4B6N1K0D' } as const;
const sample = { type: 'sample', itemId: 'burger' } as const;
const src = '/samples/burger.jpg';

const half = halfMask;

let ids = 0;
/** A photo with another id in each test, because a doubtful one opens by itself once. */
function photoOf(changes: Partial<Photo> = {}, reasons: ('edge' | 'parts' | 'large')[] = []): Photo {
  return foundPhoto(String(ids).padStart(64, '0'), changes, reasons);
}

const dialog = page.getByRole('dialog', { name: 'What we keep' });
const open = page.getByRole('button', { name: 'What we keep' });
const canvas = page.getByRole('application');

/** Where the canvas is, once the dialog has stopped growing. */
async function canvasBox(): Promise<DOMRect> {
  await expect.element(page.getByText(/^Keeps \d+% of the photo/)).toBeVisible();
  await Promise.all(
    dialog
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
  return canvas.element().getBoundingClientRect();
}

/** Paints a dot of the right half, which is not kept. */
async function paintOnce(): Promise<void> {
  const box = await canvasBox();
  await canvas.click({ position: { x: box.width * 0.8, y: box.height / 2 } });
}

/** A movement of the brush that is hardly more than a dot, to the right of a point in shares of the canvas. */
async function paintAt(x: number, y: number): Promise<void> {
  const box = await canvasBox();
  const from = { x: box.width * x, y: box.height * y };
  await userEvent.dragAndDrop(canvas, canvas, {
    sourcePosition: from,
    targetPosition: { ...from, x: from.x + 8 },
  });
}

/** Presses a key on the canvas, in less time than a person's takes. */
async function press(key: string): Promise<void> {
  canvas.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  canvas.element().dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve));
}

/** Paints so many dots with the keyboard, each a step further that way. */
async function paintDots(count: number, way: string): Promise<void> {
  for (let dot = 0; dot < count; dot += 1) {
    await press(way);
    await press(' ');
  }
}

let api: FakeApi;
beforeEach(() => {
  ids += 1;
  api = fakeApi({
    createPhoto: () => photoOf(),
    getPhoto: () => photoOf(),
    getMask: () => halfMaskReply,
  });
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
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
  const whole = { width: height, height: width, data: half.data.map(() => 255) };
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

test('shows what is kept in small, and again after a correction', async () => {
  api.answer({ putMask: () => photoOf({ corrected: true }) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  const kept = () => document.querySelector<HTMLElement>('img[style*="mask-image"]')?.style.maskImage;
  await expect.poll(kept).toContain(writeMask(half));
  const corrected = writeMask({ ...half, data: half.data.map((value) => 255 - value) });
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
  const older = writeMask({ ...half, data: half.data.map((value) => 255 - value) });
  let png = older;
  api.answer({
    getMask: ({ params }) => ({
      width,
      height,
      png: params.photoId === former ? writeMask(half) : png,
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
  await expect.poll(kept).toContain(writeMask(half));
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

test('a refusal is shown and blocks nothing', async () => {
  api.answer({ createPhoto: () => problem('daily_budget_reached') });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('the brush adds and removes; undo, redo and start over; the corrected mask is sent', async () => {
  api.answer({ putMask: () => photoOf({ corrected: true }) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  for (const y of [0.2, 0.35, 0.65, 0.8, 0.5]) await paintAt(0.8, y);
  await expect.element(page.getByText('Keeps 50% of the photo.')).not.toBeInTheDocument();
  for (let times = 0; times < 5; times += 1) await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  for (let times = 0; times < 5; times += 1) await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByText('Remove', { exact: true }).click();
  await paintAt(0.2, 0.5);
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('You corrected what we keep.')).toBeVisible();
  const sent = readMask(api.requests('putMask')[0]?.body.png ?? '');
  expect([sent.width, sent.height]).toEqual([width, height]);
  const at = (x: number, y: number) => sent.data[Math.round(y * height) * width + Math.round(x * width)];
  expect([at(0.8, 0.5), at(0.2, 0.5), at(0.1, 0.1), at(0.9, 0.1)]).toEqual([255, 0, 255, 0]);
});

describe('an area', () => {
  const at = (x: number, y: number) => Math.round(y * height) * width + Math.round(x * width);

  /** Opens the mask of a photo with a white plate on a brown table, of which the food in the middle is kept. */
  async function openPlate(): Promise<void> {
    const drawn = document.createElement('canvas');
    Object.assign(drawn, { width: 800, height: 600 });
    const context = drawn.getContext('2d');
    for (const [colour, radius] of [
      ['#7a5236', 1000],
      ['#f2efe8', 240],
      ['#b5341c', 90],
    ] as const) {
      context?.beginPath();
      context?.arc(400, 300, radius, 0, 2 * Math.PI);
      if (context) context.fillStyle = colour;
      context?.fill();
    }
    const food = { width, height, data: new Uint8Array(width * height) };
    for (const index of food.data.keys())
      if (Math.hypot((index % width) - 80, Math.floor(index / width) - 60) < 18) food.data[index] = 255;
    const png = writeMask(food);
    api.answer({
      getMask: () => ({ width, height, png, corrected: false }),
      putMask: () => photoOf({ corrected: true }),
    });
    await renderInApp(<KeptDish source={upload} src={drawn.toDataURL()} isNew />);
    await open.click();
    await canvasBox();
  }

  async function sentMask(): Promise<Uint8Array> {
    await page.getByRole('button', { name: 'Use this' }).click();
    await expect.poll(() => api.requests('putMask').length).toBe(1);
    return readMask(api.requests('putMask')[0]?.body.png ?? '').data;
  }

  async function tapAt(x: number, y: number): Promise<void> {
    const box = await canvasBox();
    await canvas.click({ position: { x: box.width * x, y: box.height * y } });
  }

  test('that is tapped is kept up to its edges, without a seam to what was kept before', async () => {
    await openPlate();
    await tapAt(0.5, 0.22);
    const data = await sentMask();
    const plate = Math.PI * 48 ** 2;
    expect(coverageOf({ data })).toBeCloseTo(plate / (width * height), 1);
    expect([at(0.5, 0.8), at(0.32, 0.5), at(0.06, 0.5), at(0.9, 0.1)].map((pixel) => data[pixel])).toEqual([
      255, 255, 0, 0,
    ]);
    const row = data.subarray(at(0.25, 0.5), at(0.75, 0.5));
    expect(Math.min(...row)).toBe(255);
  });

  test('that is tapped with “Remove” goes, and comes back with Undo', async () => {
    await openPlate();
    await tapAt(0.5, 0.22);
    await page.getByText('Remove', { exact: true }).click();
    await tapAt(0.5, 0.5);
    await tapAt(0.5, 0.22);
    await expect.element(page.getByText(/^Nothing would be kept\./)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    const data = await sentMask();
    expect([at(0.5, 0.5), at(0.5, 0.22)].map((pixel) => data[pixel])).toEqual([0, 255]);
  });

  test('that needs no change is left alone: there is nothing to undo, and nothing to discard', async () => {
    await openPlate();
    await tapAt(0.5, 0.5);
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('under the brush is taken with Enter', async () => {
    await openPlate();
    (canvas.element() as HTMLElement).focus();
    // From the middle, a third of the brush at a time.
    const moves = Math.round((0.3 * (await canvasBox()).height) / 12);
    await userEvent.keyboard(`{ArrowUp>${moves}/}{Enter}`);
    const data = await sentMask();
    expect([at(0.5, 0.8), at(0.06, 0.5)].map((pixel) => data[pixel])).toEqual([255, 0]);
  });
});

test('the keyboard paints as well', async () => {
  api.answer({ putMask: () => photoOf({ corrected: true }) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  (canvas.element() as HTMLElement).focus();
  // Far enough that the dots do not overlap: each move is a third of the brush.
  for (let dot = 0; dot < 4; dot += 1) await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight} ');
  await expect.element(page.getByText('Keeps 50% of the photo.')).not.toBeInTheDocument();
  await userEvent.keyboard('zzzz');
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  await userEvent.keyboard('r');
  await userEvent.keyboard(' ');
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.poll(() => api.requests('putMask').length).toBe(1);
  expect(coverageOf(readMask(api.requests('putMask')[0]?.body.png ?? ''))).toBeLessThanOrEqual(0.5);
});

test('the brush stays in sight when the keyboard moves it over an enlarged photo', async () => {
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  const frame = await canvasBox();
  for (let times = 0; times < 3; times += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  (canvas.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight>40/}{ArrowDown>40/}');
  const brush = () => canvas.element().lastElementChild?.getBoundingClientRect() ?? new DOMRect();
  // Half a brush may reach beyond the corner of the photo.
  const beyond = ({ right, bottom, width: size }: DOMRect) =>
    Math.max(right - frame.right, bottom - frame.bottom) - size / 2;
  await expect.poll(() => beyond(brush())).toBeLessThanOrEqual(1);
  await userEvent.keyboard('{ArrowLeft>80/}{ArrowUp>80/}');
  const before = ({ left, top, width: size }: DOMRect) =>
    Math.max(frame.left - left, frame.top - top) - size / 2;
  await expect.poll(() => before(brush())).toBeLessThanOrEqual(1);
  await userEvent.keyboard('+++------');
  await expect.poll(() => before(brush())).toBeLessThanOrEqual(1);
});

test('the wheel zooms the photo, and neither scrolls nor zooms the page', async () => {
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  const { left, top, width: wide, height: high } = await canvasBox();
  const element = canvas.element() as HTMLElement;
  const [clientX, clientY] = [left + wide / 2, top + high / 2];
  const turned = new WheelEvent('wheel', { deltaY: -100, clientX, clientY, bubbles: true, cancelable: true });
  element.dispatchEvent(turned);
  const shown = element.firstElementChild as HTMLElement;
  await expect.poll(() => new DOMMatrix(shown.style.transform.replace(/%/g, 'px')).a).toBeGreaterThan(1.2);
  expect(turned.defaultPrevented).toBe(true);
});

test('two fingers zoom and move the photo, and take back what the first one painted', async () => {
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  const box = await canvasBox();
  const element = canvas.element() as HTMLElement;
  // The browser captures only real pointers.
  element.setPointerCapture = () => undefined;
  const touch = (type: string, pointerId: number, x: number, y: number) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        pointerId,
        pointerType: 'touch',
        bubbles: true,
        clientX: box.left + box.width * x,
        clientY: box.top + box.height * y,
      }),
    );
  touch('pointerdown', 11, 0.6, 0.5);
  touch('pointermove', 11, 0.7, 0.5);
  touch('pointerdown', 12, 0.9, 0.5);
  // Twice as far from each other.
  touch('pointermove', 11, 0.5, 0.5);
  const shown = element.firstElementChild as HTMLElement;
  await expect.poll(() => shown.style.transform).toMatch(/scale\(2\)$/);
  touch('pointerup', 12, 0.9, 0.5);
  // The finger that is left paints nothing.
  touch('pointermove', 11, 0.6, 0.5);
  touch('pointerup', 11, 0.6, 0.5);
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test.each(['Control', 'Meta'])('%s with Z and Y undoes and redoes, wherever the focus is', async (held) => {
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await paintOnce();
  const undo = page.getByRole('button', { name: 'Undo' });
  const redo = page.getByRole('button', { name: 'Redo' });
  await userEvent.keyboard(`{${held}>}z{/${held}}`);
  await expect.element(undo).toBeDisabled();
  await userEvent.keyboard(`{${held}>}{Shift>}z{/Shift}{/${held}}`);
  await expect.element(redo).toBeDisabled();
  await undo.click();
  await userEvent.keyboard(`{${held}>}y{/${held}}`);
  await expect.element(redo).toBeDisabled();
  await expect.element(undo).toBeEnabled();
});

test('an empty and a full mask cannot be used', async () => {
  api.answer({
    getMask: () => ({
      width,
      height,
      png: writeMask({ ...half, data: new Uint8Array(width * height) }),
      corrected: false,
    }),
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await expect.element(page.getByText(/^Nothing would be kept\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Use this' })).toBeDisabled();
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

test('all of many strokes count, only the newest can be undone, and a new one redraws no other', async () => {
  const refusal = 'The mask consists of too many pieces. Please mark the dish with fewer strokes.';
  let isRefused = true;
  api.answer({
    putMask: () => (isRefused ? problem('mask_unfit', refusal) : photoOf({ corrected: true })),
  });
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'beginPath');
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await canvasBox();
  // To the right edge, and then up and down along it.
  await paintDots(60, 'ArrowRight');
  await expect.element(page.getByText('Keeps 50% of the photo.')).not.toBeInTheDocument();
  await paintDots(60, 'ArrowUp');
  await paintDots(120, 'ArrowDown');
  drawn.mockClear();
  await paintDots(20, 'ArrowUp');
  // Each is drawn while it is painted and when it is finished; meanwhile older ones may have been merged.
  expect(drawn.mock.calls.length).toBeLessThan(20 * 2 + 200);
  drawn.mockRestore();

  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(dialog.getByText(refusal)).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  let undone = 0;
  for (; !undone || !undo.element().hasAttribute('disabled'); undone += 1) await press('z');
  expect(undone).toBeGreaterThanOrEqual(100);
  expect(undone).toBeLessThanOrEqual(150);
  for (let step = 0; step < undone; step += 1) await press('y');
  isRefused = false;
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.poll(() => api.requests('putMask').length).toBe(2);
  const [first = '', second] = api.requests('putMask').map(({ body }) => body.png);
  expect(second).toBe(first);
  const { data } = readMask(first);
  const at = (x: number, y: number) => data[Math.round(y * height) * width + Math.round(x * width)];
  // The first strokes went to the right through the middle.
  expect([at(0.6, 0.5), at(0.8, 0.5), at(0.99, 0.9), at(0.6, 0.1)]).toEqual([255, 255, 255, 0]);
});

test('a mask whose older strokes were merged is changed, whatever is undone, until it is started over', async () => {
  api.answer({ putMask: () => photoOf({ corrected: true }) });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await canvasBox();
  for (let move = 0; move < 12; move += 1) await press('ArrowRight');
  await paintDots(160, 'ArrowRight');
  for (let step = 0; step < 160; step += 1) await press('z');
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await expect.element(page.getByText('Keeps 50% of the photo.')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.element(page.getByText('Keeps 50% of the photo.')).toBeVisible();
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.element(page.getByText('We found your dish: 50% of the photo.')).toBeVisible();
  expect(api.requests('putMask')).toEqual([]);
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

test('“Start over” is offered where another tab has corrected the photo', async () => {
  const png = writeMask({ ...half, data: half.data.map((kept) => 255 - kept) });
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
      ...half,
      data: half.data.map((kept, index) => (index % width < width / 4 ? kept : 0)),
    };
    api.answer({
      createPhoto: () => photoOf({ corrected: true }),
      getPhoto: () => photoOf({ corrected: true }),
      getMask: ({ query: { only } }) =>
        only === 'cutOut'
          ? { width, height, png: writeMask(quarter), corrected: false }
          : { width, height, png: writeMask(half), corrected: true },
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
