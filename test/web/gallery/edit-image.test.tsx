import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import type { Post } from '#shared/api/posts.ts';
import { overlayOfPromo } from '#shared/domain/overlay.ts';
import { type FakeApi, fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { proUser } from '#test/web/generations/users.ts';
import { foundPhoto, halfMaskReply } from '#test/web/photos/found-photo.ts';
import { StudioViews } from '#web/app/studio-views.tsx';
import { paths } from '#web/paths.ts';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const promo = page.getByRole('textbox', { name: 'Add Promotional Text' });
const words = page.getByRole('dialog', { name: 'Words on your picture' });
const headline = words.getByRole('textbox', { name: 'Headline', exact: true });
const price = words.getByRole('textbox', { name: 'Price' });

/** What the API holds, the newest first. */
let kept: Generation[];
let post: Post;
let api: FakeApi;

const find = (id: string) => kept.find((each) => each.id === id);
function put(changed: Generation): Generation {
  kept = [changed, ...kept.filter(({ id }) => id !== changed.id)];
  return changed;
}

beforeEach(() => {
  kept = [doneGeneration];
  post = { text: null, former: [], revision: 0, isBeingWritten: false };
  api = fakeApi({
    getMe: () => proUser,
    createPhoto: () => foundPhoto('f'.repeat(64)),
    listGenerations: () => ({ items: kept, total: kept.length }),
    getGeneration: ({ params }) => find(params.generationId) ?? problem('not_found'),
    createGeneration: ({ body }) => {
      if (body.kind !== 'studio') return problem('invalid_input');
      const { id, source, studio } = body;
      const choices = { ...doneGeneration.studio, ...studio } as NonNullable<Generation['studio']>;
      return put({ ...doneGeneration, id, source, studio: choices, overlay: overlayOfPromo(choices) });
    },
    // Done at once.
    changeWords: ({ params, body: { id, overlay } }) => {
      const generation = find(params.generationId);
      if (!generation) return problem('not_found');
      return put({
        ...generation,
        overlay,
        words: { id, overlay, state: 'done' },
        variations: generation.variations.map((each) => ({ ...each, previewUrl: `/media/${id}.jpg` })),
      });
    },
    getPost: () => post,
    writePost: ({ body: { tone, network, language } }) => {
      const caption = 'Classic Burger, as you like it.';
      const text = { tone, network, language, caption, hashtags: [], altText: '', description: '' };
      post = { ...post, text, revision: 1 };
      return post;
    },
    savePost: ({ body }) => {
      post = { ...post, text: body.text, revision: 2 };
      return post;
    },
  });
});

test('Edit opens the studio at final touches, with the navigation state that the product is specified with', async () => {
  const gallery = await renderInApp(<StudioViews />, { at: paths.studio('gallery') });
  // The state that the studio gets, before it puts its own in the place of it.
  const states: unknown[] = [];
  gallery.router.subscribe(({ location }) => {
    if (location.pathname === paths.home) states.push(location.state);
  });
  await page.getByRole('button', { name: 'Edit Classic Burger' }).click();
  await expect.element(page.getByRole('heading', { name: 'Final Touches' })).toBeVisible();
  expect(gallery.address()).toBe('/');
  // C2.63, C2.124, C2.127
  expect(states[0]).toMatchObject({
    editMode: true,
    existingImage: { generationId: doneGeneration.id, variation: 0 },
    goToStep: 3,
    finalTouchesOnly: true,
  });
  expect(page.getByPlaceholder('Enter product name').elements()).toHaveLength(0);
  expect(page.getByRole('button', { name: 'Back', exact: true }).elements()).toHaveLength(0);
  expect(page.getByRole('button', { name: 'Next', exact: true }).elements()).toHaveLength(0);
  await promo.fill('Fresh at noon');
  // The browser keeps address and state over a reload, which keeps what was typed.
  const { state } = gallery.router.state.location;
  await gallery.unmount();
  await renderInApp(<StudioViews />, { at: gallery.address(), state });
  await expect.element(promo).toHaveValue('Fresh at noon');
  await page.getByRole('button', { name: 'Generate Now' }).click();
  await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
  await expect.element(page.getByRole('heading', { name: 'Pick your favourite' })).toBeVisible();
  expect(api.requests('createGeneration')).toMatchObject([
    {
      body: {
        source: { type: 'generation', generationId: doneGeneration.id, variation: 0 },
        studio: { promoText: 'Fresh at noon' },
      },
    },
  ]);

  // A typo costs nothing: the words are set anew on the same picture.
  await page.getByRole('button', { name: 'Edit the words' }).click();
  await expect.element(headline).toHaveValue('Fresh at noon');
  await expect.element(words.getByRole('button', { name: 'Headline: Fresh at noon' })).toBeVisible();
  await headline.fill('Fresh at one');
  await price.fill('£9.50');
  (words.getByRole('button', { name: 'Price: £9.50' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await words.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => api.requests('changeWords'))
    .toMatchObject([
      {
        params: { generationId: api.requests('createGeneration')[0]?.body.id },
        body: { overlay: { headline: 'Fresh at one', price: '£9.50' } },
      },
    ]);
  const changed = `/media/${api.requests('changeWords')[0]?.body.id}.jpg`;
  await expect.poll(() => document.querySelector(`img[src="${changed}"]`)).not.toBeNull();
  expect(api.requests('createGeneration')).toHaveLength(1);
});

test('what is kept of the edited picture can be marked before it is made, and after a failure', async () => {
  const photo = foundPhoto('f'.repeat(64));
  const shown = '/samples/burger.jpg';
  kept = [
    {
      ...doneGeneration,
      variations: doneGeneration.variations.map((each) => ({ ...each, basePreviewUrl: shown })),
    },
  ];
  const message = 'Please mark what to keep, or try another photo. Your credit was returned.';
  api.answer({
    createCutOut: () => photo,
    getPhoto: () => photo,
    getMask: () => halfMaskReply,
    createGeneration: ({ body }) =>
      put({ ...doneGeneration, id: body.id, source: body.source, state: 'failed', variations: [], message }),
  });
  await renderInApp(<StudioViews />, { at: paths.studio('gallery') });
  await page.getByRole('button', { name: 'Edit Classic Burger' }).click();
  await expect.element(page.getByRole('heading', { name: 'Final Touches' })).toBeVisible();
  const mark = page.getByRole('button', { name: 'What we keep of Classic Burger' });
  const marked = page.getByRole('dialog', { name: 'What we keep' });
  await mark.click();
  await expect.element(marked.getByText('Keeps 50% of the photo.')).toBeVisible();
  expect(api.requests('createPhoto')[0]?.body.source).toEqual({
    type: 'generation',
    generationId: doneGeneration.id,
    variation: 0,
  });
  await marked.getByRole('button', { name: 'Use this' }).click();
  await expect.element(marked).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Generate Now' }).click();
  await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await mark.click();
  await expect.element(marked.getByText('Keeps 50% of the photo.')).toBeVisible();
});

test('the viewer takes the words off a picture, and has its post written', async () => {
  await renderInApp(<StudioViews />, { at: paths.studio('gallery') });
  await page.getByRole('button', { name: 'View Classic Burger' }).click();
  await page.getByRole('button', { name: 'Edit the words' }).click();
  await expect.element(headline).toHaveValue('Two for one');
  await headline.fill('');
  await price.fill('');
  await words.getByRole('button', { name: 'Remove the words' }).click();
  await expect
    .poll(() => api.requests('changeWords'))
    .toMatchObject([{ body: { overlay: { headline: '', price: '' } } }]);

  await page.getByRole('button', { name: 'Write the post' }).click();
  const dialog = page.getByRole('dialog', { name: 'The post for your picture' });
  await dialog.getByRole('button', { name: 'Write it for me' }).click();
  const caption = dialog.getByRole('textbox', { name: 'Caption' });
  await expect.element(caption).toHaveValue('Classic Burger, as you like it.');
  await caption.fill('Burger at eight');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('The post is saved')).toBeVisible();
  expect(api.requests('savePost')).toMatchObject([
    {
      params: { generationId: doneGeneration.id, variation: 0 },
      body: { text: { caption: 'Burger at eight', network: 'instagram' } },
    },
  ]);
});
