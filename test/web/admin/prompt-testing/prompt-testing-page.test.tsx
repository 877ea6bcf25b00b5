import { ScrollRestoration } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PromptTest, PromptTestVariant } from '#shared/api/prompt-tests.ts';
import { chequeredPhoto } from '#test/support/chequered-photo.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { promptTestConfig } from '#test/support/prompt-test-config.ts';
import { type InApp, renderInApp } from '#test/support/render-in-app.tsx';
import { textBoxesIn } from '#test/support/text-boxes.ts';
import { promptTestQuery } from '#web/admin/prompt-testing/prompt-test-queries.ts';
import { PromptTestingPage } from '#web/admin/prompt-testing/prompt-testing-page.tsx';
import { putFile } from '#web/lib/put-file.ts';

vi.mock('#web/lib/put-file.ts', () => ({ putFile: vi.fn(async () => undefined) }));

const running: PromptTestVariant = {
  config: promptTestConfig(),
  prompt: 'Create an appetising marketing image of "Margherita".',
  state: 'processing',
  step: 'painting',
  previewUrl: null,
  width: 1080,
  height: 1080,
  adapter: null,
  fidelity: null,
  cost: 0,
  seconds: null,
  message: null,
};

const done: PromptTestVariant = {
  ...running,
  state: 'done',
  step: 'finishing',
  previewUrl: '/media/preview.jpg',
  adapter: 'stability-structure',
  cost: 0.07,
  seconds: 12,
};

const finished: PromptTest = {
  id: '01J00000000000000000000001',
  createdAt: '2026-11-21T12:00:00.000Z',
  originalUrl: '/media/original.jpg',
  a: done,
  b: done,
  verdict: null,
  note: '',
  judgedAt: null,
};

const at = `/admin/prompt-testing?test=${finished.id}`;
const noTests = () => ({ items: [] });

describe('prompt tests', () => {
  test('show neither tests nor their absence while they load', async () => {
    fakeApi({ getAnalytics: pending, listPromptTests: pending });
    await renderInApp(<PromptTestingPage />);
    await expect.element(page.getByRole('heading', { name: 'Past tests' })).toBeVisible();
    expect(page.getByText('No tests yet. They will appear here.').elements()).toEqual([]);
  });

  test('have room for large text', async () => {
    // Of a phone whose letters are twice as large.
    await page.viewport(195, 422);
    onTestFinished(() => page.viewport(1280, 800));
    fakeApi({ getAnalytics: pending, listPromptTests: noTests });
    await renderInApp(<PromptTestingPage />);
    await expect.element(page.getByText('Upload a test image')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(195);
  });

  test('are empty', async () => {
    fakeApi({ getAnalytics: pending, listPromptTests: noTests });
    await renderInApp(<PromptTestingPage />);
    await expect.element(page.getByText('No tests yet. They will appear here.')).toBeVisible();
  });

  test('that could not be loaded say so, and load again', async () => {
    const api = fakeApi({ getAnalytics: pending, listPromptTests: () => problem('forbidden') });
    await renderInApp(<PromptTestingPage />);
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load the tests' })).toBeVisible();
    api.answer({ listPromptTests: () => ({ items: [finished] }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    // What can be read on the button is in its name.
    const open = page.getByRole('button', { name: /^Open the test of Margherita .*2026/ });
    await expect.element(open).toBeVisible();
  });

  test('need a photo and both product names', async () => {
    const api = fakeApi({ getAnalytics: pending, listPromptTests: noTests });
    await renderInApp(<PromptTestingPage />);
    await page.getByRole('button', { name: 'Generate Both Variations' }).click();
    await expect.element(page.getByText('Please upload a test image first')).toBeVisible();
    expect(api.requests('createPromptTest')).toEqual([]);
  });

  test('show the steps of a running test, and then its pictures', async () => {
    const api = fakeApi({
      getAnalytics: pending,
      listPromptTests: noTests,
      getPromptTest: () => ({ ...finished, a: running, b: running }),
    });
    await renderInApp(<PromptTestingPage />, { at });
    await expect.element(page.getByText('Prompt A: Painting · Prompt B: Painting')).toBeVisible();
    api.answer({ getPromptTest: () => finished });
    await expect.element(page.getByText('Both variations generated successfully!')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Zoom into Result A' })).toBeVisible();
  });

  test('say why a side has no picture', async () => {
    const message = 'The image model refused this prompt.';
    fakeApi({
      getAnalytics: pending,
      listPromptTests: noTests,
      getPromptTest: () => ({ ...finished, b: { ...done, state: 'failed', previewUrl: null, message } }),
    });
    await renderInApp(<PromptTestingPage />, { at });
    await expect.element(page.getByText(message)).toBeVisible();
  });

  test('say so when the test in the address could not be loaded', async () => {
    fakeApi({ getAnalytics: pending, listPromptTests: noTests, getPromptTest: () => problem('not_found') });
    await renderInApp(<PromptTestingPage />, { at });
    await expect.element(page.getByRole('heading', { name: 'Couldn’t load this test' })).toBeVisible();
  });
});

describe('the past tests', () => {
  const fidelity = {
    verdict: 'unchanged',
    ssim: 0.9876,
    deltaE95: 1.23,
    worstDeltaE: 2,
    maskCorrected: false,
  } as const;

  test('show the proof of each side', async () => {
    fakeApi({
      getAnalytics: pending,
      listPromptTests: () => ({ items: [{ ...finished, b: { ...done, fidelity } }] }),
    });
    await renderInApp(<PromptTestingPage />);
    await expect
      .element(page.getByText('Result B: Dish unchanged · SSIM 0.988 · ΔE 1.2, at most 2.0'))
      .toBeVisible();
    expect(page.getByText(/^Result A/).elements()).toEqual([]);
  });

  test('have two lines for a proof on a phone', async () => {
    await page.viewport(360, 800);
    onTestFinished(() => page.viewport(1280, 800));
    fakeApi({
      getAnalytics: pending,
      listPromptTests: () => ({ items: [{ ...finished, b: { ...done, fidelity } }] }),
    });
    await renderInApp(<PromptTestingPage />);
    const proof = page.getByText(/^Result B: Dish unchanged/);
    await expect.element(proof).toBeVisible();
    expect(textBoxesIn(proof.element())).toHaveLength(2);
  });
});

describe('a verdict', () => {
  const note = page.getByLabelText(/^What did you learn/);
  const save = page.getByRole('button', { name: 'Save verdict' });

  test('is sent without what was not changed, and the words stay while the test is read again', async () => {
    const api = fakeApi({ getAnalytics: pending, listPromptTests: noTests, getPromptTest: () => finished });
    const { client } = await renderInApp(<PromptTestingPage />, { at });
    await note.fill('Warmer light');
    api.answer({ getPromptTest: () => ({ ...finished, verdict: 'b', note: 'Dull' }) });
    await client.refetchQueries({ queryKey: promptTestQuery(finished.id).queryKey });
    await expect
      .element(page.getByRole('button', { name: 'B is better' }))
      .toHaveAttribute('aria-pressed', 'true');
    await expect.element(note).toHaveValue('Warmer light');
    api.answer({ judgePromptTest: () => ({ ...finished, verdict: 'b', note: 'Warmer light' }) });
    await save.click();
    await expect.poll(() => api.requests('judgePromptTest')).toHaveLength(1);
    expect(api.requests('judgePromptTest')[0]?.body).toEqual({ note: 'Warmer light' });
    await expect.element(save).toBeDisabled();
  });
});

describe('what is not saved', () => {
  const other = { ...finished, id: '01J00000000000000000000002' };
  const note = page.getByLabelText(/^What did you learn/);
  const name = page.getByLabelText('Product name').first();
  const open = page.getByRole('button', { name: /^Open the test of Margherita/ });
  const isGuarded = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  let app: InApp;

  beforeEach(async () => {
    fakeApi({
      getAnalytics: pending,
      listPromptTests: () => ({ items: [other] }),
      getPromptTest: ({ params }) => (params.testId === other.id ? other : finished),
      createPromptTest: ({ body }) => ({ ...finished, id: body.id }),
    });
    app = await renderInApp(<PromptTestingPage />, { at });
    await expect.element(name).toHaveValue('Margherita');
    expect(isGuarded()).toBe(false);
  });

  test('is kept until a past test may replace the prompts', async () => {
    await name.fill('Marinara');
    expect(isGuarded()).toBe(true);
    await open.click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(name).toHaveValue('Marinara');
    expect(app.address()).toBe(at);
    await open.click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(name).toHaveValue('Margherita');
    expect(app.address()).toBe(`/admin/prompt-testing?test=${other.id}`);
    expect(isGuarded()).toBe(false);
  });

  test('is asked for before another page and before Back', async () => {
    await note.fill('Warmer light');
    expect(isGuarded()).toBe(true);
    void app.router.navigate('/admin');
    await expect.element(page.getByText('Your verdict is not saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(note).toHaveValue('Warmer light');
    void app.router.navigate('/admin');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(app.address).toBe('/admin');
  });
});

describe('a test that is generated', () => {
  const name = (side: number) => page.getByLabelText('Product name').nth(side);
  const generate = page.getByRole('button', { name: 'Generate Both Variations' });
  const ids = () => [...new Set(api.requests('createPromptTest').map(({ body }) => body.id))];
  const choosePhoto = async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (input === null) throw new Error('The page has no place for a photo');
    await userEvent.upload(input, (await chequeredPhoto(200)).file);
  };
  let api: FakeApi;

  beforeEach(async () => {
    api = fakeApi({
      getAnalytics: pending,
      listPromptTests: noTests,
      createUpload: () => ({
        uploadId: '01J0000000000000000000000A',
        url: 'https://bucket.example/upload',
        headers: {},
        expiresAt: '2026-11-21T12:00:00.000Z',
      }),
      createPromptTest: offline,
      getPromptTest: () => finished,
    });
    await renderInApp(
      <>
        <ScrollRestoration />
        <PromptTestingPage />
      </>,
    );
    await choosePhoto();
    await expect.element(page.getByText('Choose another image')).toBeVisible();
    await name(0).fill('Margherita');
    await name(1).fill('Margherita');
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(4);
    await expect.element(page.getByText(/We couldn’t reach PlatePost/)).toBeVisible();
  });

  test('is the same one after a lost answer, and another one after an answer', async () => {
    api.answer({ createPromptTest: ({ body }) => ({ ...finished, id: body.id }) });
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(5);
    expect(ids()).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: 'Zoom into Result A' })).toBeVisible();
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(6);
    expect(ids()).toHaveLength(2);
  });

  test('is the same one when maintenance comes in between', async () => {
    api.answer({ createPromptTest: () => problem('maintenance') });
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(5);
    api.answer({ createPromptTest: ({ body }) => ({ ...finished, id: body.id }) });
    await expect.element(generate).toBeEnabled();
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(6);
    expect(ids()).toHaveLength(1);
  });

  test('has its results on the screen, with the focus at their heading', async () => {
    api.answer({ createPromptTest: ({ body }) => ({ ...finished, a: running, b: running, id: body.id }) });
    await generate.click();
    const heading = page.getByRole('heading', { name: 'Results' });
    await expect.element(heading).toHaveFocus();
    const { top } = heading.element().getBoundingClientRect();
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(innerHeight / 2);
  });

  test('is another one if something was changed', async () => {
    await name(1).fill('Marinara');
    api.answer({ createPromptTest: ({ body }) => ({ ...finished, id: body.id }) });
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(5);
    expect(ids()).toHaveLength(2);
  });

  test('has no scene where only blanks are left of its words', async () => {
    const scene = page.getByLabelText('Scene, in your own words');
    api.answer({ createPromptTest: ({ body }) => ({ ...finished, id: body.id }) });
    await scene.fill('On a picnic blanket');
    await scene.fill(' \n');
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(5);
    expect(api.requests('createPromptTest').at(-1)?.body.b.scene).toBe(null);
  });

  test('is another one after a refusal', async () => {
    api.answer({ createPromptTest: () => problem('id_out_of_time') });
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(5);
    await expect.element(generate).toBeEnabled();
    await generate.click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(6);
    expect(ids()).toHaveLength(2);
  });

  test('is not made of the former photo while another one is not uploaded', async () => {
    vi.mocked(putFile).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await choosePhoto();
    await expect.element(page.getByText('Failed to upload image to storage', { exact: false })).toBeVisible();
    await expect.element(generate).toBeDisabled();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(generate).toBeEnabled();
  });

  test('asks first whether the verdict that was not saved may go, and keeps its prompts', async () => {
    api.answer({ createPromptTest: ({ body }) => ({ ...finished, id: body.id }) });
    await generate.click();
    await page.getByLabelText(/^What did you learn/).fill('Warmer light');
    await name(1).fill('Marinara');
    await generate.click();
    await expect.element(page.getByText('Your verdict is not saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(api.requests('createPromptTest')).toHaveLength(5);
    await generate.click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => api.requests('createPromptTest')).toHaveLength(6);
    await expect.element(page.getByLabelText(/^What did you learn/)).toHaveValue('');
    await expect.element(name(1)).toHaveValue('Marinara');
  });
});
