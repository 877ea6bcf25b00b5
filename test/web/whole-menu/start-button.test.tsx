import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { returnFocus } from '#web/app/return-focus.ts';
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

/** A start that fails when it is told to. */
function FailingStart() {
  const [isStarting, setStarting] = useState(false);
  const start = () => {
    setStarting(true);
    addEventListener('fail', () => setStarting(false), { once: true });
  };
  const rows: Row[] = [
    {
      ...waiting,
      upload: { state: 'done', uploadId: '01J00000000000000000000009', width: 1600, height: 1200 },
    },
  ];
  return (
    <StartButton
      draft={{ ...emptyDraft, rows, targets: [{ platform: 'uber', imageType: 'menu' }] }}
      kept={new Map()}
      isReading={false}
      isStarting={isStarting}
      onStart={start}
    />
  );
}

test('the button has the focus again after a start that failed, to be pressed again', async () => {
  onTestFinished(returnFocus());
  fakeApi({ getMe: () => proUser });
  await renderInApp(<FailingStart />);
  const button = page.getByRole('button', { name: 'Make 1 dish (1 credit)' });
  await button.click();
  await expect.element(page.getByRole('button', { name: 'Starting…' })).toBeDisabled();
  dispatchEvent(new Event('fail'));
  await expect.element(button).toHaveFocus();
});
