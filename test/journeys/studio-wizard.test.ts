import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  eventually,
  expectCredits,
  expectToast,
  openPage,
  openSignedIn,
  phone,
} from '#test/support/browser.ts';
import { itInFullRun } from '#test/support/full-run.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { makePicture } from '#test/support/make-picture.ts';
import {
  chooseFormat,
  choosePath,
  chooseSample,
  formatCard,
  generate,
  goToGenerate,
  innerNext,
  look,
} from '#test/support/studio-steps.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('the browser’s Back', () => {
  // C2.85
  it('steps back through the wizard, forward again, and loses nothing', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { plan: 'starter' });
    await page.goto('/studio?view=gallery');
    await page.getByText('No images yet').waitFor();
    await page.getByRole('link', { name: 'Studio', exact: true }).click();
    await chooseFormat(page);
    await chooseSample(page);
    await choosePath(page, 'social');
    await look(page, 'LuxeGlow').click();
    await innerNext(page).click();
    await page.getByLabel('Or write your own').fill('On a sunny terrace');
    await innerNext(page).click();
    await page.getByLabel('Add Promotional Text').fill('Tonight only');
    await page.getByRole('button', { name: 'Generate Now' }).click();
    const screens = [
      'Final Touches',
      'Choose Food Scene',
      'Choose Scene Style',
      'What shall we make?',
      'What is on the plate?',
      'Where will it be seen?',
      'Your Generated Images',
    ];
    await heading(page, 'Ready to Generate').waitFor();
    for (const title of screens) {
      await page.goBack();
      await heading(page, title).waitFor();
    }
    for (const title of [...screens.toReversed().slice(1), 'Ready to Generate']) {
      await page.goForward();
      await heading(page, title).waitFor();
    }
    const choices = page.getByRole('list', { name: 'Your choices' });
    expect(await choices.getByRole('listitem').allTextContents()).toEqual([
      'Square Feed',
      'LuxeGlow',
      '“On a sunny terrace”',
      '“Tonight only”',
    ]);
    // A reload in between changes nothing.
    await page.goBack();
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Add Promotional Text' }).inputValue()).toBe(
      'Tonight only',
    );
    await page.goBack();
    expect(await page.getByLabel('Or write your own').inputValue()).toBe('On a sunny terrace');
    await close();
  });

  itInFullRun(
    'leads from the results to the choices and back, and not to what was started over',
    async () => {
      const { page, close } = await openSignedIn(sharedCloud());
      await goToGenerate(page);
      await generate(page);
      await page.getByRole('button', { name: 'Use Selected' }).click();
      await heading(page, 'Ready to Publish!').waitFor();
      await page.goBack();
      await heading(page, 'Pick your favourite').waitFor();
      await page.goBack();
      await heading(page, 'Ready to Generate').waitFor();
      await page.getByRole('button', { name: 'Back to results' }).click();
      await heading(page, 'Pick your favourite').waitFor();
      await page.getByRole('button', { name: 'Use Selected' }).click();
      await page.getByRole('button', { name: 'Create New Creative' }).click();
      // C2.105, C4.27, C4.28
      await expectToast(page, 'Starting fresh! Ready to create a new ad creative.');
      await heading(page, 'Where will it be seen?').waitFor();
      await page.goBack();
      // The history steps over all that was started over, to the studio's first entry.
      await eventually(() => page.evaluate(() => history.state.usr.at)).toBe(0);
      await heading(page, 'Where will it be seen?').waitFor();
      await close();
    },
  );
});

describe('results', () => {
  it('can be compared, added to and chosen from', async () => {
    const { page, troubles, close } = await openSignedIn(sharedCloud(), { plan: 'starter' });
    await goToGenerate(page, 'ugc');
    await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
    // While it runs, the page shows the step and the photo and offers no second generation.
    // C2.91, C2.97, C4.23
    await page.getByRole('button', { name: 'Generating 2 Variations...' }).waitFor();
    await page.getByText('In the queue').waitFor();
    expect(await page.getByRole('main').locator('.chakra-spinner').count()).toBeGreaterThan(0);
    await heading(page, 'Pick your favourite').waitFor({ timeout: 90_000 });
    await expectCredits(page, 16);
    const slider = page.getByRole('slider', { name: 'Compare before and after: Classic Burger' });
    // C1.5, C2.98, C9.33
    expect(await slider.inputValue()).toBe('50');
    await slider.focus();
    await page.keyboard.press('End');
    expect(await slider.inputValue()).toBe('100');
    await page.keyboard.press('ArrowLeft');
    expect(await slider.inputValue()).toBe('99');
    const after = page.getByRole('img', { name: 'Classic Burger, after' });
    const box = await after.boundingBox();
    if (!box) throw new Error('The picture has no place');
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    expect(Number(await slider.inputValue())).toBeCloseTo(25, -1);

    const variations = page.getByRole('radiogroup', { name: 'Pick your favourite' }).getByRole('radio');
    expect(await variations.count()).toBe(2);
    await page.getByRole('button', { name: 'Generate 2 More' }).click();
    // C2.100
    await expect.poll(() => variations.count(), { timeout: 90_000, interval: 500 }).toBe(4);
    // C7.23
    await expectCredits(page, 15);
    const wanted = page.getByRole('radio', { name: 'Variation 4' });
    await wanted.click();
    // C2.37, C2.99
    expect(await wanted.isChecked()).toBe(true);
    const thumbnail = await wanted.locator('..').locator('img').getAttribute('src');
    await page.getByRole('button', { name: 'Use Selected' }).click();
    await heading(page, 'Ready to Publish!').waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    // Only the chosen generation is left in the draft; both are in the gallery, this one with the chosen cover.
    await eventually(() => variations.count()).toBe(2);
    await page.getByRole('link', { name: 'Gallery' }).click();
    await page.getByText('2 images').waitFor();
    const covers = page.getByRole('main').getByRole('listitem').locator('img');
    // C2.101
    await eventually(() => covers.first().getAttribute('src')).toBe(thumbnail);
    expect(troubles.list).toEqual([]);
    await close();
  });

  itInFullRun('are found again after a reload during the generation', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await goToGenerate(page);
    await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
    await page.waitForURL('**generation=*');
    await page.reload();
    await heading(page, 'Pick your favourite').waitFor({ timeout: 90_000 });
    await expectCredits(page, 1);
    expect(new URL(page.url()).searchParams.has('generation')).toBe(false);
    await close();
  });
});

describe('on a phone', () => {
  // C9.10, C9.18
  it('every step can be used with the thumb', async () => {
    const { page, troubles, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...phone });
    /** Nothing is wider than the screen, and no button's words are cut. */
    const expectFits = async () => {
      const [width, cut] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        [...document.querySelectorAll('button')]
          .filter(
            (button) => !button.closest('[role=radiogroup]') && button.scrollWidth > button.clientWidth + 1,
          )
          .map((button) => button.textContent),
      ]);
      expect(width).toBe(phone.viewport.width);
      expect(cut).toEqual([]);
    };
    await page.goto('/studio');
    // C2.3, C2.25, C6.2, B2.4, B6.3
    await heading(page, 'Where will it be seen?').waitFor();
    await formatCard(page, 'Story Vertical').waitFor();
    await expectFits();
    await chooseFormat(page, 'Story Vertical');
    await chooseSample(page);
    await expectFits();
    await choosePath(page, 'ugc');
    const list = page.getByRole('radiogroup', { name: 'Choose Filter Style' });
    await list.waitFor();
    // The list of 300 px fits between the picture and the bar of actions.
    const [frame, bar] = await Promise.all([list.boundingBox(), innerNext(page).boundingBox()]);
    // C2.94
    expect(frame?.height).toBe(300);
    expect((frame?.y ?? 0) + 300).toBeLessThanOrEqual(bar?.y ?? 0);
    await expectFits();
    // From 768 px on the choices stand beside the picture.
    const picture = page.getByRole('main').getByRole('img', { name: 'Classic Burger' });
    for (const [width, beside] of [
      [767, false],
      [768, true],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const [left, right] = await Promise.all([picture.boundingBox(), list.boundingBox()]);
      // C2.27
      expect((right?.x ?? 0) > (left?.x ?? 0) + (left?.width ?? 0), `${width} px`).toBe(beside);
    }
    await page.setViewportSize(phone.viewport);
    await innerNext(page).click();
    await expectFits();
    await innerNext(page).click();
    await expectFits();
    // The picture stays visible while scrolling.
    await page.getByRole('textbox', { name: 'Custom Instructions' }).scrollIntoViewIfNeeded();
    expect((await picture.boundingBox())?.y).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Generate Now' }).click();
    await expectFits();
    await generate(page);
    await page.getByRole('button', { name: 'Generate 2 More' }).waitFor();
    await expectFits();
    const divider = page.getByRole('slider', { name: 'Compare before and after: Classic Burger' });
    const box = await page.getByRole('img', { name: 'Classic Burger, after' }).boundingBox();
    await page.touchscreen.tap(
      (box?.x ?? 0) + (box?.width ?? 0) * 0.8,
      (box?.y ?? 0) + (box?.height ?? 0) / 2,
    );
    expect(Number(await divider.inputValue())).toBeGreaterThan(70);
    await page.getByRole('button', { name: 'Use Selected' }).click();
    await heading(page, 'Ready to Publish!').waitFor();
    await expectFits();
    expect(troubles.list).toEqual([]);
    await close();
  });

  itInFullRun(
    'in landscape everything is clear of the notch, and picture and choices share the screen',
    async () => {
      const viewport = { width: 844, height: 390 };
      const { page, close } = await openSignedIn(sharedCloud(), { plan: 'pro', ...phone, viewport });
      const screen = await page.context().newCDPSession(page);
      const insets = { left: 47, right: 47, bottom: 21 };
      await screen.send('Emulation.setSafeAreaInsetsOverride', { insets });
      await page.goto('/studio');
      await heading(page, 'Where will it be seen?').waitFor();
      const seen = page.locator(':is(header a, header button, main h1, main button, main img):visible');
      const boxes = await seen.evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect().toJSON()),
      );
      expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(insets.left);
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(viewport.width - insets.right);
      const action = await page.getByRole('button', { name: 'Choose a format' }).boundingBox();
      expect((action?.y ?? 0) + (action?.height ?? 0)).toBeLessThanOrEqual(viewport.height - insets.bottom);
      const title = await heading(page, 'Where will it be seen?').boundingBox();
      // Half of the screen is left for the choices.
      expect((action?.y ?? 0) - (title?.y ?? 0)).toBeGreaterThan(viewport.height / 2);
      await close();
    },
  );

  itInFullRun(
    'gallery, sign-in, public pages and back office are clear of the notch and of the system’s bar',
    async () => {
      const { page, user, close } = await openSignedIn(sharedCloud(), { role: 'admin', ...phone });
      await makePicture(user);
      const session = await page.context().newCDPSession(page);
      const upright = { size: phone.viewport, insets: { top: 47, right: 0, bottom: 34, left: 0 } };
      const lying = {
        size: { width: 844, height: 390 },
        insets: { top: 0, right: 47, bottom: 21, left: 47 },
      };
      const check = async (where: string, parts: string) => {
        for (const { size, insets } of [upright, lying]) {
          await page.setViewportSize(size);
          await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
          const boxes = await page
            .locator(parts)
            .filter({ visible: true })
            .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()));
          expect(boxes.length, where).toBeGreaterThan(0);
          const most = (side: 'left' | 'top' | 'right' | 'bottom') => boxes.map((box) => box[side]);
          expect(Math.min(...most('left')), `${where}, left`).toBeGreaterThanOrEqual(insets.left);
          expect(Math.min(...most('top')), `${where}, top`).toBeGreaterThanOrEqual(insets.top);
          expect(Math.max(...most('right')), `${where}, right`).toBeLessThanOrEqual(
            size.width - insets.right,
          );
          expect(Math.max(...most('bottom')), `${where}, bottom`).toBeLessThanOrEqual(
            size.height - insets.bottom,
          );
        }
      };
      await page.goto('/studio?view=gallery');
      await page.getByRole('button', { name: /^View / }).click();
      await page.getByRole('dialog').waitFor();
      await check('dialog', '[role=dialog] :is(h2, .chakra-dialog__footer button, button[aria-label=Close])');
      await page.goto('/admin');
      await heading(page, 'Overview').waitFor();
      await check('back office', 'header :is(button, svg), main h1');
      await page.goto('/landing');
      const cookies = page.getByRole('region', { name: 'Cookie consent' });
      await cookies.waitFor();
      await check('public page', 'header :is(a, summary), [aria-label="Cookie consent"]');
      await close();
      const signedOut = await openPage(sharedCloud().url, phone);
      await signedOut.page.goto('/auth');
      await signedOut.page.getByLabel('Full name').waitFor();
      const guest = await signedOut.page.context().newCDPSession(signedOut.page);
      await guest.send('Emulation.setSafeAreaInsetsOverride', { insets: upright.insets });
      const home = signedOut.page.getByRole('main').getByRole('link').first();
      expect((await home.boundingBox())?.y).toBeGreaterThanOrEqual(upright.insets.top);
      await signedOut.close();
    },
  );
});
