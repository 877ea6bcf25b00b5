import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PromptTest, PromptTestVariant } from '#shared/api/prompt-tests.ts';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { promptTestConfig } from '#test/support/prompt-test-config.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { PromptTestingPage } from '#web/admin/prompt-testing/prompt-testing-page.tsx';

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
