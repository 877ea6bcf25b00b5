import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Fidelity } from '#shared/api/generations.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { DishProof } from '#web/generations/dish-proof.tsx';
import { BeforeAfter } from '#web/ui/before-after.tsx';

const unchanged = {
  ssim: 0.9991,
  deltaE95: 0.42,
  worstDeltaE: 1.1,
  verdict: 'unchanged',
  maskCorrected: false,
} as const;
const restyled = {
  ssim: 0.61,
  deltaE95: 23.4,
  worstDeltaE: 40,
  verdict: 'restyled',
  maskCorrected: false,
} as const;
const dishMaskUrl = '/media/mask.webp';

function Compared({ fidelity }: { fidelity: Fidelity | null }) {
  const [dishOnly, setDishOnly] = useState(false);
  const [before, after] = ['/samples/burger-before.jpg', '/samples/burger.jpg'];
  return (
    <>
      <BeforeAfter
        before={before}
        after={after}
        label="Burger"
        ratio={1}
        mask={dishOnly ? dishMaskUrl : null}
      />
      <DishProof result={{ fidelity, dishMaskUrl }} dishOnly={dishOnly} onDishOnly={setDishOnly} />
    </>
  );
}

test('says that the dish is unchanged, with the figures, and shows it alone', async () => {
  await renderInApp(<Compared fidelity={unchanged} />, { signedIn: false });
  await expect.element(page.getByText('Dish unchanged')).toBeVisible();
  await expect.element(page.getByText('your food is as in your photo.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('SSIM', { exact: false })).not.toBeInTheDocument();
  await page.getByText('The figures').click();
  const figures = 'Likeness 99.9 % (SSIM), colour difference 0.4, at most 1.1 in one spot (ΔE 2000).';
  await expect.element(page.getByText(figures, { exact: false })).toBeVisible();
  const frame = () => page.getByRole('img', { name: /after/ }).element().parentElement?.style.maskImage;
  expect(frame()).toBe('');
  // One name, and whether it is on: another name beside it would announce the opposite.
  const alone = page.getByRole('button', { name: 'Compare the dish alone' });
  await expect.element(alone).toHaveAttribute('aria-pressed', 'false');
  await alone.click();
  expect(frame()).toBe(`url("${dishMaskUrl}")`);
  await expect.element(alone).toHaveAttribute('aria-pressed', 'true');
  await alone.click();
  expect(frame()).toBe('');
});

test('says that the dish was restyled', async () => {
  await renderInApp(<Compared fidelity={restyled} />, { signedIn: false });
  await expect.element(page.getByText('Dish restyled')).toBeVisible();
  await expect.element(page.getByText('Your food differs visibly', { exact: false })).toBeVisible();
});

test('speaks of the part that a person marked to keep, not of the dish, where they corrected the mask', async () => {
  await renderInApp(<Compared fidelity={{ ...unchanged, maskCorrected: true }} />, { signedIn: false });
  await expect.element(page.getByText('Kept part unchanged', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText(/the part that you marked to keep.*\. What you left out was not compared\.$/))
    .toBeVisible();
  await expect.element(page.getByText('Dish unchanged')).not.toBeInTheDocument();
  await expect.element(page.getByText('your food', { exact: false })).not.toBeInTheDocument();
});

test('speaks of the food where the plate was to be another', async () => {
  await renderInApp(<Compared fidelity={{ ...unchanged, foodOnly: true }} />, { signedIn: false });
  await expect.element(page.getByText('Food unchanged', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/\. What we took for the old plate was not compared\.$/)).toBeVisible();
  await expect.element(page.getByText('Dish unchanged')).not.toBeInTheDocument();
});

test('says that no plate was found where it was to be another', async () => {
  await renderInApp(<Compared fidelity={{ ...unchanged, foodOnly: false }} />, { signedIn: false });
  await expect.element(page.getByText('Dish unchanged', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/We could not tell a plate from the food/)).toBeVisible();
});

test('says nothing where the dish was not compared', async () => {
  await renderInApp(<Compared fidelity={null} />, { signedIn: false });
  await expect.element(page.getByText(/^Dish /)).not.toBeInTheDocument();
});
