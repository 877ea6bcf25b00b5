import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser } from '#test/web/generations/users.ts';
import { AdminShell } from '#web/admin/admin-shell.tsx';

const backOffice = (
  <Routes>
    <Route path="*" element={<AdminShell />}>
      <Route path="*" element={<p>A screen</p>} />
    </Route>
  </Routes>
);

test('staff without the authenticator app that the deployment requires are led to their account', async () => {
  fakeApi({
    getMe: () => ({ ...freeUser, role: 'admin' }),
    getAdminSession: () => problem('second_factor_required'),
  });
  await renderInApp(backOffice);
  await expect.element(page.getByText('One more step for the back office')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open my account' }))
    .toHaveAttribute('href', '/account');
  expect(page.getByText('A screen').elements()).toHaveLength(0);
});

test('staff whose second factor cannot be read see the screen: each call of it is checked', async () => {
  fakeApi({
    getMe: () => ({ ...freeUser, role: 'admin' }),
    getAdminSession: () => problem('busy'),
  });
  await renderInApp(backOffice);
  await expect.element(page.getByText('A screen')).toBeVisible();
});
