import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMe } from './account.ts';
import { notificationsQuery } from './notifications.ts';
import { notify } from './notify.ts';
import { type PushSupport, pushSupport, thisDevice, turnOffPush, turnOnPush } from './push.ts';
import { words } from './words.ts';

const deviceQuery = {
  queryKey: ['push-device'],
  queryFn: async () => ({ support: pushSupport(), id: (await thisDevice()) ?? null }),
};

/** Whether this device gets notifications, and functions to change it. */
export function usePush() {
  const client = useQueryClient();
  const me = useMe();
  const notifications = useQuery(notificationsQuery);
  const device = useQuery(deviceQuery);
  const lookAgain = () => client.invalidateQueries({ queryKey: deviceQuery.queryKey });
  const onMutate = () => notify.takeBack(words.notificationsFailed);
  const turnOn = useMutation({
    onMutate,
    mutationFn: async () =>
      me && notifications.data ? turnOnPush(me.userId, notifications.data) : undefined,
    onSuccess: (changed) => {
      if (changed) client.setQueryData(notificationsQuery.queryKey, changed);
      return lookAgain();
    },
    onError: () => notify.error(words.notificationsFailed),
  });
  const turnOff = useMutation({
    onMutate,
    mutationFn: turnOffPush,
    onSettled: () =>
      Promise.all([lookAgain(), client.invalidateQueries({ queryKey: notificationsQuery.queryKey })]),
    onError: () => notify.error(words.notificationsFailed),
  });
  const support: PushSupport | undefined = device.data?.support;
  return {
    notifications,
    /** Undefined while unknown. */
    support,
    isOn: notifications.data?.devices.some(({ id }) => id === device.data?.id) ?? false,
    isReady: notifications.data !== undefined && device.data !== undefined && me !== undefined,
    turnOn,
    turnOff,
  };
}
