import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportMe } from '#lambdas/accounts/export-me.ts';
import { getMyTask } from '#lambdas/accounts/get-my-task.ts';
import { createSteps } from '#lambdas/generations/generation-store.ts';
import { startTask } from '#lambdas/platform/send-task.ts';
import { newTask, readTask, takeTask } from '#lambdas/platform/task-store.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { runTask } from '#lambdas/tasks/run-task.ts';
import { startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { repeatUpdates } from '#test/support/dynamodb.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  process.env.STRIPE_SECRET_ARN = 'arn:aws:secretsmanager:eu-west-2:000000000000:secret:stripe';
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg());
});

beforeEach(() => cloud.reset());

const run = (id: string, remainingMs = 300_000) => runTask(id, () => remainingMs);

/** Records of generations without pictures; five of them are a page. */
async function addRecords(userId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await transact(
      createSteps(storedGeneration({ id: ulid(), userId, createdAt: new Date().toISOString() })),
    );
}

/** The messages that the reconciler sends for the task now. */
async function resent(id: string) {
  cloud.messages.length = 0;
  await cloud.runReconciler();
  return cloud.messages.filter(({ body }) => JSON.parse(body).taskId === id).map(({ queue }) => queue);
}

describe('a task', () => {
  it('whose run is killed each time ends as failed, and a new one can be asked for', async () => {
    const user = await cloud.signUp('pro');
    await cloud.generate(user, studioRequest());
    const { taskId } = await exportMe(user);
    for (let runs = 1; runs <= 5; runs += 1) {
      // Killed while it reads the pictures.
      expect(await cloud.killAfter(7, () => run(taskId))).toBe(true);
      expect(await readTask(taskId)).toMatchObject({ state: 'running', attempts: runs });
      expect(await resent(taskId)).toEqual([]);
      await cloud.minutesPass(6);
      expect(await resent(taskId)).toEqual(['exports']);
    }
    await run(taskId);
    expect(await getMyTask(user, taskId)).toMatchObject({ state: 'failed', files: [] });
    expect((await cloud.table.allItems()).filter(({ pk }) => pk === 'OPEN_TASKS')).toEqual([]);
    const again = await exportMe(user);
    expect(again.taskId).not.toBe(taskId);
    await run(again.taskId);
    expect(await getMyTask(user, again.taskId)).toMatchObject({ state: 'done', files: [{}] });
  });

  it('that makes progress in each run is not given up, and its killed runs begin where the last one ended', async () => {
    const user = await cloud.signUp('pro');
    await addRecords(user, 12);
    const { taskId } = await exportMe(user);
    for (let files = 1; files <= 3; files += 1) {
      for (let killed = 0; killed < 4; killed += 1) {
        expect(await cloud.killAfter(5, () => run(taskId, 60_000))).toBe(true);
        await cloud.minutesPass(6);
      }
      await run(taskId, 60_000);
      expect((await readTask(taskId))?.files).toHaveLength(files);
    }
    await run(taskId);
    expect(await readTask(taskId)).toMatchObject({ state: 'done' });
    expect(await readTask(taskId)).not.toHaveProperty('cursor');
  });

  it('is taken also if the reply is lost and the request sent again', async () => {
    const task = newTask({ id: 'export-ada', kind: 'accountExport', requestedBy: 'ada' });
    await startTask(task);
    repeatUpdates();
    expect(await takeTask(task.id)).toMatchObject({ id: task.id, state: 'running', attempts: 1 });
    expect(await takeTask(task.id)).toBeUndefined();
  });

  it('that needs a further run is started again by the reconciler at its next minute', async () => {
    const user = await cloud.signUp('pro');
    await addRecords(user, 6);
    const { taskId } = await exportMe(user);
    await run(taskId, 60_000);
    await cloud.minutesPass(1.1);
    expect(await resent(taskId)).toEqual(['exports']);
  });

  it('that deletes an account is never given up, and waits in a queue of its own', async () => {
    const task = newTask({ id: 'deletion-ada', kind: 'deletion', requestedBy: 'ada' });
    await startTask(task);
    expect(cloud.messages.map(({ queue }) => queue)).toEqual(['deletions']);
    for (let runs = 1; runs <= 7; runs += 1) {
      await cloud.killAfter(1, () => run(task.id));
      await cloud.minutesPass(6);
      expect(await readTask(task.id)).toMatchObject({ state: 'running', attempts: runs });
    }
    expect(await resent(task.id)).toEqual(['deletions']);
  });
});
