import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, fakeApi, problem } from '#test/support/fake-api.ts';
import { holdDrawing } from '#test/support/hold-drawing.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { writeMask } from '#web/photos/mask-file.ts';
import { PhotoCoach } from '#web/photos/photo-coach.tsx';

const source = { type: 'upload', uploadId: '01HZY3V9C8WQ2M5R7T4B6N1K0D' } as const;
const findings = { covered: 0.5, parts: 1, holes: 0, edges: [], doubtful: false, reasons: [] };
const [width, height] = [100, 100];
let ids = 0;
function photoOf(changes: Partial<Photo> = {}): Photo {
  return {
    id: String(ids).padStart(64, '0'),
    width: 1600,
    height: 1200,
    cutOut: { state: 'made', width, height, findings, message: null },
    dish: null,
    corrected: false,
    reading: { state: 'made', content: plainReading, message: null },
    ...changes,
  };
}

let api: FakeApi;
beforeEach(() => {
  ids += 1;
  api = fakeApi({ createPhoto: () => photoOf(), getPhoto: () => photoOf() });
});

async function renderCoach(light: number, changes: { name?: string; withoutFile?: boolean } = {}) {
  const { file, src } = await chequeredPhoto(light);
  const [onFixed, onName] = [vi.fn<(file: File, fix: unknown) => void>(), vi.fn<(name: string) => void>()];
  const app = await renderInApp(
    <PhotoCoach
      source={source}
      src={src}
      original={changes.withoutFile ? undefined : file}
      formerMask={undefined}
      onFixed={onFixed}
      fixed={undefined}
      onUndo={() => undefined}
      name={changes.name ?? 'IMG 1234'}
      onName={onName}
    />,
  );
  return { onFixed, onName, app };
}

test('does not leave the straightening in the history where a reload has lost the file', async () => {
  const { app } = await renderCoach(230, { withoutFile: true });
  const { key } = app.router.state.location;
  await app.router.navigate('/', { state: { openDialogs: [`straighten ${source.uploadId}`] } });
  await expect.poll(() => app.router.state.location.key).toBe(key);
});

const tips = page.getByRole('region', { name: 'Tips for this photo' });

test('says nothing about a good photo', async () => {
  await renderCoach(230);
  await expect.poll(() => api.requests('createPhoto').length).toBe(1);
  expect(tips.query()).toBeNull();
});

test('brightens a dark photo with one tap', async () => {
  const { onFixed } = await renderCoach(80);
  await expect.element(page.getByText('This photo is dark.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Brighten' }).click();
  await expect.poll(() => onFixed.mock.calls.length).toBe(1);
  const bitmap = await createImageBitmap(onFixed.mock.calls[0]?.[0] ?? new Blob());
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 10, 10, 1, 1, 0, 0, 1, 1);
  expect(context?.getImageData(0, 0, 1, 1).data[0]).toBeGreaterThan(120);
});

test('brightens what was pressed before the API knows the photo', async () => {
  const found = Promise.withResolvers<Photo>();
  api.answer({ createPhoto: () => found.promise });
  const { onFixed, app } = await renderCoach(80);
  const { asked, end } = holdDrawing();
  await page.getByRole('button', { name: 'Brighten' }).click();
  await asked;
  found.resolve(photoOf());
  await expect.poll(() => app.client.isFetching()).toBe(0);
  end();
  await expect.poll(() => onFixed.mock.calls.length).toBe(1);
});

test('after a reload there is advice without a button, and how to get it back', async () => {
  await renderCoach(80, { withoutFile: true });
  await expect.element(tips).toBeVisible();
  await expect
    .element(tips.getByText(/^This photo is dark\..* Choose the photo again to brighten it here\.$/))
    .toBeVisible();
  expect(page.getByRole('button', { name: 'Brighten' }).query()).toBeNull();
});

test('crops to the dish where other things draw the eye', async () => {
  const reading = { state: 'made' as const, content: { ...plainReading, cluttered: true }, message: null };
  const data = new Uint8Array(width * height).map((_, index) =>
    index % width > 60 && index > (width * height) / 2 ? 255 : 0,
  );
  api.answer({
    createPhoto: () => photoOf({ reading }),
    getPhoto: () => photoOf({ reading }),
    getMask: () => ({ width, height, png: writeMask({ width, height, data }), corrected: false }),
  });
  const { onFixed } = await renderCoach(230);
  await page.getByRole('button', { name: 'Crop to dish' }).click();
  await expect.poll(() => onFixed.mock.calls.length).toBe(1);
  const bitmap = await createImageBitmap(onFixed.mock.calls[0]?.[0] ?? new Blob());
  expect([bitmap.width < 220, bitmap.height < 200]).toEqual([true, true]);
});

test('offers the crop that two tips ask for once, and shows progress only where it was pressed', async () => {
  const reading = { state: 'made' as const, content: { ...plainReading, cluttered: true }, message: null };
  const small = { ...findings, doubtful: true, reasons: ['small' as const] };
  const cutOut = { state: 'made' as const, width, height, findings: small, message: null };
  api.answer({
    createPhoto: () => photoOf({ reading, cutOut }),
    getPhoto: () => photoOf({ reading, cutOut }),
  });
  const { onFixed } = await renderCoach(80);
  await expect.element(tips.getByText('Other things draw the eye.', { exact: false })).toBeVisible();
  await expect.element(tips.getByText('The dish is small in this photo.', { exact: false })).toBeVisible();
  const crop = tips.getByRole('button', { name: 'Crop to dish' });
  expect(crop.elements()).toHaveLength(1);
  const { asked, end } = holdDrawing();
  const brighten = tips.getByRole('button', { name: 'Brighten' });
  await brighten.click();
  await asked;
  await expect.element(crop).toBeDisabled();
  await expect.element(brighten).toHaveAttribute('data-loading');
  await expect.element(crop).not.toHaveAttribute('data-loading');
  end();
  await expect.poll(() => onFixed.mock.calls.length).toBe(1);
});

test('says so where the dish fills the photo already, and there is nothing to crop', async () => {
  const reading = { state: 'made' as const, content: { ...plainReading, cluttered: true }, message: null };
  const data = new Uint8Array(width * height).fill(255);
  api.answer({
    createPhoto: () => photoOf({ reading }),
    getPhoto: () => photoOf({ reading }),
    getMask: () => ({ width, height, png: writeMask({ width, height, data }), corrected: false }),
  });
  const { onFixed } = await renderCoach(230);
  await page.getByRole('button', { name: 'Crop to dish' }).click();
  await expect.element(tips.getByText('The dish already fills this photo.')).toBeVisible();
  expect(onFixed).not.toHaveBeenCalled();
});

test('asks for one photo in place of a collage, and keeps nobody from using it', async () => {
  const reading = { state: 'made' as const, content: { ...plainReading, collage: true }, message: null };
  api.answer({ createPhoto: () => photoOf({ reading }), getPhoto: () => photoOf({ reading }) });
  await renderCoach(230);
  await expect
    .element(tips.getByText('Several photos are put together here.', { exact: false }))
    .toBeVisible();
  expect(tips.getByRole('button').query()).toBeNull();
});

describe('a photo that was held at an angle', () => {
  const angle = page.getByRole('slider', { name: 'Angle' });
  const use = page.getByRole('button', { name: 'Use this' });
  const sizeOf = async (file: File | undefined) => {
    const { width: wide, height: high } = await createImageBitmap(file ?? new Blob());
    return [wide, high];
  };

  test('is straightened by what makes its plate stand level', async () => {
    const leaning = {
      state: 'made' as const,
      width,
      height,
      findings: { ...findings, lean: 8 },
      message: null,
    };
    api.answer({
      createPhoto: () => photoOf({ cutOut: leaning }),
      getPhoto: () => photoOf({ cutOut: leaning }),
    });
    const { onFixed } = await renderCoach(230);
    await expect.element(tips.getByText('the plate leans', { exact: false })).toBeVisible();
    expect(page.getByRole('button', { name: 'Straighten or turn' }).query()).toBeNull();
    await tips.getByRole('button', { name: 'Straighten' }).click();
    await expect.element(angle).toHaveAttribute('aria-valuetext', '−8°');
    await use.click();
    await expect.poll(() => onFixed.mock.calls.length).toBe(1);
    expect(onFixed.mock.calls[0]?.[1]).toEqual({ kind: 'straighten', mask: undefined });
    const [wide = 0, high = 0] = await sizeOf(onFixed.mock.calls[0]?.[0]);
    expect([wide < 360, Math.round((100 * wide) / high)]).toEqual([true, 133]);
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  test('is turned and straightened by hand, of a level plate, too; its corrected mask goes with it', async () => {
    const corrected = photoOf({ corrected: true });
    api.answer({ createPhoto: () => corrected, getPhoto: () => corrected });
    const { onFixed } = await renderCoach(230);
    await expect.poll(() => api.requests('createPhoto').length).toBe(1);
    await page.getByRole('button', { name: 'Straighten or turn' }).click();
    await expect.element(use).toBeDisabled();
    await page.getByRole('button', { name: 'Turn right' }).click();
    await angle.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(angle).toHaveAttribute('aria-valuetext', '+0.5°');
    await userEvent.keyboard('{ArrowLeft}');
    await use.click();
    await expect.poll(() => onFixed.mock.calls.length).toBe(1);
    const box = { left: 0, top: 0, width: 1, height: 1 };
    const cut = { quarters: 1, degrees: 0, box };
    expect(onFixed.mock.calls[0]?.[1]).toEqual({ kind: 'straighten', mask: { photoId: corrected.id, cut } });
    expect(await sizeOf(onFixed.mock.calls[0]?.[0])).toEqual([300, 400]);
  });

  test('is turned by two taps at one place: no button moves', async () => {
    await renderCoach(230);
    await page.getByRole('button', { name: 'Straighten or turn' }).click();
    const turn = page.getByRole('button', { name: 'Turn right' });
    const picture = page.getByRole('img', { name: 'Your photo' });
    await expect.poll(() => picture.element().getBoundingClientRect().height).toBeGreaterThan(0);
    const placeOf = () => turn.element().getBoundingClientRect().toJSON();
    const animations = page.getByRole('dialog').element().getAnimations();
    await Promise.all(animations.map(({ finished }) => finished));
    const before = placeOf();
    await turn.click();
    await expect.element(use).toBeEnabled();
    expect(placeOf()).toEqual(before);
  });

  test('is turned in a dialog that has the focus as soon as it is open', async () => {
    await renderCoach(230);
    await page.getByRole('button', { name: 'Straighten or turn' }).click();
    await expect.element(page.getByRole('heading', { name: 'Straighten or turn' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(angle).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Straighten or turn' })).toHaveFocus();
  });

  test('is left as it is where somebody cancels', async () => {
    const { onFixed } = await renderCoach(230);
    await page.getByRole('button', { name: 'Straighten or turn' }).click();
    await page.getByRole('button', { name: 'Turn left' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(onFixed).not.toHaveBeenCalled();
  });

  test('is left as it is where somebody cancels while it is turned, and the screen stays', async () => {
    const { onFixed, app } = await renderCoach(230);
    await app.router.navigate('/?view=studio');
    await page.getByRole('button', { name: 'Straighten or turn' }).click();
    await page.getByRole('button', { name: 'Turn left' }).click();
    const { asked, end } = holdDrawing();
    await use.click();
    await asked;
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    end();
    await expect.poll(() => app.client.isMutating()).toBe(0);
    await page.getByRole('button', { name: 'Straighten or turn' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect([app.address(), onFixed.mock.calls]).toEqual(['/?view=studio', []]);
  });
});

test('suggests the name of the dish', async () => {
  const reading = {
    state: 'made' as const,
    content: { ...plainReading, name: 'Tomato soup' },
    message: null,
  };
  api.answer({ createPhoto: () => photoOf({ reading }), getPhoto: () => photoOf({ reading }) });
  const { onName } = await renderCoach(230);
  await expect.element(page.getByText('This looks like “Tomato soup”.')).toBeVisible();
  await page.getByRole('button', { name: 'Use this name' }).click();
  expect(onName).toHaveBeenCalledWith('Tomato soup');
});

test('waits for the reading of a photo whose dish was found before', async () => {
  const content = { ...plainReading, name: 'Tomato soup' };
  api.answer({
    createPhoto: () => photoOf({ reading: null }),
    createReading: () => photoOf({ reading: { state: 'making', content: null, message: null } }),
    getPhoto: () => photoOf({ reading: { state: 'made', content, message: null } }),
  });
  await renderCoach(230);
  await expect.element(page.getByText('This looks like “Tomato soup”.')).toBeVisible();
});

test('without a reading everything else works', async () => {
  api.answer({
    createPhoto: () => photoOf({ reading: null }),
    getPhoto: () => photoOf({ reading: null }),
    createReading: () => problem('daily_budget_reached'),
  });
  await renderCoach(80);
  await expect.element(page.getByRole('button', { name: 'Brighten' })).toBeVisible();
});
