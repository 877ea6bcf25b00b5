import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { VariationPicker } from '#web/generations/variation-picker.tsx';
import { doneGeneration } from './stored-generation.ts';

function Picker({ layout }: { layout: 'grid' | 'row' }) {
  const [results] = useState(() => resultsOf(doneGeneration));
  const [selected, setSelected] = useState<Result | undefined>(results[0]);
  return (
    <VariationPicker
      label="Variations"
      results={results}
      selected={selected}
      onSelect={setSelected}
      layout={layout}
    />
  );
}

test.each([
  'grid',
  'row',
] as const)('chooses a variation by pointer and by arrow key (%s)', async (layout) => {
  await renderInApp(<Picker layout={layout} />, { signedIn: false });
  const group = page.getByRole('radiogroup', { name: 'Variations' });
  const first = group.getByRole('radio', { name: 'Variation 1' });
  const second = group.getByRole('radio', { name: 'Variation 2' });
  await expect.element(first).toBeChecked();
  await second.click();
  await expect.element(second).toBeChecked();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(first).toBeChecked();
  expect(document.activeElement).toBe(first.element());
});
