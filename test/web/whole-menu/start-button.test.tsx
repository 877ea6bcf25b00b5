import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { emptyDraft, type Row } from '#web/whole-menu/menu-draft.ts';
import { StartButton } from '#web/whole-menu/start-button.tsx';

const waiting: Row = {
  key: '1',
  fileName: 'soup.jpg',
  name: 'Soup',
  look: null,
  preview: null,
  measures: null,
  upload: { state: 'waiting' },
};

test('the button says when the connection is lost, and when it is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get');
  onTestFinished(() => onLine.mockRestore());
  const become = (state: 'online' | 'offline') => {
    onLine.mockReturnValue(state === 'online');
    dispatchEvent(new Event(state));
  };
  fakeApi({ getMe: () => proUser });
  await renderInApp(
    <StartButton
      draft={{ ...emptyDraft, rows: [waiting] }}
      kept={new Map()}
      isReading={false}
      isStarting={false}
      onStart={() => undefined}
    />,
  );
  const button = page.getByRole('button');
  const uploading = button.element().textContent;
  expect(uploading).not.toContain('No connection');
  become('offline');
  await expect.element(button).toHaveTextContent('No connection: 0 of 1 uploaded');
  become('online');
  await expect.element(button).toHaveTextContent(uploading ?? '');
});
