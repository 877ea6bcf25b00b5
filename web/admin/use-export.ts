import { call } from '#web/lib/api.ts';
import { useExportTask } from '#web/lib/use-export-task.ts';
import { words } from './words.ts';

/** Exports users or content as CSV. */
export function useExport(of: 'users' | 'content') {
  return useExportTask({
    start: (signal) => call('startExport', { body: { of } }, signal),
    read: (taskId, signal) => call('getAdminTask', { params: { taskId } }, signal),
    failed: words.exportFailed,
  });
}
