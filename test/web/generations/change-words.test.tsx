import { useInfiniteQuery } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BrandKit } from '#shared/api/brand-kit.ts';
import type { Generation } from '#shared/api/generations.ts';
import { emptyOverlay, overlayOfPromo } from '#shared/domain/overlay.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { expectOwnLine } from '#test/web/ui/own-line.ts';
import { useBrandKit } from '#web/generations/brand-kit-query.ts';
import { ChangeWords } from '#web/generations/change-words.tsx';
import { galleryQuery } from '#web/generations/generation-queries.ts';
import { resultsOf } from '#web/generations/results.ts';
import { doneGeneration } from './stored-generation.ts';
import { freeUser } from './users.ts';

/** Says when the account is known, as the app does by what it shows. */
function BrandKitKnown() {
  return useBrandKit() && <p>The brand kit is known</p>;
}

/** The picture as the gallery holds it. */
function Picture() {
  const { data } = useInfiniteQuery(galleryQuery({}));
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

const button = page.getByRole('button', { name: 'Edit the words' });
const dialog = page.getByRole('dialog', { name: 'Words on your picture' });
const headline = dialog.getByRole('textbox', { name: 'Headline', exact: true });
const price = dialog.getByRole('textbox', { name: 'Price' });
const save = dialog.getByRole('button', { name: 'Save', exact: true });
const picture = page.getByRole('img', { name: 'Burger, variation 1' });
const onStage = (name: string) => dialog.getByRole('button', { name, exact: true });

let api: FakeApi;
let kept: Generation;
beforeEach(() => {
  sessionStorage.clear();
  kept = { ...doneGeneration, formerOverlays: [] };
  api = fakeApi({
    listGenerations: () => ({ items: [kept], total: 1 }),
    getGeneration: () => kept,
    getMe: () => freeUser,
    changeWords: ({ body }) => {
      kept = { ...kept, words: { id: body.id, overlay: body.overlay, state: 'open' } };
      return kept;
    },
  });
});

/** Ends the change that was asked for, as the worker does. */
function end(state: 'done' | 'failed'): void {
  const { words } = kept;
  if (!words) throw new Error('Nothing was asked for');
  kept =
    state === 'failed'
      ? { ...kept, words: { ...words, state } }
      : {
          ...kept,
          words: { ...words, state },
          overlay: words.overlay,
          variations: kept.variations.map((each) => ({ ...each, previewUrl: '/media/new.jpg' })),
        };
}

async function openEditor(): Promise<void> {
  await renderInApp(<Picture />);
  await button.click();
  await expect.element(headline).toBeVisible();
}

/** What was sent last. */
function sent() {
  const body = api.requests('changeWords').at(-1)?.body;
  if (!body) throw new Error('Nothing was sent');
  return body;
}

test('shows the present words over the clean picture, sets others and shows the new picture', async () => {
  await openEditor();
  await expect.element(headline).toHaveValue('Two for one');
  await expect
    .element(dialog.getByRole('img', { name: 'Classic Burger without words' }))
    .toHaveAttribute('src', '/media/base-0.jpg');
  await expect.element(onStage('Headline: Two for one')).toBeInTheDocument();
  await expect.element(save).toBeDisabled();
  await headline.fill('Three for two');
  await price.fill('free');
  await expect.element(onStage('Headline: Three for two')).toBeInTheDocument();
  await save.click();

  await expect.element(page.getByText('Setting your words…')).toBeVisible();
  await expect.element(button).toBeDisabled();
  await expect.element(picture).toHaveAttribute('src', '/media/preview-0.jpg');
  expect(sent()).toMatchObject({
    after: null,
    overlay: { ...doneGeneration.overlay, headline: 'Three for two', price: 'free' },
  });
  end('done');
  await expect.element(picture).toHaveAttribute('src', '/media/new.jpg');
  await expect.element(button).toBeEnabled();
});

test('says that words could not be set, keeps the picture, and tries again with the same words', async () => {
  await openEditor();
  await headline.fill('Three for two');
  await save.click();
  await expect.element(page.getByText('Setting your words…')).toBeVisible();
  end('failed');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent("Your words couldn't be set. The picture is as it was, and nothing was charged.");
  await expect.element(picture).toHaveAttribute('src', '/media/preview-0.jpg');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(headline).toHaveValue('Three for two');
  await save.click();
  await expect.poll(() => api.requests('changeWords').length).toBe(2);
});

test('after a reload begins with the newest words, not with those that could not be set', async () => {
  const first = await renderInApp(<Picture />);
  await button.click();
  await headline.fill('Three for two');
  await save.click();
  await expect.element(page.getByText('Setting your words…')).toBeVisible();
  end('failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await headline.fill('Four for two');
  await expect.element(onStage('Headline: Four for two')).toBeInTheDocument();
  await first.unmount();
  await renderInApp(<Picture />);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(headline).toHaveValue('Four for two');
});

test('removes the words, refuses what cannot be set, and says why the server refuses', async () => {
  api.answer({
    changeWords: () => problem('daily_limit_reached', 'You can change the words of 50 pictures a day.'),
  });
  await openEditor();
  await headline.fill('寿司');
  await expect.element(dialog.getByText(/cannot show 寿 司/)).toBeVisible();
  await expect.element(save).toBeDisabled();
  await headline.fill('');
  await dialog.getByRole('button', { name: 'Remove the words' }).click();
  await expect.element(dialog.getByText('You can change the words of 50 pictures a day.')).toBeVisible();
  expect(sent().overlay.headline).toBe('');
});

test('keeps words that are too long, says so, and saves them once they fit', async () => {
  await openEditor();
  await price.fill('Two for the price of one');
  await expect.element(price).toHaveValue('Two for the price of one');
  await expect.element(dialog.getByText('4 characters too long')).toBeVisible();
  await expect.element(price).toBeInvalid();
  await expect.element(save).toBeDisabled();
  await price.fill('Two for one ');
  await expect.element(price).toBeValid();
  await save.click();
  await expect.poll(() => api.requests('changeWords').length).toBe(1);
  expect(sent().overlay.price).toBe('Two for one');
});

test('draws Thai prices, in any font', async () => {
  await openEditor();
  await price.fill('฿120');
  await dialog.getByRole('tab', { name: 'Look' }).click();
  await dialog.getByRole('radio', { name: 'Lobster, Diner' }).click();
  await save.click();
  await expect.poll(() => api.requests('changeWords').length).toBe(1);
  expect(sent().overlay).toMatchObject({ price: '฿120', font: 'lobster' });
});

test('uses an id again for the same words, and a new one for others', async () => {
  api.answer({ changeWords: offline });
  await openEditor();
  await headline.fill('Some words');
  await save.click();
  await expect.element(dialog.getByText(/couldn’t reach PlatePost/)).toBeVisible();
  const before = api.requests('changeWords').length;
  await save.click();
  await expect.poll(() => api.requests('changeWords').length).toBeGreaterThan(before);
  await expect.element(save).toBeEnabled();
  const ids = () => new Set(api.requests('changeWords').map(({ body }) => body.id)).size;
  expect(ids()).toBe(1);
  await headline.fill('Other words');
  await save.click();
  await expect.poll(ids).toBe(2);
});

test('is offered for a picture that was made without words, and not for a menu picture', async () => {
  kept = {
    ...kept,
    overlay: null,
    variations: kept.variations.map((each) => ({ ...each, basePreviewUrl: null })),
  };
  const { unmount } = await renderInApp(<Picture />);
  await page.getByRole('button', { name: 'Add words' }).click();
  await expect
    .element(dialog.getByRole('img', { name: 'Classic Burger without words' }))
    .toHaveAttribute('src', '/media/preview-0.jpg');
  await dialog.getByRole('button', { name: 'Plain' }).click();
  await expect.element(headline).toHaveValue('Delicious & Fresh');
  await expect.element(onStage('Subheadline: Made with premium ingredients')).toBeInTheDocument();
  await unmount();

  kept = { ...kept, kind: 'menu', studio: null };
  await renderInApp(<Picture />);
  await expect.element(picture).toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Add words' }).query()).toBeNull();
});

test('says that somebody else changed the words meanwhile, loses nothing, and can save over them', async () => {
  const theirs = { id: '01J00000000000000000000009', state: 'done' as const, overlay: emptyOverlay() };
  api.answer({
    changeWords: ({ body }) => {
      if (body.after !== theirs.id) return problem('conflict', 'The words were changed meanwhile');
      kept = { ...kept, words: { id: body.id, overlay: body.overlay, state: 'open' } };
      return kept;
    },
  });
  await openEditor();
  kept = { ...kept, words: theirs, overlay: null };
  await headline.fill('Mine');
  await save.click();
  await expect.element(dialog.getByText('The words were changed meanwhile')).toBeVisible();
  await expect.element(headline).toHaveValue('Mine');
  await dialog.getByRole('button', { name: 'Save mine instead' }).click();
  await expect.element(page.getByText('Setting your words…')).toBeVisible();
  // The words are read again before the request.
  await expect.poll(sent).toMatchObject({ after: theirs.id, overlay: { headline: 'Mine' } });
});

test('gives the button of a conflict a line of its own on a phone', async () => {
  await page.viewport(390, 740);
  onTestFinished(() => page.viewport(1280, 800));
  api.answer({ changeWords: () => problem('conflict', 'The words were changed meanwhile') });
  await openEditor();
  await headline.fill('Mine');
  await save.click();
  await expectOwnLine(
    dialog.getByRole('button', { name: 'Save mine instead' }),
    dialog.getByText('The words were changed meanwhile'),
  );
});

test('moves words with the arrow keys and by dragging, says where they are, and undoes each step', async () => {
  await openEditor();
  const part = onStage('Headline: Two for one');
  await expect.element(part).toBeVisible();
  const stage = dialog.getByRole('group', { name: /^Your picture/ });
  const box = () => stage.element().getBoundingClientRect();
  /** From the top of the picture, in shares of its height: the dialog grows while it opens, and scrolls to what is clicked. */
  const top = () => (part.element().getBoundingClientRect().top - box().top) / box().height;
  const before = top();
  (part.element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(dialog.getByText(/^Headline: 50 % from the left/)).toBeInTheDocument();
  const nudged = top();
  expect(nudged).toBeLessThan(before);

  const drag = (type: string, y: number) =>
    part
      .element()
      .dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: box().left + 99, clientY: y }),
      );
  part.element().setPointerCapture = () => undefined;
  const from = part.element().getBoundingClientRect().top + 5;
  drag('pointerdown', from);
  drag('pointermove', from - 40);
  await expect.poll(() => document.querySelector('[data-safe-area]')).not.toBeNull();
  drag('pointermove', from - 5000);
  drag('pointerup', from - 5000);
  await expect.poll(() => document.querySelector('[data-safe-area]')).toBeNull();
  // No further than the safe area.
  expect(top()).toBeCloseTo(0.07, 2);

  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(top).toBeCloseTo(nudged, 3);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(top).toBeCloseTo(before, 3);
  await dialog.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(top).toBeCloseTo(nudged, 3);
});

test('chooses font, colours, place and size', async () => {
  await openEditor();
  await dialog.getByRole('tab', { name: 'Look' }).click();
  await dialog.getByRole('radio', { name: 'Lobster, Diner' }).click();
  await dialog.getByRole('radio', { name: 'Subheadline' }).click();
  await dialog.getByRole('button', { name: 'Colour #f2a93b' }).click();
  await dialog.getByRole('tab', { name: 'Place' }).click();
  await dialog.getByRole('radio', { name: 'Headline', exact: true }).click();
  await dialog.getByRole('button', { name: 'Top left' }).click();
  await dialog.getByRole('slider', { name: 'Size' }).fill('0.5');
  await save.click();
  await expect.poll(() => api.requests('changeWords').length).toBe(1);
  expect(sent().overlay).toMatchObject({
    font: 'lobster',
    colors: { headline: '#ffffff', subheadline: '#f2a93b' },
    places: { headline: { x: 0, y: 0, size: 0.5 } },
  });
});

test('asks before changes are left, and sets earlier words again', async () => {
  const earlier = overlayOfPromo({ promoText: 'Last week', promoPosition: 'center' });
  kept = { ...kept, formerOverlays: [earlier, emptyOverlay()] };
  await openEditor();
  await dialog.getByRole('button', { name: 'Last week' }).click();
  await expect.element(headline).toHaveValue('Last week');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(headline).toHaveValue('Last week');
  await dialog.getByRole('button', { name: 'Begin again' }).click();
  await expect.element(headline).toHaveValue('Two for one');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(headline).not.toBeInTheDocument();
});

test('Back asks before changes are left, and closes nothing but the editor', async () => {
  const { router } = await renderInApp(<Picture />, { at: '/?view=gallery' });
  await router.navigate('/?view=gallery&image=1');
  await button.click();
  await headline.fill('Three for two');
  await router.navigate(-1);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(headline).toHaveValue('Three for two');
  await router.navigate(-1);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('?view=gallery&image=1');
  await button.click();
  await expect.element(headline).toHaveValue('Two for one');
});

test('cannot be changed while they are saved; a failure is said where the editor was closed meanwhile', async () => {
  const reply = Promise.withResolvers<void>();
  api.answer({
    changeWords: async () => {
      await reply.promise;
      return problem('invalid_input', 'This cannot be set');
    },
  });
  await openEditor();
  await headline.fill('Three for two');
  await save.click();
  await expect.poll(() => headline.element().closest('[inert]')).not.toBeNull();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  reply.resolve();
  await expect.element(page.getByText('Your words were not saved')).toBeVisible();
  api.answer({
    changeWords: ({ body }) => {
      kept = { ...kept, words: { id: body.id, overlay: body.overlay, state: 'open' } };
      return kept;
    },
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => kept.words?.overlay.headline).toBe('Three for two');
  await expect.element(button).toBeDisabled();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('platepost.words'))).toEqual([]);
});

test('cannot be opened again while they are saved, and are changed from what was saved then', async () => {
  const reply = Promise.withResolvers<void>();
  api.answer({
    changeWords: async ({ body }) => {
      await reply.promise;
      if (body.after !== (kept.words?.id ?? null)) return problem('conflict', 'The words were changed');
      kept = { ...kept, words: { id: body.id, overlay: body.overlay, state: 'open' } };
      return kept;
    },
  });
  const { router } = await renderInApp(<Picture />);
  await button.click();
  await headline.fill('Three for two');
  await save.click();
  await expect.poll(() => headline.element().closest('[inert]')).not.toBeNull();
  await router.navigate(-1);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Setting your words…')).toBeVisible();
  await expect.element(button).toBeDisabled();
  reply.resolve();
  await expect.poll(() => kept.words?.state).toBe('open');
  end('done');
  await expect.element(button).toBeEnabled();
  await button.click();
  await headline.fill('Four for two');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(kept.words?.overlay.headline).toBe('Four for two');
});

const look = { font: 'lobster', colors: { words: '#ffeedd', accent: '#123456' } } as const;
const logo = { url: '/samples/burger.jpg', width: 400, height: 200 };

test('keeps words that were not saved over a reload, until they are saved or discarded', async () => {
  const first = await renderInApp(<Picture />);
  await button.click();
  await headline.fill('Three for two');
  await expect.element(save).toBeEnabled();
  await first.unmount();
  await renderInApp(<Picture />);
  await button.click();
  await expect.element(headline).toHaveValue('Three for two');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.requests('changeWords')).toHaveLength(1);
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('platepost.words'))).toEqual([]);
});

test('begins with the brand kit, and puts the logo on the picture', async () => {
  kept = { ...kept, overlay: null };
  api.answer({ getMe: () => ({ ...freeUser, brandKit: { look, logo } }) });
  await renderInApp(
    <>
      <BrandKitKnown />
      <Picture />
    </>,
  );
  await expect.element(page.getByText('The brand kit is known')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Add words' }).click();
  await dialog.getByRole('button', { name: 'Show your logo' }).click();
  await expect.element(onStage('Logo')).toHaveAttribute('aria-pressed', 'true');
  const place = () => sent().overlay.places.logo;
  (onStage('Logo').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}-');
  await dialog.getByRole('tab', { name: 'Look' }).click();
  const colors = dialog.getByRole('group', { name: 'Headline' }).getByRole('button');
  await expect.element(colors.first()).toHaveAccessibleName('Colour #ffeedd');
  await save.click();
  await expect.poll(() => api.requests('changeWords').length).toBe(1);
  expect(sent().overlay).toMatchObject({ logo: true, font: 'lobster', colors: { background: '#123456' } });
  expect(place().x).toBeGreaterThan(0);
  expect(place().y).toBeLessThan(1);
  expect(place().size).toBeLessThan(0.7);
});

test('says that the logo of a picture is gone, and leaves it out of what is saved', async () => {
  kept = { ...kept, overlay: { ...emptyOverlay(), headline: 'Two for one', logo: true } };
  await openEditor();
  await expect
    .element(dialog.getByText(/^The logo of this picture is no longer in your brand kit\./))
    .toBeVisible();
  await expect.element(onStage('Logo')).not.toBeInTheDocument();
  await headline.fill('Soup');
  await save.click();
  await expect.poll(() => api.requests('changeWords').length).toBe(1);
  expect(sent().overlay).toMatchObject({ headline: 'Soup', logo: false });
});

test('adds a first logo without losing what was typed', async () => {
  let brandKit: BrandKit = { look: null, logo: null };
  api.answer({
    getMe: () => ({ ...freeUser, brandKit }),
    setLogo: () => {
      brandKit = { look: null, logo };
      return brandKit;
    },
  });
  await openEditor();
  await headline.fill('Soup');
  await dialog.getByRole('button', { name: 'Add your logo' }).click();
  const kit = page.getByRole('dialog', { name: 'Brand kit' });
  await expect.element(kit.getByText('You have no logo yet.')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input for a logo');
  const files = new DataTransfer();
  files.items.add(new File(['logo'], 'logo.png', { type: 'image/png' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(kit.getByRole('img', { name: 'Your logo on white' })).toBeVisible();
  await kit.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Show your logo' }).click();
  await expect.element(onStage('Logo')).toBeInTheDocument();
  await expect.element(headline).toHaveValue('Soup');
});

test('shows the whole picture and every tool above the buttons of a phone in landscape', async () => {
  await page.viewport(740, 360);
  onTestFinished(() => page.viewport(1280, 800));
  await openEditor();
  const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true });
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  const parts = [
    dialog.getByRole('group', { name: /^Your picture/ }),
    ...['Undo', 'Redo', 'Begin again'].map((name) => dialog.getByRole('button', { name })),
  ];
  for (const part of parts)
    await expect
      .poll(() => bottomOf(part.element()))
      .toBeLessThanOrEqual(cancel.element().getBoundingClientRect().top);
  // A still lower screen scrolls to them.
  await page.viewport(740, 240);
  const undo = dialog.getByRole('button', { name: 'Undo' }).element();
  const isScrolled = (element: Element | null): boolean =>
    element !== null &&
    ((getComputedStyle(element).overflowY === 'auto' && element.scrollHeight > element.clientHeight) ||
      isScrolled(element.parentElement));
  await expect.poll(() => isScrolled(undo)).toBe(true);
});

test.each([
  [390, 400],
  [320, 256],
])('scrolls fields of full height into view on a screen of %i x %i', async (width, height) => {
  await page.viewport(width, height);
  onTestFinished(() => page.viewport(1280, 800));
  await openEditor();
  const field = headline.element();
  field.scrollIntoView({ block: 'center' });
  const visible = () =>
    new Promise<number>((resolve) => {
      const observer = new IntersectionObserver(([entry]) => {
        observer.disconnect();
        resolve(entry?.intersectionRect.height ?? 0);
      });
      observer.observe(field);
    });
  await expect.poll(visible).toBeGreaterThanOrEqual(40);
});
