import type { Page } from 'playwright-core';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import type { StudioChoices } from '#shared/api/generations.ts';
import { influencerScenes } from '#shared/domain/scenes.ts';
import { eventually, expectToast, openSignedIn } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import { startPicture } from '#test/support/make-picture.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';
import {
  chooseFormat,
  choosePath,
  chooseSample,
  formatCard,
  goToChoice,
  innerNext,
  look,
  stepButton,
} from '#test/support/studio-steps.ts';
import type { ApiError } from '#web/lib/api-error.ts';

/** Locks as each plan meets them; that the server refuses the same is shown in create-generation.test.ts. */

/** A locked tile shows lock and overlay; its Upgrade leads to the plans. */
async function expectLocked(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name: `${name}, locked` });
  const tile = page.locator('[data-look]').filter({ has: radio });
  await tile.getByText('Premium Feature').waitFor();
  expect(await tile.locator('svg.lucide-lock').count()).toBe(1);
  await tile.hover();
  await page.getByRole('button', { name: `Upgrade to unlock ${name}` }).click();
  await page.waitForURL('**/credits');
  await page.goBack();
}

describe('the Free plan', () => {
  it('has the square format and Random only', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await page.goto('/studio');
    for (const name of ['Story Vertical', 'Google Display', 'TikTok Vertical']) {
      const card = formatCard(page, name);
      await card.waitFor();
      // C5.10
      expect(await card.locator('svg.lucide-lock').count()).toBe(1);
      expect(await card.locator('img').evaluate((image) => getComputedStyle(image).opacity)).toBe('0.55');
    }
    await formatCard(page, 'Story Vertical').click();
    // C5.8
    await expectToast(
      page,
      'Upgrade to unlock more formats',
      'Square format only on Free/Starter. Upgrade to Pro for Story and TikTok formats.',
    );
    // C4.31
    expect(await formatCard(page, 'Story Vertical').isChecked()).toBe(false);
    // The only format of the plan is chosen from the start.
    expect(await formatCard(page, 'Square Feed').isChecked()).toBe(true);
    await chooseFormat(page);
    await chooseSample(page);

    // The default filter is a random one, drawn by the server.
    await choosePath(page, 'ugc');
    await page.getByRole('heading', { name: 'Choose Filter Style' }).waitFor();
    const filters = page.getByRole('radiogroup', { name: 'Choose Filter Style' });
    const chosen = filters.getByRole('radio', { checked: true });
    // C2.47
    await eventually(() => chosen.getAttribute('aria-label')).toMatch(
      /^(PopCrush|LuxeGlow|FlameRush|FrostBite)/,
    );
    await look(page, 'None').click();
    await look(page, 'PopCrush').click();
    // C5.12
    await expectToast(
      page,
      'Free plan: Use Random button only',
      'Upgrade to Starter or Pro to choose specific filters.',
    );
    // C2.68
    expect(await chosen.getAttribute('aria-label')).toMatch(/^None/);
    await look(page, 'Synthwave').click();
    // C5.14, C8.32
    await expectToast(page, 'Upgrade to Pro for more filters', 'This filter is locked in your current plan.');
    // After presses faster than a toast, the last message appears at once instead of queueing behind the others.
    const presses = [look(page, 'Synthwave'), look(page, 'Synthwave'), look(page, 'PopCrush')];
    const buttons = await Promise.all(presses.map((button) => button.elementHandle()));
    await page.evaluate((pressed) => {
      for (const button of pressed) (button as HTMLElement).click();
    }, buttons);
    const toast = page.locator('[data-scope=toast][data-part=root]');
    await toast.getByText('Free plan: Use Random button only').waitFor({ timeout: 4000 });
    // C9.34
    expect(await toast.count()).toBe(1);
    await page.getByRole('button', { name: 'Random' }).click();
    // C2.69
    await eventually(() => chosen.getAttribute('aria-label')).toMatch(
      /^(PopCrush|LuxeGlow|FlameRush|FrostBite)/,
    );
    // C2.95, C2.96
    await expectLocked(page, 'Synthwave');

    await innerNext(page).click();
    await page.getByRole('heading', { name: 'Choose Influencer Scene' }).waitFor();
    const scenes = page.getByRole('radiogroup', { name: 'Choose Influencer Scene' });
    const first = scenes.getByRole('radio').nth(1);
    await first.click();
    // C5.11, C5.13
    await expectToast(
      page,
      'Free plan: Use Random button only',
      'Upgrade to Starter or Pro to choose specific scenes.',
    );
    await scenes
      .getByRole('radio', { name: /, locked$/ })
      .last()
      .click();
    // C5.15
    await expectToast(page, 'Upgrade to Pro for more scenes', 'This scene is locked in your current plan.');
    expect(await page.getByLabel('Or write your own').isDisabled()).toBe(true);
    // C2.77
    await page.getByText('Custom scenes available on Starter and Pro plans').waitFor();
    await page.getByRole('button', { name: 'Random' }).click();
    const drawn = scenes.getByRole('radio', { checked: true });
    // C2.73, C2.74
    await eventually(() => drawn.getAttribute('aria-label')).not.toMatch(/^None/);
    // It scrolled to what was drawn, within a list of 300 px.
    // C2.94, C9.18
    expect((await scenes.boundingBox())?.height).toBe(300);
    await eventually(
      async () => ((await drawn.boundingBox())?.y ?? 0) - ((await scenes.boundingBox())?.y ?? 0),
    ).toSatisfy((distance: number) => distance >= -1 && distance < 300);

    await innerNext(page).click();
    await page.getByText('Custom instructions are a Pro feature').waitFor();
    // C2.82
    await page.getByText('Avatar customization is a Pro feature').waitFor();
    expect(await page.getByRole('textbox', { name: 'Custom Instructions' }).count()).toBe(0);
    expect(await page.getByLabel('Gender').count()).toBe(0);
    await close();
  });

  it('has no Menu Pack: its tab says so and leads to the plans', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await page.goto('/studio');
    const tab = page.getByRole('link', { name: 'Menu Pack' });
    // C2.26
    await eventually(() => tab.getAttribute('aria-disabled')).toBe('true');
    // Dispatches the click directly, because Playwright would wait until the tab is enabled.
    await tab.click({ force: true });
    await page.waitForURL('**/credits');
    // C1.10, C2.23, C2.24
    await expectToast(
      page,
      'Menu Enhancer Pack is Pro only',
      'Upgrade to Pro to unlock bulk menu transformations',
    );
    await page.goto('/studio?view=menu-enhancer');
    await page.getByRole('link', { name: 'Upgrade Plan' }).click();
    await page.waitForURL('**/credits');
    await close();
  });

  it('that allows nothing to be drawn says so', async () => {
    const { page, close } = await openSignedIn(sharedCloud());
    await page.route('**/assets/*.js', async (route) => {
      // A possible future plan without any filter or scene.
      const reply = await route.fetch();
      const body = (await reply.text())
        .replaceAll(
          /\[[`'"]popcrush[`'"],[`'"]luxeglow[`'"],[`'"]flamerush[`'"],[`'"]frostbite[`'"]\]/g,
          '[]',
        )
        .replaceAll(/\{first:0,last:4\}/g, '{first:0,last:-1}');
      await route.fulfill({ response: reply, body });
    });
    await goToChoice(page);
    await choosePath(page, 'social');
    await page.getByRole('button', { name: 'Random' }).click();
    // C2.70, C8.33
    await expectToast(page, 'No filters available in your plan');
    await innerNext(page).click();
    await page.getByRole('heading', { name: 'Choose Food Scene' }).waitFor();
    await page.getByRole('button', { name: 'Random' }).click();
    // C2.75, C8.34
    await expectToast(page, 'No scenes available in your plan');
    await close();
  });
});

describe('the Starter plan', () => {
  it('chooses among four filters and five scenes, writes its own scene, and stays square', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'starter' });
    await page.goto('/studio');
    await formatCard(page, 'TikTok Vertical').click();
    // C5.8
    await expectToast(
      page,
      'Upgrade to unlock more formats',
      'Square format only on Free/Starter. Upgrade to Pro for Story and TikTok formats.',
    );
    await chooseFormat(page);
    await chooseSample(page);
    await choosePath(page, 'social');
    const filters = page.getByRole('radiogroup', { name: 'Choose Scene Style' });
    await filters.waitFor();
    // C2.47
    expect(await filters.getByRole('radio', { checked: true }).getAttribute('aria-label')).toMatch(
      /^PopCrush/,
    );
    expect(await filters.getByRole('radio', { name: /, locked$/ }).count()).toBe(12);
    await look(page, 'FrostBite').click();
    // C6.27
    expect(await filters.getByRole('radio', { checked: true }).getAttribute('aria-label')).toMatch(
      /^FrostBite/,
    );
    await innerNext(page).click();
    const scenes = page.getByRole('radiogroup', { name: 'Choose Food Scene' });
    await scenes.waitFor();
    expect(await scenes.getByRole('radio', { name: /, locked$/ }).count()).toBe(32 - 5);
    await scenes.getByRole('radio').nth(3).click();
    expect(await scenes.getByRole('radio').nth(3).isChecked()).toBe(true);
    await page.getByLabel('Or write your own').fill('On a picnic blanket under a plum tree');
    // C2.76
    expect(await scenes.getByRole('radio', { checked: true }).count()).toBe(0);
    await innerNext(page).click();
    // C2.81, C9.17
    await page.getByText('Custom instructions are a Pro feature').waitFor();
    await page.getByRole('button', { name: 'Generate Now' }).click();
    // Thirty characters of it.
    // C2.88
    await page.getByRole('main').getByText('“On a picnic blanket under a pl…”').first().waitFor();

    // A subscriber without credits buys some.
    await page.route('**/api/me', async (route) => {
      const me = await user.call('getMe');
      await route.fulfill({ json: { ...me, credits: { ...me.credits, available: 0 } } });
    });
    await page.reload();
    // C2.93
    await page.getByRole('heading', { name: 'Insufficient Credits' }).waitFor();
    await page.getByRole('link', { name: 'Buy Credits' }).first().click();
    // C6.33
    await page.waitForURL('**/credits');
    await close();
  });
});

describe('the Pro plan', () => {
  it('has every format, filter, scene, custom instructions and the avatar', async () => {
    const { page, close } = await openSignedIn(sharedCloud(), { plan: 'pro' });
    await page.goto('/studio');
    for (const name of ['Story Vertical', 'Google Display', 'TikTok Vertical', 'Square Feed']) {
      await formatCard(page, name).click();
      // C1.2
      expect(await formatCard(page, name).isChecked()).toBe(true);
    }
    await page.getByRole('button', { name: 'Choose your dish' }).click();
    await chooseSample(page);
    await choosePath(page, 'ugc');
    const filters = page.getByRole('radiogroup', { name: 'Choose Filter Style' });
    await filters.waitFor();
    // C2.47
    expect(await filters.getByRole('radio', { checked: true }).getAttribute('aria-label')).toMatch(
      /^Synthwave/,
    );
    expect(await filters.getByRole('radio').count()).toBe(17);
    expect(await page.getByText('Premium Feature').count()).toBe(0);
    await innerNext(page).click();
    const scenes = page.getByRole('radiogroup', { name: 'Choose Influencer Scene' });
    await scenes.waitFor();
    // C2.72
    expect(await scenes.getByRole('radio').count()).toBe(31);
    expect(await page.getByText('Premium Feature').count()).toBe(0);

    // Without an influencer scene there is no avatar to choose.
    await innerNext(page).click();
    await page.getByRole('heading', { name: 'Final Touches' }).waitFor();
    // C2.82
    expect(await page.getByRole('heading', { name: 'Avatar Customization' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await scenes.getByRole('radio').last().click();
    await innerNext(page).click();
    await page.getByLabel('Gender').selectOption('female');
    await page.getByLabel('Ethnicity').selectOption('south-asian');
    await page.getByRole('button', { name: 'Reset to Random' }).click();
    // C2.84
    expect(await page.getByLabel('Gender').inputValue()).toBe('random');
    expect(await page.getByLabel('Ethnicity').inputValue()).toBe('random');

    await page
      .getByRole('textbox', { name: 'Custom Instructions' })
      .fill('A sprig of mint, and steam that rises');
    await page.getByLabel('Add Promotional Text').fill('Two for one on every single Tuesday');
    await page.getByRole('button', { name: 'Clear Custom Instructions' }).click();
    // C2.79, C2.81
    expect(await page.getByRole('textbox', { name: 'Custom Instructions' }).inputValue()).toBe('');
    await page
      .getByRole('textbox', { name: 'Custom Instructions' })
      .fill('A sprig of mint, and steam that rises');
    // C2.80
    expect(await page.getByRole('radio', { name: 'Top' }).isChecked()).toBe(true);
    await page.getByText('Bottom', { exact: true }).click();
    expect(await page.getByRole('radio', { name: 'Bottom' }).isChecked()).toBe(true);
    await innerNext(page).click();
    const summary = page.getByRole('main');
    // C2.55, C9.17
    await page.getByRole('heading', { name: 'Ready to Generate' }).waitFor();
    // C2.87, C2.88
    for (const entry of [
      'Synthwave',
      'Influencer scene added',
      '“Two for one on every single Tu…”',
      '“A sprig of mint, and steam tha…”',
    ]) {
      await summary.getByText(entry, { exact: true }).last().waitFor();
    }
    // C2.89
    await summary.getByText('42 credits available').waitFor();
    // C2.90
    await page.getByText('1 credit = 2 variations').waitFor();

    // The food path has no avatar either.
    await page.getByRole('button', { name: 'Edit Final Touches' }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Change Creation Path' }).click();
    await choosePath(page, 'social');
    await innerNext(page).click();
    await page.getByRole('radiogroup', { name: 'Choose Food Scene' }).getByRole('radio').last().click();
    await innerNext(page).click();
    await page.getByRole('textbox', { name: 'Custom Instructions' }).waitFor();
    // C2.83
    expect(await page.getByRole('heading', { name: 'Avatar Customization' }).count()).toBe(0);
    await close();
  });
});

describe('the server', () => {
  it('refuses what an outdated screen still offers', async () => {
    const { page, user, close } = await openSignedIn(sharedCloud(), { plan: 'starter' });
    await page.route('**/api/me', async (route) => {
      await route.fulfill({ json: { ...(await user.call('getMe')), tier: 'pro' } });
    });
    await page.goto('/studio');
    await chooseFormat(page, 'Story Vertical');
    await chooseSample(page);
    await choosePath(page, 'ugc');
    await innerNext(page).click();
    const scenes = page.getByRole('radiogroup', { name: 'Choose Influencer Scene' });
    await scenes.getByRole('radio').last().click();
    await innerNext(page).click();
    const generate = async () => {
      await page.getByRole('button', { name: 'Generate Now' }).click();
      await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
    };
    await generate();
    // C5.9
    await expectToast(page, 'Upgrade to Pro for more formats', 'This format is not available in your plan.');
    await page.goBack();
    await stepButton(page, 'Ad Format').click();
    await chooseFormat(page);
    await page.getByRole('button', { name: 'Choose a look' }).click();
    const throughScenes = async () => {
      await innerNext(page).click();
      await innerNext(page).click();
    };
    await throughScenes();
    await generate();
    // C8.32
    await expectToast(page, 'Upgrade to Pro for more filters', 'This filter is locked in your current plan.');
    await stepButton(page, 'Menu Item').click();
    await page.getByRole('button', { name: 'Choose a look' }).click();
    await look(page, 'None').click();
    await throughScenes();
    await generate();
    await expectToast(page, 'Upgrade to Pro for more scenes', 'This scene is locked in your current plan.');
    expect((await user.call('getMe')).credits.available).toBe(17);
    await close();
  });

  // C6.37
  it.each([
    ['free', 2],
    ['starter', 17],
  ] as const)('refuses what the plan lacks to who calls it directly (%s), and charges nothing', async (tier, credits) => {
    const user = await signUpUser(sharedCloud(), tier === 'free' ? {} : { plan: tier });
    const refused = (choices: Partial<StudioChoices>) =>
      startPicture(user, { choices: { creationPath: 'ugc', ...choices } }).then(
        () => 'taken',
        (error: ApiError) => error.code,
      );
    // C6.35
    expect(await refused({ formatId: 'story_vertical' })).toBe('format_locked');
    // C6.36, C6.38
    expect(await refused({ filter: { id: 'synthwave' } })).toBe(
      tier === 'free' ? 'random_only' : 'filter_locked',
    );
    // C6.39
    expect(await refused({ scene: { id: influencerScenes[5]?.id ?? '' } })).toBe(
      tier === 'free' ? 'random_only' : 'scene_locked',
    );
    // C6.40
    expect(await refused({ customPrompt: 'More basil' })).toBe('feature_locked');
    // C6.41
    expect(await refused({ avatarGender: 'female' })).toBe('feature_locked');
    expect(await refused({ avatarEthnicity: 'mixed' })).toBe('feature_locked');
    const menu = user.call('createGeneration', {
      body: {
        kind: 'menu',
        id: ulid(),
        source: { type: 'sample', itemId: 'burger' },
        productName: 'Burger',
        framing: { x: 0.5, y: 0.5 },
        menu: {
          platform: 'uber',
          imageType: 'menu',
          backgroundStyle: 'neutral',
          plateStyle: 'current',
          imageStyle: 'natural',
        },
      },
    });
    // C6.42
    await expect(menu).rejects.toMatchObject({ code: 'feature_locked' });
    if (tier === 'free') {
      expect(await refused({ filter: { id: 'popcrush' } })).toBe('random_only');
      expect(await refused({ scene: { id: influencerScenes[0]?.id ?? '' } })).toBe('random_only');
      expect(await refused({ scene: { text: 'On the moon' } })).toBe('feature_locked');
    }
    expect((await user.call('getMe')).credits.available).toBe(credits);
    expect((await user.call('listGenerations', { query: { limit: 5 } })).items).toEqual([]);
  });
});
