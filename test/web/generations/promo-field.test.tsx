import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { PromoField, type PromoWords } from '#web/generations/promo-field.tsx';

function Field() {
  const [value, setValue] = useState<PromoWords>({ promoText: '', promoPosition: 'top' });
  return <PromoField label="Text" value={value} onChange={(changes) => setValue({ ...value, ...changes })} />;
}

const field = page.getByRole('textbox', { name: 'Text' });

test('names characters that cannot be set in type while they are typed', async () => {
  await renderInApp(<Field />, { signedIn: false });
  await field.fill('Two for one – 50 % off in the café!');
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  expect(page.getByRole('alert').query()).toBeNull();
  await field.fill('Sushi 寿司 tonight 🍣');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Promotional text cannot show 寿 司 🍣 (Latin, Greek, Cyrillic, Hebrew and Arabic letters, numbers and punctuation can)',
    );
  await expect.element(field).toBeInvalid();
  await field.fill('Sushi tonight');
  await expect.element(field).toBeValid();
  expect(page.getByRole('alert').query()).toBeNull();
});

test('takes at most 100 characters, and a position', async () => {
  await renderInApp(<Field />, { signedIn: false });
  await field.fill('x'.repeat(103));
  await expect.element(page.getByRole('alert')).toHaveTextContent('3 characters too long');
  await expect.element(field).toHaveValue('x'.repeat(103));
  await field.fill('Tonight');
  await expect.element(page.getByText('7 / 100')).toBeVisible();
  const positions = page.getByRole('radiogroup', { name: 'Position' });
  await expect.element(positions.getByRole('radio', { name: 'Top' })).toBeChecked();
  await positions.getByText('Bottom').click();
  await expect.element(positions.getByRole('radio', { name: 'Bottom' })).toBeChecked();
});
