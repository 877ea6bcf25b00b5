import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { useSetCover } from '#web/generations/generation-queries.ts';
import { doneGeneration } from './stored-generation.ts';

function Choice() {
  const { mutate } = useSetCover();
  return [0, 1].map((cover) => (
    <button key={cover} type="button" onClick={() => mutate({ generationId: doneGeneration.id, cover })}>
      {`Variation ${cover}`}
    </button>
  ));
}

test('Of two quick choices of a cover, the second one arrives last', async () => {
  const first = Promise.withResolvers<typeof doneGeneration>();
  const api = fakeApi({ setCover: () => first.promise });
  await renderInApp(<Choice />);
  await page.getByRole('button', { name: 'Variation 1' }).click();
  await page.getByRole('button', { name: 'Variation 0' }).click();
  const sent = () => api.requests('setCover').map(({ body }) => body.cover);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(sent()).toEqual([1]);
  first.resolve(doneGeneration);
  await expect.poll(sent).toEqual([1, 0]);
});
