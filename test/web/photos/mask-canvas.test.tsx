import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { coverageOf, readMask, writeMask } from '#web/photos/mask-file.ts';
import { halfMask, maskHeight, maskWidth } from './found-photo.ts';
import {
  canvas,
  canvasBox,
  dialog,
  fakeKeptDish,
  forgetKeptDish,
  open,
  paintAt,
  paintDots,
  paintOnce,
  photoOf,
  press,
  src,
  upload,
} from './kept-dish-harness.ts';

const [width, height] = [maskWidth, maskHeight];

let api: FakeApi;
beforeEach(() => {
  api = fakeKeptDish();
});
afterEach(forgetKeptDish);

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

test.each([
  ['tall', 40, 160],
  ['wide', 160, 40],
])('a very %s photo has room to be enlarged, and is painted where it is touched', async (_, wide, high) => {
  const data = new Uint8Array(wide * high);
  data.fill(255, 0, data.length / 2);
  const [strip, putMask] = [photoOf({ width: wide * 10, height: high * 10 }), photoOf({ corrected: true })];
  api.answer({
    createPhoto: () => strip,
    getPhoto: () => strip,
    getMask: () => ({
      width: wide,
      height: high,
      png: writeMask({ width: wide, height: high, data }),
      corrected: false,
    }),
    putMask: () => putMask,
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  const box = await canvasBox();
  expect(Math.max(box.width / box.height, box.height / box.width)).toBeCloseTo(2, 1);
  for (let times = 0; times < 3; times += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  const drawn = page.getByRole('application').element().querySelector('canvas')?.getBoundingClientRect();
  if (!drawn) throw new Error('There is no photo');
  // It covers the frame now.
  expect(Math.min(drawn.width - box.width, drawn.height - box.height)).toBeGreaterThan(0);
  const [x, y] = [0.8, 0.8];
  await paintAt(x, y);
  await page.getByRole('button', { name: 'Use this' }).click();
  await expect.poll(() => api.requests('putMask').length).toBe(1);
  const sent = readMask(api.requests('putMask')[0]?.body.png ?? '').data;
  const pixel = {
    x: Math.floor(((box.left + box.width * x - drawn.left) / drawn.width) * wide),
    y: Math.floor(((box.top + box.height * y - drawn.top) / drawn.height) * high),
  };
  expect(sent[pixel.y * wide + pixel.x]).toBe(255);
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
  await expect.element(undo).toBeDisabled();
  await expect.element(undo).toHaveFocus();
  await userEvent.keyboard(`{${held}>}y{/${held}}`);
  await expect.element(redo).toBeDisabled();
  await expect.element(undo).toBeEnabled();
});

test('an empty and a full mask cannot be used', async () => {
  api.answer({
    getMask: () => ({
      width,
      height,
      png: writeMask({ ...halfMask, data: new Uint8Array(width * height) }),
      corrected: false,
    }),
  });
  await renderInApp(<KeptDish source={upload} src={src} isNew />);
  await open.click();
  await expect.element(page.getByText(/^Nothing would be kept\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Use this' })).toBeDisabled();
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
  for (; !undone || !undo.element().hasAttribute('aria-disabled'); undone += 1) await press('z');
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
