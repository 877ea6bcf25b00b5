import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './api.ts';
import { repeatsTransient } from './api-error.ts';
import { notificationsQuery } from './notifications.ts';
import { notify } from './notify.ts';
import { words } from './words.ts';

/** Whether an e-mail is sent if no device could be notified (undefined while unknown), and a function to change it. */
export function useEmailNotifications() {
  const client = useQueryClient();
  const { data } = useQuery(notificationsQuery);
  const turn = useMutation({
    mutationFn: (isOn: boolean) => call('setEmailNotifications', { body: { isOn } }),
    retry: repeatsTransient,
    onMutate: () => notify.takeBack(words.notificationsFailed),
    onSuccess: (changed) => client.setQueryData(notificationsQuery.queryKey, changed),
    onError: () => notify.error(words.notificationsFailed),
  });
  return { email: data?.email, turn };
}
