import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Task } from '#shared/api/task.ts';
import { messageOf } from './api-error.ts';
import { notify } from './notify.ts';
import { saveLink } from './save-link.ts';
import { waitForTask } from './tasks.ts';
import { words } from './words.ts';

interface ExportTask {
  readonly start: (signal: AbortSignal) => Promise<Task>;
  readonly read: (taskId: string, signal: AbortSignal) => Promise<Task>;
  /** Title of the message after a failure. */
  readonly failed: string;
  /** Called at the end, also after a failure and when it was stopped. */
  readonly onSettled?: () => void;
}

/**
 * Starts an export and saves its files when they are ready. Leaving the page stops it with a message: the files must
 * not arrive on another page, or in another session.
 */
export function useExportTask({ start, read, failed, onSettled }: ExportTask) {
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      if (running.current === undefined) return;
      running.current.abort();
      notify.info(words.exportStopped, { yields: true });
    },
    [],
  );
  const { isPending, mutate } = useMutation({
    mutationFn: async ({ signal }: AbortController) => {
      notify.takeBack(failed);
      try {
        const { files } = await waitForTask(await start(signal), (taskId) => read(taskId, signal), signal);
        await saveFiles(files, signal);
      } catch (error) {
        if (!signal.aborted) notify.error(failed, { description: messageOf(error) });
      } finally {
        running.current = undefined;
        onSettled?.();
      }
    },
  });
  return {
    isPending,
    /**
     * Does nothing while an export runs: the second click of a double click comes before the button renders as busy.
     */
    mutate: () => {
      if (running.current !== undefined) return;
      running.current = new AbortController();
      mutate(running.current);
    },
  };
}

/**
 * Saves files one after the other until `signal` aborts. They are spaced, because a new download cancels one that has
 * just begun.
 */
async function saveFiles(files: Task['files'], signal: AbortSignal): Promise<void> {
  for (const [index, { url, fileName }] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 2_000));
    if (signal.aborted) return;
    saveLink(url, fileName);
  }
}
