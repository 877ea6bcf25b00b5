import { useMutation, useQuery } from '@tanstack/react-query';
import { Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser } from '#test/web/generations/users.ts';
import { AdminShell } from '#web/admin/admin-shell.tsx';
import { call } from '#web/lib/api.ts';

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

test.each([
  'query',
  'mutation',
])('a role that was taken away ends the back office at a %s that is refused', async (kind) => {
  let role: 'admin' | null = 'admin';
  fakeApi({
    getMe: () => ({ ...freeUser, role }),
    getAdminSession: () => ({ userId: 'test-user', role: 'admin' }),
    getHealth: () => problem('forbidden'),
  });
  function Screen() {
    const refused = () => call('getHealth');
    const query = useQuery({ queryKey: ['admin', 'test'], queryFn: refused, enabled: false });
    const mutation = useMutation({ mutationFn: refused });
    return (
      <button type="button" onClick={() => (kind === 'query' ? query.refetch() : mutation.mutate())}>
        Read
      </button>
    );
  }
  await renderInApp(
    <Routes>
      <Route path="/admin" element={<AdminShell />}>
        <Route index element={<Screen />} />
      </Route>
      <Route path="/" element={<p>The studio</p>} />
    </Routes>,
    { at: '/admin' },
  );
  const read = page.getByRole('button', { name: 'Read' });
  await expect.element(read).toBeVisible();
  role = null;
  await read.click();
  await expect.element(page.getByText('The studio')).toBeVisible();
});

test('staff whose second factor cannot be read see the screen: each call of it is checked', async () => {
  fakeApi({
    getMe: () => ({ ...freeUser, role: 'admin' }),
    getAdminSession: () => problem('busy'),
  });
  await renderInApp(backOffice);
  await expect.element(page.getByText('A screen')).toBeVisible();
});

test.each([160, 195])('the bar has room for large text at %i px', async (width) => {
  // Of phones whose letters are twice as large.
  await page.viewport(width, 422);
  onTestFinished(() => page.viewport(1280, 800));
  fakeApi({
    getMe: () => ({ ...freeUser, role: 'super_admin' }),
    getAdminSession: () => ({ userId: 'test-user', role: 'super_admin' }),
  });
  await renderInApp(backOffice);
  const bar = page.getByRole('banner');
  const name = bar.getByText('PlatePost');
  await expect.element(name).toBeVisible();
  // The size of the letters is measured after the window has changed.
  await expect.poll(() => document.documentElement.scrollWidth).toBe(width);
  const boxes = [name, bar.getByText('Super Admin')].map((part) => part.element().getBoundingClientRect());
  expect(boxes[1]?.top).toBeGreaterThanOrEqual(boxes[0]?.bottom ?? 0);
});
