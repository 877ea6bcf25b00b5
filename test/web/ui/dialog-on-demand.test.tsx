import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

const load = vi.fn<() => Promise<typeof Greeting>>();

function Greeting({ onClose }: DialogProps) {
  return (
    <div role="dialog" aria-label="Greeting">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

async function renderScreen() {
  const Dialog = dialogOnDemand<DialogProps>(load);
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" aria-pressed={isOpen} onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    );
  }
  await renderInApp(<Screen />);
}

const open = page.getByRole('button', { name: 'Open' });
const dialog = page.getByRole('dialog', { name: 'Greeting' });

beforeEach(() => {
  load.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a dialog whose script does not arrive says so, keeps the screen and is loaded by the next press', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'));
  load.mockResolvedValue(Greeting);
  await renderScreen();
  await open.click();
  await expect.element(page.getByText('Check your connection', { exact: false })).toBeVisible();
  await expect.element(open).toHaveAttribute('aria-pressed', 'false');
  await open.click();
  await expect.element(dialog).toBeVisible();
});

test('a script is loaded once', async () => {
  load.mockResolvedValue(Greeting);
  await renderScreen();
  await open.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await open.click();
  await expect.element(dialog).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});
