import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Post } from '#shared/api/posts.ts';
import type { PostText } from '#shared/domain/post-text.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { expectOwnLine } from '#test/web/ui/own-line.ts';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { WritePost } from '#web/generations/write-post.tsx';
import { doneGeneration } from './stored-generation.ts';

const notice = 'On this machine posts are written from templates.';
vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => notice }));

const empty: Post = { text: null, former: [], revision: 0, isBeingWritten: false };
const text: PostText = {
  tone: 'friendly',
  network: 'instagram',
  language: 'en',
  caption: 'Our burger is back.\nCome by.',
  hashtags: ['burger', 'dinner'],
  altText: 'A burger on a plate.',
  description: 'Burger, as you like it.',
};
const other: PostText = { ...text, tone: 'playful', caption: 'Burger o’clock.' };

const dialog = page.getByRole('dialog', { name: 'The post for your picture' });
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const press = (name: string) => dialog.getByRole('button', { name, exact: true });
const copied = vi.fn<(value: string) => Promise<void>>();

let api: FakeApi;
let kept: Post;

beforeEach(() => {
  localStorage.removeItem('platepost.post-wish');
  copied.mockReset().mockResolvedValue(undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
  kept = empty;
  api = fakeApi({
    getPost: () => kept,
    writePost: ({ body }) => {
      const written = kept.text ? other : { ...text, language: body.language, network: body.network };
      kept = {
        ...kept,
        text: written,
        former: kept.text ? [kept.text] : [],
        revision: kept.revision + 1,
      };
      return kept;
    },
    savePost: ({ body }) => {
      if (body.revision !== kept.revision) return problem('conflict');
      const former = kept.former.filter((each) => each.caption !== body.text.caption);
      const isBack = former.length < kept.former.length && kept.text;
      kept = {
        ...kept,
        text: body.text,
        former: isBack ? [isBack, ...former] : kept.former,
        revision: kept.revision + 1,
      };
      return kept;
    },
  });
});

async function openPost(generation = doneGeneration) {
  const [result] = resultsOf(generation);
  const rendered = await renderInApp(<WritePost result={result as Result} />);
  await page.getByRole('button', { name: 'Write the post' }).click();
  return rendered;
}

test.each([
  390, 1280,
])('has its controls in the place that was kept for them, %i pixels wide', async (wide) => {
  await page.viewport(wide, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const loading = Promise.withResolvers<void>();
  api.answer({
    getPost: async () => {
      await loading.promise;
      return kept;
    },
  });
  await openPost();
  const hint = dialog.getByText(notice, { exact: false });
  await expect.element(hint).toBeVisible();
  await document.fonts.ready;
  const picture = dialog.getByRole('img', { name: 'Classic Burger' });
  const gap = () =>
    hint.element().getBoundingClientRect().top - picture.element().getBoundingClientRect().bottom;
  const before = gap();
  loading.resolve();
  await expect.element(press('Write it for me')).toBeVisible();
  // The controls are 220 px high in the site's font, and 232 in the one that is used until it is there.
  expect(Math.abs(gap() - before)).toBeLessThan(16);
});

test('writes a post in the tone, network and language that were chosen, and copies it', async () => {
  await openPost();
  await expect.element(field('Caption')).toHaveValue('');
  await expect.element(dialog.getByText(notice, { exact: false })).toBeVisible();
  await expect.element(press('Save')).toBeDisabled();
  await expect.element(press('Copy caption')).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Playful' }).click();
  await dialog.getByRole('combobox', { name: 'Network' }).selectOptions('X');
  await dialog.getByRole('combobox', { name: 'Language' }).selectOptions('Deutsch');
  await press('Write it for me').click();
  await expect.element(field('Caption')).toHaveValue(text.caption);
  await expect.element(field('Caption')).toHaveAttribute('lang', 'de');
  await expect.element(field('Hashtags')).toHaveValue('#burger #dinner');
  await expect.element(field('Alt text')).toHaveValue(text.altText);
  await expect.element(field('Menu description')).toHaveValue(text.description);
  expect(api.requests('writePost')).toMatchObject([
    { body: { tone: 'playful', network: 'x', language: 'de' } },
  ]);
  await press('Copy caption and hashtags').click();
  await expect.poll(() => copied.mock.lastCall?.[0]).toBe('Our burger is back.\nCome by.\n\n#burger #dinner');
  await expect.element(page.getByText('Caption and hashtags copied')).toBeVisible();
  await press('Copy alt text').click();
  await expect.poll(() => copied.mock.lastCall?.[0]).toBe(text.altText);
});

test('saves what a person writes, and counts it as the network does', async () => {
  kept = { ...empty, text, revision: 3 };
  await openPost();
  await field('Caption').fill('a'.repeat(275));
  await field('Hashtags').fill('burger, dinner burger');
  await expect.element(dialog.getByText('292 / 2200 on Instagram')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Network' }).selectOptions('X');
  await expect.element(dialog.getByText('12 characters too long for X, hashtags included.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Network' }).selectOptions('Google Business Profile');
  await expect
    .element(dialog.getByText('Google Business Profile shows hashtags as plain words.'))
    .toBeVisible();
  await press('Save').click();
  await expect.element(page.getByText('The post is saved')).toBeVisible();
  expect(api.requests('savePost')).toMatchObject([
    { body: { revision: 3, text: { network: 'google', hashtags: ['burger', 'dinner'] } } },
  ]);
  await expect.element(press('Save')).toBeDisabled();
});

test('loads the file that can be shared again, because its alt text is in it', async () => {
  const { client } = await openPost();
  const file = ['share file', doneGeneration.id, 0];
  client.setQueryData(file, new File([], 'burger.jpg'));
  await press('Write it for me').click();
  await expect.poll(() => client.getQueryState(file)?.isInvalidated).toBe(true);
});

test('keeps what was typed when another one is written, and brings it back', async () => {
  kept = { ...empty, text, revision: 1 };
  await openPost();
  await field('Caption').fill('My own words');
  await press('Write another one').click();
  await expect.element(field('Caption')).toHaveValue(other.caption);
  expect(api.requests('savePost')).toMatchObject([{ body: { text: { caption: 'My own words' } } }]);
  await dialog.getByText('Earlier texts (1)').click();
  await press('Use again: My own words').click();
  await expect.element(field('Caption')).toHaveValue('My own words');
  await expect.element(press('Use again: Burger o’clock.')).toBeVisible();
});

test('keeps what was typed when an earlier text is chosen', async () => {
  kept = { ...empty, text, former: [other], revision: 1 };
  await openPost();
  await field('Caption').fill('My own words');
  await dialog.getByText('Earlier texts (1)').click();
  await press('Use again: Burger o’clock.').click();
  await expect.element(field('Caption')).toHaveValue(other.caption);
  expect(api.requests('savePost')).toMatchObject([
    { body: { revision: 1, text: { caption: 'My own words' } } },
    { body: { revision: 2, text: { caption: other.caption } } },
  ]);
  await press('Use again: My own words').click();
  await expect.element(field('Caption')).toHaveValue('My own words');
});

test('is closed by Back, which stays on the screen and loses no text', async () => {
  kept = { ...empty, text, revision: 1 };
  const { router } = await openPost();
  await field('Caption').fill('My own words');
  await router.navigate(-1);
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Write the post' }).click();
  await expect.element(field('Caption')).toHaveValue('My own words');
});

test('keeps texts that are too long to be saved, and says so', async () => {
  kept = { ...empty, text, revision: 1 };
  await openPost();
  await field('Alt text').fill('x'.repeat(252));
  await expect.element(dialog.getByText('2 characters too long')).toBeVisible();
  await expect.element(field('Alt text')).toHaveValue('x'.repeat(252));
  await expect.element(press('Save')).toBeDisabled();
  await field('Alt text').fill('x'.repeat(250));
  await expect.element(press('Save')).toBeEnabled();
  await field('Menu description').fill('x'.repeat(303));
  await expect.element(dialog.getByText('3 characters too long')).toBeVisible();
  await expect.element(press('Save')).toBeDisabled();
});

test('says why nothing was written, keeps the text, and asks again', async () => {
  kept = { ...empty, text, revision: 1 };
  api.answer({ writePost: () => problem('post_refused') });
  await openPost();
  await press('Write another one').click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      'We could not write a text that only says what is on the picture. Write it yourself or try again.',
    );
  await expect.element(field('Caption')).toHaveValue(text.caption);
  // After a lost connection, the same request asks for its answer.
  api.answer({ writePost: offline });
  await press('Write another one').click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('We couldn’t reach PlatePost. Check your connection and try again; nothing was lost.');
  await press('Write another one').click();
  await expect.poll(() => api.requests('writePost').length).toBe(7);
  const [first, second, ...others] = api.requests('writePost').map(({ body }) => body.id);
  expect(second).not.toBe(first);
  expect(new Set(others)).toEqual(new Set([second]));
});

/** Lets `send` be carried out, and loses the first replies to it. */
function unheard<Body>(send: (body: Body) => Post, times: number) {
  let left = times;
  return ({ body }: { readonly body: Body }): Post | Promise<never> => {
    const reply = send(body);
    left -= 1;
    return left < 0 ? reply : offline();
  };
}

/** Writes the text once for each id, as the API does. */
function writeOnce() {
  const ids = new Set<string>();
  return ({ id }: { readonly id: string }) => {
    if (!ids.has(id)) kept = { ...kept, text, revision: kept.revision + 1 };
    ids.add(id);
    return kept;
  };
}

test.each([1, 3])('shows what was written although the reply was lost %d times', async (times) => {
  api.answer({ writePost: unheard(writeOnce(), times) });
  await openPost();
  await press('Write it for me').click();
  await expect.element(field('Caption')).toHaveValue(text.caption);
  await expect.element(page.getByText(/^The post is written\./)).toBeVisible();
  expect(dialog.getByRole('alert').elements()).toEqual([]);
  expect(kept.revision).toBe(1);
  await field('Caption').fill('My own words');
  await press('Save').click();
  await expect.element(page.getByText('The post is saved')).toBeVisible();
  expect(kept.text?.caption).toBe('My own words');
});

test('saves what was typed once although replies are lost, and shows what was written then', async () => {
  api.answer({ writePost: unheard(writeOnce(), 3) });
  await openPost();
  await dialog.getByRole('radio', { name: 'Playful' }).click();
  await field('Caption').fill('My own words');
  await press('Write it for me').click();
  await expect.element(field('Caption')).toHaveValue(text.caption);
  expect(api.requests('savePost')).toMatchObject([{ body: { text: { caption: 'My own words' } } }]);
  await expect.element(press('Save')).toBeDisabled();
});

test.each([
  ['Write it for me', text.caption],
  ['Save', 'My own words'],
])('waits for a request of an earlier opening, and goes on from its text: %s', async (name, stored) => {
  const held = Promise.withResolvers<void>();
  const write = writeOnce();
  api.answer({
    writePost: async ({ body }) => {
      await held.promise;
      return write(body);
    },
    savePost: async ({ body }) => {
      await held.promise;
      if (body.revision !== kept.revision) return problem('conflict');
      kept = { ...kept, text: body.text, revision: kept.revision + 1 };
      return kept;
    },
  });
  const { router } = await openPost();
  await field('Caption').fill('My own words');
  await press(name).click();
  await expect.element(field('Caption')).toBeDisabled();
  await router.navigate(-1);
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Write the post' }).click();
  await expect.element(field('Caption')).toBeDisabled();
  held.resolve();
  await expect.element(field('Caption')).toBeEnabled();
  await expect.element(field('Caption')).toHaveValue(stored);
  await field('Caption').fill('Changed since');
  await press('Save').click();
  await expect.element(page.getByText('The post is saved')).toBeVisible();
  expect(kept.text?.caption).toBe('Changed since');
});

test('saves what a person wrote after no text could be written', async () => {
  api.answer({ writePost: () => problem('post_refused') });
  await openPost();
  await press('Write it for me').click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await field('Caption').fill('My own words');
  await press('Save').click();
  await expect.element(page.getByText('The post is saved')).toBeVisible();
  expect(api.requests('savePost')).toMatchObject([
    { body: { revision: empty.revision, text: { caption: 'My own words' } } },
  ]);
});

test('shows that it is written, here or in another tab, and loads again when it could not', async () => {
  api.answer({ getPost: () => problem('forbidden') });
  await openPost();
  await expect.element(dialog.getByText('Couldn’t load the post')).toBeVisible();
  kept = { ...empty, isBeingWritten: true };
  api.answer({ getPost: () => kept, writePost: pending });
  await press('Try again').click();
  await expect.element(dialog.getByText('Looking at your picture and writing…')).toBeVisible();
  await expect.element(field('Caption')).toBeDisabled();
  kept = { ...empty, text, revision: 2 };
  await expect.element(field('Caption')).toHaveValue(text.caption);
  await press('Write another one').click();
  await expect.element(dialog.getByText('Looking at your picture and writing…')).toBeVisible();
});

test('asks before changes are lost, and offers the text of another tab', async () => {
  kept = { ...empty, text, revision: 1 };
  api.answer({
    savePost: () => problem('conflict', 'This text was changed meanwhile, maybe in another tab'),
  });
  await openPost();
  await field('Caption').fill('Mine');
  await press('Save').click();
  await expect
    .element(dialog.getByText('This text was changed meanwhile, maybe in another tab'))
    .toBeVisible();
  await expect.element(field('Caption')).toHaveValue('Mine');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  kept = { ...empty, text: other, revision: 2 };
  await press('Load the other one').click();
  await expect.element(field('Caption')).toHaveValue(other.caption);
  await press('Close').first().click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('says that no more is saved today, and keeps what was typed', async () => {
  kept = { ...empty, text, revision: 1 };
  api.answer({ savePost: () => problem('daily_limit_reached', 'You can save 500 texts a day.') });
  await openPost();
  await field('Caption').fill('Mine');
  await press('Save').click();
  await expect.element(dialog.getByText('You can save 500 texts a day.')).toBeVisible();
  await expect.element(field('Caption')).toHaveValue('Mine');
});

test('brings back what was typed after the text of another tab was loaded, and saves it', async () => {
  kept = { ...empty, text, revision: 1 };
  await openPost();
  await field('Caption').fill('Mine');
  await field('Hashtags').fill('#mine');
  kept = { ...empty, text: other, revision: 2 };
  await press('Save').click();
  await press('Load the other one').click();
  await expect.element(field('Caption')).toHaveValue(other.caption);
  await expect.element(dialog.getByText('Your words are put aside until you close the post.')).toBeVisible();
  await press('Use my words').click();
  await expect.element(field('Caption')).toHaveValue('Mine');
  await expect.element(press('Use my words')).not.toBeInTheDocument();
  await press('Save').click();
  await expect.element(page.getByText('The post is saved')).toBeVisible();
  expect(kept.text).toMatchObject({ caption: 'Mine', hashtags: ['mine'] });
});

test('gives the button of a message a line of its own on a phone', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
  kept = { ...empty, text, revision: 1 };
  api.answer({
    savePost: () => problem('conflict', 'This text was changed meanwhile, maybe in another tab'),
  });
  await openPost();
  await field('Caption').fill('Mine');
  await press('Save').click();
  await expectOwnLine(press('Load the other one'), dialog.getByText(/^This text was changed/));
  await press('Load the other one').click();
  await expectOwnLine(press('Use my words'), dialog.getByText(/^Your words are put aside/));
});

test.each([
  'Save',
  'Write another one',
])('overwrites no text that another tab has saved: %s', async (name) => {
  kept = { ...empty, text, revision: 1 };
  const left = await openPost();
  await field('Caption').fill('Mine');
  await left.unmount();
  kept = { ...empty, text: other, revision: 2 };
  api.answer({ savePost: () => problem('conflict') });
  await openPost();
  await expect.poll(() => api.requests('getPost')).toHaveLength(2);
  await expect.element(field('Caption')).toHaveValue('Mine');
  await field('Caption').fill('Mine again');
  await press(name).click();
  await expect.element(press('Load the other one')).toBeVisible();
  expect(api.requests('savePost').map(({ body }) => body.revision)).toEqual([1]);
  expect(api.requests('writePost')).toEqual([]);
});

test('keeps what was typed when the page is left, until it is saved', async () => {
  kept = { ...empty, text, revision: 1 };
  const left = await openPost();
  await field('Caption').fill('Mine');
  await field('Hashtags').fill('#mine, ');
  await left.unmount();

  const ofAnother = await openPost({ ...doneGeneration, id: '01J00000000000000000000099' });
  await expect.element(field('Caption')).toHaveValue(text.caption);
  await ofAnother.unmount();

  const again = await openPost();
  await expect.element(field('Caption')).toHaveValue('Mine');
  await expect.element(field('Hashtags')).toHaveValue('#mine, ');
  await press('Save').click();
  await expect.element(page.getByText('The post is saved')).toBeVisible();
  await again.unmount();

  kept = { ...empty, text, revision: 3 };
  await openPost();
  await expect.element(field('Caption')).toHaveValue(text.caption);
});

test('forgets what was discarded', async () => {
  kept = { ...empty, text, revision: 1 };
  await openPost();
  await field('Caption').fill('Mine');
  await press('Close').first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Write the post' }).click();
  await expect.element(field('Caption')).toHaveValue(text.caption);
  await expect.element(press('Save')).toBeDisabled();
});
