import { useMutation } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { waitForJob } from '#web/lib/jobs.ts';
import { notify } from '#web/lib/notify.ts';
import { saveLink } from '#web/lib/save-link.ts';
import { words } from './words.ts';

/** Has a CSV made and saves it when it is ready; the person may go on meanwhile. */
export function useExport(of: 'users' | 'content') {
  return useMutation({
    mutationFn: async () => {
      const started = await call('startExport', { body: { of } });
      const { file } = await waitForJob(started, (jobId) => call('getAdminJob', { params: { jobId } }));
      if (file) saveLink(file.url, file.fileName);
    },
    onError: (error) => notify.error(words.exportFailed, { description: messageOf(error) }),
  });
}
