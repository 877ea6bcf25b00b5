import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { useFollowGenerations } from '#web/generations/use-follow-generations.ts';
import { doneGeneration } from './stored-generation.ts';
import { proUser } from './users.ts';

test('what is known of generations stays the same object until something changes', async () => {
  fakeApi({ getMe: () => proUser, getGeneration: () => doneGeneration });
  const seen = new Set<unknown>();
  const Followed = () => {
    const { all } = useFollowGenerations([doneGeneration.id]);
    const [renders, setRenders] = useState(0);
    if (all[0]) seen.add(all);
    return (
      <button type="button" onClick={() => setRenders(renders + 1)}>
        {all[0] ? `Known, rendered ${renders} times` : 'Unknown'}
      </button>
    );
  };
  await renderInApp(<Followed />);
  await page.getByRole('button', { name: 'Known, rendered 0 times' }).click();
  await page.getByRole('button', { name: 'Known, rendered 1 times' }).click();
  await expect.element(page.getByRole('button', { name: 'Known, rendered 2 times' })).toBeVisible();
  expect(seen.size).toBe(1);
});
