import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Task } from '#shared/api/task.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { saveLink } from '#web/lib/save-link.ts';
import { useExportTask } from '#web/lib/use-export-task.ts';

vi.mock('#web/lib/save-link.ts', () => ({ saveLink: vi.fn() }));

const running: Task = {
  taskId: '01J00000000000000000000001',
  kind: 'accountExport',
  state: 'running',
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: null,
  files: [],
};
const file = { url: '/export.zip', fileName: 'export.zip', expiresAt: '2026-11-21T12:05:00.000Z' };
const done: Task = { ...running, state: 'done', files: [file] };

const start = vi.fn<() => Promise<Task>>();
const read = vi.fn<() => Promise<Task>>();
beforeEach(() => void start.mockResolvedValue(running));
afterEach(() => vi.clearAllMocks());

function Export() {
  const exporting = useExportTask({ start, read, failed: 'Failed to export' });
  return (
    <button type="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
      Export
    </button>
  );
}

function Visit() {
  const [isHere, setHere] = useState(true);
  return (
    <>
      {isHere && <Export />}
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  );
}

const press = (name: string) => page.getByRole('button', { name }).click();

test('an export saves its file when it is ready', async () => {
  read.mockResolvedValueOnce(running).mockResolvedValue(done);
  await renderInApp(<Visit />);
  await press('Export');
  await expect.poll(() => vi.mocked(saveLink).mock.calls).toEqual([['/export.zip', 'export.zip']]);
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeEnabled();
});

test('an export saves each of its files', async () => {
  const second = { ...file, url: '/export-2.zip', fileName: 'export-2.zip' };
  read.mockResolvedValue({ ...done, files: [file, second] });
  await renderInApp(<Visit />);
  await press('Export');
  const saved = () => vi.mocked(saveLink).mock.calls.map(([, name]) => name);
  await expect.poll(saved, { timeout: 10_000 }).toEqual(['export.zip', 'export-2.zip']);
});

test('an export ends with its page, says so and saves nothing elsewhere', async () => {
  read.mockResolvedValue(running);
  await renderInApp(<Visit />);
  await press('Export');
  await expect.poll(() => read.mock.calls.length).toBe(1);
  await press('Leave');
  await expect.element(page.getByText('The export was stopped because you left the page.')).toBeVisible();
  read.mockResolvedValue(done);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(read).toHaveBeenCalledTimes(1);
  expect(saveLink).not.toHaveBeenCalled();
  await expect.element(page.getByText('Failed to export')).not.toBeInTheDocument();
});

test('a double click starts one export, which ends with its page', async () => {
  read.mockResolvedValue(running);
  await renderInApp(<Visit />);
  const button = page.getByRole('button', { name: 'Export' }).element() as HTMLButtonElement;
  // In the same turn, before the button can be drawn as busy.
  button.click();
  button.click();
  await expect.poll(() => read.mock.calls.length).toBe(1);
  expect(start).toHaveBeenCalledTimes(1);
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await press('Leave');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(read).toHaveBeenCalledTimes(1);
});
