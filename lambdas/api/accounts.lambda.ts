import { deleteLogo, saveBrandKit } from '#lambdas/accounts/brand-kit.ts';
import { requestDeletion } from '#lambdas/accounts/deletion-store.ts';
import { exportMe } from '#lambdas/accounts/export-me.ts';
import { getMe } from '#lambdas/accounts/get-me.ts';
import { getMyTask } from '#lambdas/accounts/get-my-task.ts';
import { noteSeen } from '#lambdas/accounts/notification-store.ts';
import { reportClientError } from '#lambdas/accounts/report-client-error.ts';
import { deleteStyle, saveStyle } from '#lambdas/accounts/save-style.ts';
import { readStyles } from '#lambdas/accounts/style-store.ts';
import { updateMe } from '#lambdas/accounts/update-me.ts';
import { listEntries } from '#lambdas/credits/ledger-store.ts';
import { addDevice } from '#lambdas/notifications/add-device.ts';
import { forgetDevices } from '#lambdas/notifications/forget-devices.ts';
import { getNotifications } from '#lambdas/notifications/get-notifications.ts';
import { getUnsubscribePage } from '#lambdas/notifications/get-unsubscribe-page.ts';
import { removeOtherDevices } from '#lambdas/notifications/remove-other-devices.ts';
import { setEmailNotifications } from '#lambdas/notifications/set-email-notifications.ts';
import { unsubscribe } from '#lambdas/notifications/unsubscribe.ts';
import { unsubscribeProblemPage } from '#lambdas/notifications/unsubscribe-page.ts';
import { toTaskReply } from '#lambdas/platform/task-reply.ts';
import { httpHandler } from '#lambdas/runtime/http-handler.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { brandKitRoutes } from '#shared/api/brand-kit.ts';
import { clientErrorRoutes } from '#shared/api/client-errors.ts';
import { notificationRoutes } from '#shared/api/notifications.ts';
import { styleRoutes } from '#shared/api/styles.ts';

export const handler = httpHandler({
  function: 'account',
  routes: {
    ...accountRoutes,
    ...styleRoutes,
    ...brandKitRoutes,
    ...notificationRoutes,
    ...clientErrorRoutes,
  },
  problemPage: unsubscribeProblemPage,
  handlers: {
    getMe: (_input, caller) => getMe(caller),
    listLedger: ({ query }, caller) => listEntries(caller.userId, query.cursor),
    updateMe: ({ body }, caller) => updateMe(caller, body),
    exportMe: (_input, { userId }) => exportMe(userId),
    deleteMe: async (_input, { userId, username }) =>
      toTaskReply(await requestDeletion({ userId, username, requestedBy: userId })),
    listStyles: (_input, { userId }) => readStyles(userId),
    saveStyle: ({ params, body }, { userId }) => saveStyle(userId, params.styleId, body),
    deleteStyle: ({ params }, { userId }) => deleteStyle(userId, params.styleId),
    getNotifications: (_input, { userId }) => getNotifications(userId),
    addDevice: ({ body }, caller) => addDevice(caller, body),
    removeDevice: async ({ params }, { userId }) => {
      await forgetDevices(userId, [params.deviceId]);
      return undefined;
    },
    removeOtherDevices: async ({ query }, { userId }) => {
      await removeOtherDevices(userId, query.kept);
      return undefined;
    },
    setEmailNotifications: ({ body }, { userId }) => setEmailNotifications(userId, body.isOn),
    getUnsubscribePage: ({ params }) => getUnsubscribePage(params.token),
    unsubscribe: ({ params }) => unsubscribe(params.token),
    noteSeen: async (_input, { userId }) => {
      await noteSeen(userId);
      return undefined;
    },
    saveBrandKit: ({ body }, { userId }) => saveBrandKit(userId, body),
    deleteLogo: (_input, { userId }) => deleteLogo(userId),
    reportClientError: ({ body }, { userId }) => reportClientError(userId, body),
    getMyTask: ({ params }, { userId }) => getMyTask(userId, params.taskId),
  },
});
