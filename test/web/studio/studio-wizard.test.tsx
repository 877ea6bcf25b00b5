import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { starterUser } from '#test/support/account-replies.ts';
import { type FakeApi, fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { saveMask } from '#test/support/save-mask.ts';
import { proUser } from '#test/web/generations/users.ts';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { loadWizard } from '#web/studio/wizard-storage.ts';
import { heading, openDraft } from './open-draft.tsx';
import { burger } from './sample-dish.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));
// The fake of the API does not answer the PUT to the bucket.
vi.mock('#web/lib/put-file.ts', () => ({ putFile: async () => undefined }));

const back = page.getByRole('button', { name: 'Back', exact: true });
/** The inner wizard's Next, below the choices. */
const innerNext = page.getByRole('button', { name: 'Next', exact: true });
/** The outer wizard's buttons, above the picture, which name their steps. */
const outerNext = page.getByRole('button', { name: /^Next: / });
const previous = page.getByRole('button', { name: /^Previous/ });
const stepButton = (name: string) =>
  page.getByRole('navigation', { name: 'Progress' }).getByRole('tab', { name: new RegExp(name) });
const adFormats = page.getByRole('radiogroup', { name: 'Ad Format' });
const squareFeed = () => adFormats.element().querySelector<HTMLInputElement>('[value=square_feed]');
const professional = page.getByRole('button', { name: /^Professional touch-up/ });
const paths = {
  ugc: page.getByRole('button', { name: /^Create UGC Content/ }),
  social: page.getByRole('button', { name: /^Social Post/ }),
};

/** A draft with a format and a sample dish, before the choice of a creation path. */
const atChoice: WizardState = { ...initialState, step: 3, formatId: 'square_feed', dish: burger };

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser });
});

describe('the wizard', () => {
  test('opens each step by its own precondition and allows going back', async () => {
    await openDraft(initialState);
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    await expect.element(outerNext).toBeDisabled();
    // C2.34
    await expect.element(previous).toBeDisabled();
    // C3.44
    await expect
      .poll(() => squareFeed()?.closest('label')?.innerText.split(/\n+/))
      .toEqual([
        'Square Feed',
        'Posts in the feed, on any network',
        '1080 × 1080 · 1:1 · Instagram, Facebook',
      ]);
    await page.getByRole('radio', { name: /^Square Feed/ }).click();
    await outerNext.click();
    // C2.35
    await expect.element(heading('What is on the plate?')).toBeVisible();
    // C2.36
    await expect.element(outerNext).toBeDisabled();
    // C4.21
    await expect.element(stepButton('AI Generation')).toBeDisabled();
    await page.getByRole('radio', { name: /^Classic Burger(,|$)/ }).click();
    // The sample's price in pounds.
    // C1.1, C2.30, C3.14
    await expect.element(page.getByText('£12.50')).toBeVisible();
    await outerNext.click();
    await expect.element(heading('What shall we make?')).toBeVisible();
    // C2.41
    await expect.element(page.getByText('Classic Burger')).toBeVisible();
    // C2.37
    await expect.element(outerNext).toBeDisabled();
    await expect.element(stepButton('Publish')).toBeDisabled();
    await previous.click();
    await expect.element(heading('What is on the plate?')).toBeVisible();
    await stepButton('Ad Format').click();
    // C2.29, C2.38
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    await expect.element(squareFeed()).toBeChecked();
  });

  test.each([
    'social',
    'ugc',
  ] as const)('goes through the inner steps of the %s path and back', async (path) => {
    api.answer({ getMe: () => starterUser });
    const titles =
      path === 'ugc'
        ? (['Choose Filter Style', 'Choose Influencer Scene'] as const)
        : (['Choose Scene Style', 'Choose Food Scene'] as const);
    const steps = [...titles, 'Final Touches', 'Ready to Generate'];
    await openDraft(atChoice);
    await expect.element(heading('What shall we make?')).toBeVisible();
    await expect.element(back).toBeDisabled();
    await paths[path].click();
    for (const [index, title] of steps.entries()) {
      // C2.43, C2.45, C2.46, C2.48, C2.53, C2.54, C2.67, C2.71, C2.86, C4.22
      await expect.element(heading(title)).toBeVisible();
      // C2.60
      if (index === 0) await expect.element(back).toBeDisabled();
      if (index < 3) {
        // C2.61
        await expect.element(innerNext).toBeEnabled();
        await innerNext.click();
      }
    }
    // C2.62
    expect(back.elements()).toHaveLength(0);
    expect(innerNext.elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'Edit Final Touches' }).click();
    // C2.59, C2.78
    await expect.element(heading('Final Touches')).toBeVisible();
    await back.click();
    // C2.58
    await expect.element(heading(titles[1])).toBeVisible();
    await back.click();
    // C2.57
    await expect.element(heading(titles[0])).toBeVisible();
    // With a path set, the step begins at its filters.
    await stepButton('Menu Item').click();
    await page.getByRole('button', { name: 'Choose a look' }).click();
    // C2.49
    await expect.element(heading(titles[0])).toBeVisible();
    await page.getByRole('button', { name: 'Change Creation Path' }).click();
    // C2.50
    await expect.element(heading('What shall we make?')).toBeVisible();
  });

  test('has a professional step whose picks go with either path', async () => {
    api.answer({ getMe: () => starterUser });
    await openDraft(atChoice);
    await professional.click();
    // C2.44
    await expect.element(heading('Professional Enhancements')).toBeVisible();
    await back.click();
    // C2.56
    await expect.element(heading('What shall we make?')).toBeVisible();
    await professional.click();
    const enhancements = page.getByRole('group', { name: 'Enhancement', exact: true }).getByRole('button');
    const angles = page.getByRole('group', { name: 'Camera angle' }).getByRole('button');
    const studioLight = page.getByRole('button', { name: /^Studio Light(,|$)/ });
    const pressed = () => enhancements.elements().filter((each) => each.ariaPressed === 'true');
    await expect.element(studioLight).toBeVisible();
    // C2.65
    expect(enhancements.elements()).toHaveLength(4);
    expect(angles.elements()).toHaveLength(3);
    // C2.66
    await expect.element(page.getByText('AI sometimes makes mistakes')).toBeVisible();
    await studioLight.click();
    await expect.element(studioLight).toHaveAttribute('aria-pressed', 'true');
    await studioLight.click();
    // C2.64
    await expect.poll(pressed).toHaveLength(0);
    await studioLight.click();
    await page.getByRole('button', { name: /^Warmer Lighting(,|$)/ }).click();
    await expect
      .poll(() => pressed().map((each) => each.ariaLabel))
      .toEqual([expect.stringMatching(/^Warmer Lighting/)]);
    await page.getByRole('button', { name: /^Overhead(,|$)/ }).click();
    await innerNext.click();
    // C2.52
    await expect.element(heading('Final Touches')).toBeVisible();
    // Back to where final touches were entered from.
    await back.click();
    await expect.element(heading('Professional Enhancements')).toBeVisible();
    await back.click();
    await expect.element(heading('What shall we make?')).toBeVisible();
    // Next is enabled on the choice too.
    await innerNext.click();
    // C2.51
    await expect.element(heading('Choose Filter Style')).toBeVisible();
    await innerNext.click();
    await expect.element(heading('Final Touches')).toBeVisible();
    // No path, no scenes: back to the filters.
    await back.click();
    // C2.58
    await expect.element(heading('Choose Filter Style')).toBeVisible();
    await page.getByRole('button', { name: 'Change Creation Path' }).click();
    await paths.ugc.click();
    await expect.element(heading('Choose Filter Style')).toBeVisible();
    const choices = page.getByRole('list', { name: 'Your choices' });
    // C2.87
    await expect.element(choices.getByText('Warmer Lighting')).toBeVisible();
    await expect.element(choices.getByText('Overhead')).toBeVisible();
  });

  test('names an uploaded dish after its file, lets it be renamed, and misses a name', async () => {
    const uploadId = '01J00000000000000000000009';
    api.answer({
      createUpload: () => ({ uploadId, url: '/bucket', headers: {}, expiresAt: '2026-11-22T12:05:00.000Z' }),
      createPhoto: () => problem('not_found'),
    });
    await openDraft({ ...initialState, step: 2, formatId: 'square_feed' });
    await expect.element(page.getByText('JPG, PNG, WebP or AVIF, up to 10 MB')).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('#photo-input');
    // C5.19
    expect(input?.accept).toBe('image/*');
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d')?.fillRect(100, 100, 200, 100);
    const type = 'image/jpeg';
    const photo = new File([await canvas.convertToBlob({ type })], 'sticky_wings-2.jpg', { type });
    await userEvent.upload(input ?? document.body, photo);
    await page.getByRole('button', { name: 'Choose a look' }).click();
    const name = page.getByPlaceholder('Enter product name');
    // C2.42
    await expect.element(name).toHaveValue('Sticky wings 2');
    // C3.13
    await expect
      .poll(() => loadWizard('test-user').dish)
      .toMatchObject({
        id: expect.stringMatching(/^custom_/),
        name: 'Sticky wings 2',
        description: 'Custom uploaded image',
        priceMinor: 0,
        category: 'Custom',
      });
    await professional.click();
    await innerNext.click();
    await innerNext.click();
    await name.fill('');
    await expect.element(page.getByText('Product name is required')).toBeVisible();
    const generate = page.getByRole('button', { name: 'Generate 2 Variations' });
    // C1.1, C2.30
    await expect.element(generate).not.toBeInTheDocument();
    // The button says what is missing and leads there.
    await page.getByRole('button', { name: 'Enter product name' }).click();
    await expect.element(name).toHaveFocus();
    await name.fill('Wings of fire');
    await expect.element(generate).toBeEnabled();
  });

  test('is not charged by a double click on the previous step', async () => {
    api.answer({ createGeneration: pending });
    const filter = { id: 'popcrush' } as const;
    await openDraft({ ...atChoice, creationPath: 'social', innerStep: 'final', filter });
    // Between the two presses, the next step appears.
    await page.getByRole('button', { name: 'Generate Now' }).dblClick({ delay: 100 });
    const generate = page.getByRole('button', { name: 'Generate 2 Variations' });
    await expect.element(generate).toBeEnabled();
    expect(api.requests('createGeneration')).toEqual([]);
    await generate.click();
    await expect.poll(() => api.requests('createGeneration').length).toBe(1);
  });

  test('is not charged before its corrected mask is saved', async () => {
    const { client } = await openDraft({ ...atChoice, creationPath: 'social', innerStep: 'generate' });
    const generate = page.getByRole('button', { name: 'Generate 2 Variations' });
    await expect.element(generate).toBeEnabled();
    const end = saveMask(client);
    await expect.element(page.getByRole('button', { name: 'Saving what we keep…' })).toBeDisabled();
    end();
    await expect.element(generate).toBeEnabled();
  });

  test('can be framed by mouse and by keyboard', async () => {
    await openDraft({ ...atChoice, formatId: 'story_vertical' });
    const photo = page.getByRole('img', { name: 'Classic Burger' });
    await expect.element(page.getByText('Drag to frame')).toBeVisible();
    const position = () => getComputedStyle(photo.element()).objectPosition;
    expect(position()).toBe('50% 50%');
    const { width, height } = photo.element().getBoundingClientRect();
    const middle = { x: width / 2, y: height / 2 };
    await photo.dropTo(photo, { sourcePosition: middle, targetPosition: { ...middle, x: middle.x + 60 } });
    await expect.poll(() => Number.parseFloat(position())).toBeLessThan(45);
    const slider = page.getByRole('slider', { name: 'Move the frame left or right' });
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expect.poll(position).toBe('0% 50%');
  });

  test('gets no random scene of a path that was left before the scene arrived', async () => {
    const answer = Promise.withResolvers<void>();
    api.answer({
      pickRandom: async () => {
        await answer.promise;
        return { id: 'cafe-window-bite', token: 'signed', expiresAt: '2126-11-21T13:00:00.000Z' };
      },
    });
    const { client } = await openDraft({ ...atChoice, creationPath: 'ugc', innerStep: 'ugc-scene' });
    await page.getByRole('button', { name: 'Random', exact: true }).click();
    await back.click();
    await page.getByRole('button', { name: 'Change Creation Path' }).click();
    await paths.social.click();
    answer.resolve();
    await expect.poll(() => client.isMutating()).toBe(0);
    await innerNext.click();
    await expect.element(heading('Choose Food Scene')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /^None/ })).toBeChecked();
    await expect.poll(() => loadWizard('test-user')).toMatchObject({ innerStep: 'ugc-scene', scene: null });
  });

  test('starts over only after a confirmation', async () => {
    await openDraft(atChoice);
    const startOver = page.getByRole('button', { name: 'Start Over', exact: true });
    await startOver.click();
    const dialog = page.getByRole('alertdialog', { name: 'Start Over?' });
    // C2.39
    await expect
      .element(
        dialog.getByText(
          'This will clear all your current progress and selections. Any unsaved work will be lost.',
        ),
      )
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(heading('What shall we make?')).toBeVisible();
    await startOver.click();
    await dialog.getByRole('button', { name: 'Yes, Start Over' }).click();
    const said = 'Starting fresh! Ready to create a new ad creative.';
    // C2.40, C4.27, C4.28
    await expect.element(page.getByRole('status').getByText(said, { exact: true })).toBeVisible();
    await expect.element(heading('Where will it be seen?')).toBeVisible();
    expect(adFormats.getByRole('radio', { checked: true }).elements()).toHaveLength(0);
  });
});
