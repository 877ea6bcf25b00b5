import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectCredits, openSignedIn, phone } from '#test/support/browser.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { type OwnCloud, startOwnCloud } from '#test/support/local-cloud.ts';
import { makePicture } from '#test/support/make-picture.ts';
import {
  blackPhoto,
  blurredPhoto,
  cutOffPhoto,
  darkPhoto,
  dishPhoto,
  htmlPhoto,
  leaningPhoto,
  menuCardPhoto,
  realPhoto,
  selfiePhoto,
  smallPhoto,
} from '#test/support/photos.ts';
import {
  chooseFormat,
  choosePath,
  downloaded,
  generate,
  innerNext,
  look,
  uploadPhoto,
} from '#test/support/studio-steps.ts';

/** With rendered pictures: these journeys look at pixels. */
let cloud: OwnCloud;
beforeAll(async () => {
  cloud = await startOwnCloud();
});

const lock = 'Keep my dish exactly as it is';

/** A Pro user's phone that shows the dish step. */
async function openDishStep() {
  const opened = await openSignedIn(cloud, { plan: 'pro', ...phone });
  await opened.page.goto('/studio');
  await chooseFormat(opened.page);
  return opened;
}

describe('on a phone', () => {
  it('a real photograph becomes a post in at most eight taps', async () => {
    const dir = process.env.TAPS_VIDEO;
    const recording = dir === undefined ? {} : { recordVideo: { dir, size: phone.viewport } };
    const { page, troubles, close } = await openSignedIn(cloud, { plan: 'starter', ...phone, ...recording });
    await page.goto('/studio');
    await page.getByRole('heading', { name: 'Where will it be seen?' }).waitFor();
    await page.evaluate(() => {
      Object.assign(window, { taps: 0 });
      addEventListener(
        'touchstart',
        () => Object.assign(window, { taps: Number(Reflect.get(window, 'taps')) + 1 }),
        true,
      );
    });
    const tap = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).tap();
    // The plan's only format is chosen already.
    await tap('Choose your dish');
    const [camera] = await Promise.all([page.waitForEvent('filechooser'), tap('Add your photo')]);
    const { bytes, contentType } = realPhoto();
    await camera.setFiles({ name: 'espresso.jpg', mimeType: contentType, buffer: bytes });
    // A doubtful cut-out asks one more question when it is made; that one is not counted here.
    const kept = page.getByRole('dialog', { name: 'What we keep' });
    await page.addLocatorHandler(kept, () => kept.getByRole('button', { name: 'Use this' }).press('Enter'));
    const question = page.getByRole('alertdialog', { name: 'Check what we keep?' });
    const anyway = question.getByRole('button', { name: 'Generate anyway' });
    await page.addLocatorHandler(question, () => anyway.press('Enter'));
    await tap('Choose a look');
    await tap(/^Social Post/);
    await tap('Generate Now');
    await tap('Generate 2 Variations');
    await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor({ timeout: 90_000 });
    await expectCredits(page, 16);
    await tap('Use Selected');
    const file = await downloaded(page, () => tap('Download'));
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1080 });
    const taps = await page.evaluate(() => Number(Reflect.get(window, 'taps')));
    console.info(`From the opened studio to the downloaded post: ${taps} taps`);
    expect(taps).toBeLessThanOrEqual(8);
    expect(troubles.list).toEqual([]);
    await close();
  });

  itInFullRun(
    'a finger corrects what is kept, with taps and strokes, and under the food lock a filter changes nothing of it',
    async () => {
      const { page, user, close } = await openDishStep();
      await uploadPhoto(page, dishPhoto());
      await page.getByText(/^We found your dish/).waitFor();
      await page.getByRole('button', { name: 'What we keep' }).tap();
      const dialog = page.getByRole('dialog', { name: 'What we keep' });
      const kept = dialog.getByText(/^Keeps \d+% of the photo/);
      const untouched = await kept.textContent();
      const box = await dialog.getByRole('application').boundingBox();
      await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 20);
      await eventually(() => kept.textContent()).not.toBe(untouched);
      await dialog.getByRole('button', { name: 'Undo' }).tap();
      await eventually(() => kept.textContent()).toBe(untouched);
      await stroke(page, { from: 0.1, to: 0.3, y: 0.1 });
      await eventually(() => dialog.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Use this' }).tap();
      await page.getByText('You corrected what we keep.').waitFor();

      await page.getByRole('button', { name: 'Choose a look' }).tap();
      await choosePath(page, 'social');
      await page.getByText(lock).tap();
      await look(page, 'Synthwave').first().tap();
      await innerNext(page).tap();
      await innerNext(page).tap();
      await page.getByRole('button', { name: 'Generate Now' }).tap();
      await generate(page);
      await page.getByText('Kept part unchanged').waitFor();
      await page.getByRole('button', { name: 'Use Selected' }).tap();
      const file = await downloaded(page, () =>
        page.getByRole('button', { name: 'Download', exact: true }).tap(),
      );

      const { items } = await user.call('listGenerations', { query: {} });
      const [{ originalUrl } = {}] = items;
      const before = await (await fetch(new URL(originalUrl ?? '', cloud.url))).bytes();
      const painted = await differenceOf(file, before, { x: 0.12, y: 0.09 });
      const beside = await differenceOf(file, before, { x: 0.72, y: 0.09 });
      const dish = await differenceOf(file, before, { x: 0.42, y: 0.5 });
      // The photo is developed for its light.
      expect(painted).toBeLessThan(10);
      expect(dish).toBeLessThan(10);
      expect(beside).toBeGreaterThan(25);
      await close();
    },
  );

  itInFullRun('a doubtful cut-out is shown once with its reason, and stops nobody', async () => {
    const { page, close } = await openDishStep();
    await uploadPhoto(page, await cutOffPhoto());
    const dialog = page.getByRole('dialog', { name: 'What we keep' });
    await dialog.getByText('Your dish reaches the edge of the photo.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await page.getByText('Please check what we keep.').waitFor();
    await page.getByText('The dish is cut off at the edge', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Choose a look' }).tap();
    await page.getByRole('heading', { name: 'What shall we make?' }).waitFor();
    await page.goBack();
    await page.getByText('Please check what we keep.').waitFor();
    expect(await dialog.count()).toBe(0);
    await page.getByRole('button', { name: 'Choose a look' }).tap();
    await choosePath(page, 'social');
    await innerNext(page).tap();
    await innerNext(page).tap();
    await page.getByRole('button', { name: 'Generate Now' }).tap();
    await generate(page);
    await close();
  });

  it('the coach sees a dark photo and brightens it', async () => {
    const { page, close } = await openDishStep();
    await uploadPhoto(page, await darkPhoto());
    const tip = page.getByText('This photo is dark. Daylight near a window works best.');
    await tip.waitFor();
    // A file that is refused changes nothing.
    await uploadPhoto(page, htmlPhoto());
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Brighten' }).tap();
    await tip.waitFor({ state: 'detached' });
    await eventually(() => page.getByRole('button', { name: 'Choose a look' }).isEnabled()).toBe(true);
    await expectCredits(page, 42);
    await close();
  });

  itInFullRun('the coach says what is wrong with a photo, stops nobody and costs nothing', async () => {
    const { page, close } = await openDishStep();
    const advice = [
      [await blackPhoto(), 'There is hardly anything to see in this photo.'],
      [await blurredPhoto(), 'This photo is blurred.'],
      [await smallPhoto(), 'This photo has few pixels'],
      [selfiePhoto(), 'This looks like a picture of a person.'],
      [await menuCardPhoto(), 'This looks like a menu card or a screenshot.'],
      [dishPhoto('burger'), undefined],
    ] as const;
    const tips = page.locator('section[aria-label="Tips for this photo"]');
    for (const [photo, sentence] of advice) {
      await uploadPhoto(page, photo);
      const shown = sentence
        ? tips.getByText(sentence, { exact: false })
        : page.getByText(/^We found your dish/);
      // It waits for the photos before it, which are still being looked at.
      await shown.waitFor({ timeout: 90_000 });
      await eventually(() => page.getByText('Choose a look', { exact: true }).isEnabled()).toBe(true);
    }
    await page.getByRole('button', { name: 'Choose a look' }).tap();
    await page.getByRole('heading', { name: 'What shall we make?' }).waitFor();
    await expectCredits(page, 42);
    await close();
  });

  itInFullRun('before a credit is spent on a menu card, it is asked once', async () => {
    const { page, user, close } = await openDishStep();
    await uploadPhoto(page, await menuCardPhoto());
    // The editor, which may have opened by itself, says it, too.
    const tips = page.locator('section[aria-label="Tips for this photo"]');
    const advice = tips.getByText('This looks like a menu card or a screenshot.', { exact: false });
    await advice.waitFor({ timeout: 90_000 });
    await eventually(() => page.getByText('Choose a look', { exact: true }).isEnabled()).toBe(true);
    const kept = page.getByRole('dialog', { name: 'What we keep' });
    await page.addLocatorHandler(kept, () => kept.getByRole('button', { name: 'Close' }).press('Enter'));
    await page.getByRole('button', { name: 'Choose a look' }).tap();
    await choosePath(page, 'social');
    await look(page, 'Synthwave').first().tap();
    await page.getByRole('button', { name: 'Generate Now' }).tap();
    const question = page.getByRole('alertdialog', { name: 'No dish in this photo?' });
    const text = 'This looks like a menu card or a screenshot, and the pictures cost 1 credit.';
    await page.getByRole('button', { name: 'Generate 2 Variations' }).tap();
    await question.getByText(text).waitFor();
    await question.getByRole('button', { name: 'Choose another photo' }).tap();
    await page.getByRole('heading', { name: 'What is on the plate?' }).waitFor();
    expect((await user.call('listGenerations', { query: {} })).items).toEqual([]);
    await expectCredits(page, 42);
    await close();
  });

  itInFullRun('a photo that was held at an angle is straightened, and had back', async () => {
    const { page, close } = await openDishStep();
    await uploadPhoto(page, await leaningPhoto());
    const tip = page.getByText('the plate leans', { exact: false });
    await tip.waitFor();
    await page.getByRole('button', { name: 'Straighten', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Straighten or turn' });
    // Back closes nothing but the dialog.
    await dialog.getByText('−9°').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Straighten', exact: true }).tap();
    await dialog.getByRole('button', { name: 'Use this' }).tap();
    await page.getByText('You straightened this photo.').waitFor();
    await page.getByText(/^We found your dish/).waitFor();
    expect(await tip.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await tip.waitFor();
    await expectCredits(page, 42);
    await close();
  });
});

itInFullRun('pictures that do not show the dish are made again once, free of charge', async () => {
  const { page, user, close } = await openSignedIn(cloud, { plan: 'pro', ...phone });
  const generationId = await makePicture(user, { name: 'Pizza night' });
  await page.goto('/studio?view=gallery');
  await expectCredits(page, 41);
  await page.getByRole('button', { name: 'View Pizza night' }).tap();
  await page.getByRole('button', { name: 'Not my dish?' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Not your dish?' });
  await dialog.getByText('My dish was changed').tap();
  await dialog.getByRole('button', { name: 'Make them again' }).tap();
  await page.getByText('2 images').waitFor({ timeout: 90_000 });
  await page.getByRole('button', { name: 'View Pizza night' }).last().tap();
  await page.getByText('The free redo of these pictures was used.').waitFor();
  const again = user.call('redoGeneration', {
    params: { generationId },
    body: { id: ulid(), reason: 'other' },
  });
  await expect(again).rejects.toMatchObject({ code: 'redo_unavailable' });
  await page.goto('/credits');
  await page.getByText(/^Free redo · My dish was changed/).waitFor();
  await expectCredits(page, 41);
  await close();
});

/** Paints a line with one finger, in shares of the photo. */
async function stroke(page: Page, { from, to, y }: { from: number; to: number; y: number }): Promise<void> {
  const box = await page.getByRole('application').boundingBox();
  if (!box) throw new Error('There is nothing to paint on');
  const at = (x: number) => [{ x: box.x + x * box.width, y: box.y + y * box.height }];
  const screen = await page.context().newCDPSession(page);
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let step = 1; step <= 5; step += 1)
    await screen.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at(from + ((to - from) * step) / 5),
    });
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Mean difference of two pictures a channel, from 0 to 255, in a part that begins at shares x and y. */
async function differenceOf(
  a: Uint8Array,
  b: Uint8Array,
  { x, y }: { x: number; y: number },
): Promise<number> {
  const [left, right] = await Promise.all(
    [a, b].map(async (file) => {
      const whole = await sharp(file).resize(1000, 1000, { fit: 'fill' }).removeAlpha().toBuffer();
      const part = { left: 1000 * x, top: 1000 * y, width: 160, height: 20 };
      return sharp(whole).extract(part).raw().toBuffer();
    }),
  );
  if (!left || left.length !== right?.length) throw new Error('The pictures are of different sizes');
  return left.reduce((sum, value, i) => sum + Math.abs(value - (right[i] ?? 0)), 0) / left.length;
}
