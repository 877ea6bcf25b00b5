import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { saveLink } from '#web/lib/save-link.ts';
import { waitForTask } from '#web/lib/tasks.ts';
import { words } from './words.ts';

/** Starts a CSV export and saves the file when it is ready, in the background. */
export function useExport(of: 'users' | 'content') {
  return useMutation({
    mutationFn: async () => {
      const started = await call('startExport', { body: { of } });
      const { file } = await waitForTask(started, (taskId) => call('getAdminTask', { params: { taskId } }));
      if (file) saveLink(file.url, file.fileName);
    },
    onError: (error) => notify.error(words.exportFailed, { description: messageOf(error) }),
  });
}
