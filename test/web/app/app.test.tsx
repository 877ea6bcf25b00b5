import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '#web/app/app.tsx';
import { router } from '#web/app/router.tsx';

vi.mock('#web/app/router.tsx', async () => {
  const { createMemoryRouter } = await import('react-router-dom');
  return {
    router: createMemoryRouter([
      { path: '/', element: 'The landing page' },
      { path: '/studio', element: 'The gallery' },
    ]),
  };
});

test('a pressed notification is followed without loading the page again', async () => {
  await render(<App />);
  await expect.element(page.getByText('The landing page')).toBeVisible();
  const data = { goTo: '/studio?view=gallery', before: Date.now() + 5000 };
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  await expect.element(page.getByText('The gallery')).toBeVisible();
  expect(router.state.location.search).toBe('?view=gallery');
});
