import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { Field } from '#web/pages/frame/field.tsx';

function Form() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form>
      <Field label="Email" value={email} onChange={setEmail} autoComplete="email" />
      <Field label="Password" value={password} onChange={setPassword} autoComplete="new-password" />
      <output>{`${email} ${password}`}</output>
    </form>
  );
}

test('keeps what was typed before the page was hydrated', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(<Form />);
  await page.getByLabelText('Email').fill('chef@bistro.example');
  const tree = hydrateRoot(root, <Form />);
  onTestFinished(() => {
    tree.unmount();
    root.remove();
  });
  await expect.element(page.getByRole('status')).toHaveTextContent('chef@bistro.example');
  await page.getByLabelText('Password').fill('sup3r-secret');
  await expect.element(page.getByRole('status')).toHaveTextContent('chef@bistro.example sup3r-secret');
  await expect.element(page.getByLabelText('Email')).toHaveValue('chef@bistro.example');
});
