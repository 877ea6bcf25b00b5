import { describe, expect, it } from 'vitest';
import { requestDeletion } from '#lambdas/accounts/deletion-store.ts';
import { getMyTask } from '#lambdas/accounts/get-my-task.ts';
import { assignRole, removeRole } from '#lambdas/accounts/role-store.ts';
import { startTask } from '#lambdas/platform/send-task.ts';
import { finishTask, newTask, readTask } from '#lambdas/platform/task-store.ts';
import { adminHarness, signUp } from '#test/lambdas/admin/harness.ts';

const { call } = adminHarness();

async function end(taskId: string): Promise<void> {
  const task = await readTask(taskId);
  if (!task) throw new Error('The task is missing');
  await finishTask(task, [{ key: `${taskId}/all.csv`, fileName: 'all.csv' }]);
}

describe("a person's own task", () => {
  it.each([
    'users',
    'content',
  ])('is no CSV of %s, whether its admin still has the role or not', async (of) => {
    await signUp('ada');
    await assignRole({ userId: 'ada', role: 'admin', actor: 'root' });
    const { taskId } = (await call('startExport', { body: { of } }, 'ada')).body;
    await end(taskId);
    expect((await call('getAdminTask', { params: { taskId } }, 'ada')).body.files).toHaveLength(1);
    await expect(getMyTask('ada', taskId)).rejects.toMatchObject({ code: 'not_found' });
    await removeRole({ userId: 'ada', actor: 'root' });
    expect((await call('getAdminTask', { params: { taskId } }, 'ada')).status).toBe(403);
    await expect(getMyTask('ada', taskId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is no deletion of somebody else', async () => {
    await signUp('ada');
    const { taskId } = (await call('deleteUser', { params: { userId: 'ada' } })).body;
    await expect(getMyTask('root', taskId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await call('getAdminTask', { params: { taskId } })).body).toMatchObject({ taskId });
  });

  it.each([
    'accountExport',
    'pack',
    'deletion',
  ] as const)('of the kind %s is shown to its subject', async (kind) => {
    await signUp('ada');
    await startTask(newTask({ id: 'mine', kind, requestedBy: 'ada', subject: 'ada' }));
    await end('mine');
    expect(await getMyTask('ada', 'mine')).toMatchObject({
      kind,
      state: 'done',
      files: [{ fileName: 'all.csv' }],
    });
    await expect(getMyTask('root', 'mine')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    'accountExport',
    'pack',
  ] as const)('of the kind %s, with its links, is gone with the account', async (kind) => {
    await signUp('ada');
    await startTask(newTask({ id: 'mine', kind, requestedBy: 'ada', subject: 'ada' }));
    await end('mine');
    const deletion = await requestDeletion({ userId: 'ada', username: 'ada', requestedBy: 'ada' });
    await expect(getMyTask('ada', 'mine')).rejects.toMatchObject({ code: 'not_found' });
    expect(await getMyTask('ada', deletion.id)).toMatchObject({ kind: 'deletion' });
  });
});
