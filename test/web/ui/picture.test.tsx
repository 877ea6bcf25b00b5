import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { Picture } from '#web/ui/picture.tsx';

const failed = page.getByRole('alert').getByText("Couldn't load this picture.");

test('a picture that cannot be loaded says so, and is loaded again by a press', async () => {
  await renderInApp(<Picture src="/none.jpg" alt="Soup" />);
  await expect.element(failed).toBeVisible();
  const first = document.querySelector('img');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => document.querySelector('img')).not.toBe(first);
  await expect.element(failed).toBeVisible();
});

test('another picture in place of a broken one is shown', async () => {
  const Pictures = () => {
    const [src, setSrc] = useState('/none.jpg');
    return (
      <>
        <div style={{ position: 'relative', width: 300, height: 300 }}>
          <Picture src={src} alt="Soup" />
        </div>
        <button type="button" onClick={() => setSrc('/samples/burger.jpg')}>
          Another
        </button>
      </>
    );
  };
  await renderInApp(<Pictures />);
  await expect.element(failed).toBeVisible();
  await page.getByRole('button', { name: 'Another' }).click();
  await expect.element(failed).not.toBeInTheDocument();
});

test('a comparison says which of its pictures is missing', async () => {
  await renderInApp(<BeforeAfter before="/none.jpg" after="/samples/burger.jpg" label="Soup" ratio={1} />);
  await expect.element(page.getByText("Couldn't load your photo to compare.")).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Soup, after' })).toBeVisible();
  expect(failed.elements()).toHaveLength(0);
});
