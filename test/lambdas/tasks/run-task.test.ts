import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestDeletion } from '#lambdas/accounts/deletion-store.ts';
import { exportMe } from '#lambdas/accounts/export-me.ts';
import { getMyTask } from '#lambdas/accounts/get-my-task.ts';
import { createSteps } from '#lambdas/generations/generation-store.ts';
import { startTask } from '#lambdas/platform/send-task.ts';
import { newTask, readTask, takeTask } from '#lambdas/platform/task-store.ts';
import { s3 } from '#lambdas/runtime/file-storage.ts';
import { metrics } from '#lambdas/runtime/metrics.ts';
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

  it('counts as late while it waits for its first run, and no longer when it has begun', async () => {
    const counted = vi.spyOn(metrics, 'addMetric').mockImplementation(() => metrics);
    const late = () => counted.mock.calls.filter(([name]) => name === 'TaskLate').length;
    onTestFinished(() => counted.mockRestore());
    const user = await cloud.signUp('pro');
    await addRecords(user, 6);
    const { taskId } = await exportMe(user);
    await cloud.minutesPass(16);
    expect(await resent(taskId)).toEqual(['exports']);
    expect(late()).toBe(1);
    await run(taskId, 60_000);
    await cloud.minutesPass(16);
    expect(await resent(taskId)).toEqual(['exports']);
    expect(late()).toBe(1);
  });

  describe.each([
    ['an export', async (user: string) => (await exportMe(user)).taskId],
    [
      'a pack',
      async (user: string) => {
        const { id: generationId } = await cloud.generate(user, studioRequest());
        const body = { id: ulid(), pictures: [{ generationId, variation: 0 }] };
        return (await cloud.call(user, 'createPack', { body })).body.taskId;
      },
    ],
  ])('that makes the ZIP of %s', (_, start) => {
    /** Runs the task; the deletion of its account is asked for, and empties its folder, before the ZIP is complete. */
    async function runDuringDeletion(user: string, taskId: string): Promise<void> {
      const storage = await s3();
      const complete = storage.completeMultipartUpload.bind(storage);
      const completing = vi.spyOn(storage, 'completeMultipartUpload');
      completing.mockImplementationOnce(async (input: Parameters<typeof complete>[0]) => {
        await requestDeletion({ userId: user, username: user, requestedBy: user });
        return complete(input);
      });
      await run(taskId);
      completing.mockRestore();
    }

    it('leaves no file when its account is deleted meanwhile', async () => {
      const user = await cloud.signUp('pro');
      const taskId = await start(user);
      await runDuringDeletion(user, taskId);
      expect(await readTask(taskId)).toMatchObject({ state: 'failed', files: [] });
      expect(await cloud.listKeys('EXPORTS_BUCKET')).toEqual([]);
    });

    it('leaves none either when it is killed as soon as the file is complete', async () => {
      const user = await cloud.signUp('pro');
      const taskId = await start(user);
      const completes = ({ operation }: { operation: string }) => operation === 'CompleteMultipartUpload';
      expect(await cloud.killAfter(1, () => run(taskId), completes)).toBe(true);
      expect(await cloud.listKeys('EXPORTS_BUCKET')).toHaveLength(1);
      await requestDeletion({ userId: user, username: user, requestedBy: user });
      await cloud.minutesPass(6);
      await run(taskId);
      expect(await readTask(taskId)).toMatchObject({ state: 'failed', files: [] });
      expect(await cloud.listKeys('EXPORTS_BUCKET')).toEqual([]);
    });
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
