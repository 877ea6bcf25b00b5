import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { startMenus } from './harness.ts';

const { cloud, create, read, runMenu, redo, deletePictures } = startMenus();

describe('a dish', () => {
  it('shows its free redo when its first pictures are deleted, until that is deleted too', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    const redone = await redo(user, made);
    const shown = async () => (await read(user, id)).dishes[0];
    await deletePictures(user, made);
    expect(await shown()).toMatchObject({ state: 'done', generation: { id: redone, redoOf: made } });
    await deletePictures(user, redone);
    expect(await shown()).toMatchObject({ state: 'done', generation: null });
  });

  it('shows its free redo that ends after its first pictures were deleted', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    const body = { id: ulid(), reason: 'other' };
    await cloud.call(user, 'redoGeneration', { params: { generationId: made }, body });
    await deletePictures(user, made);
    expect((await read(user, id)).dishes[0]?.generation).toBeNull();
    await cloud.workOn(user, body.id);
    expect((await read(user, id)).dishes[0]?.generation?.id).toBe(body.id);
  });

  it('shows its free redo that was asked for while its first pictures were being deleted', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    let redone = '';
    cloud.faults.add({
      operation: 'TransactWriteItems',
      action: {
        kind: 'before',
        run: async () => {
          redone = await redo(user, made);
        },
      },
    });
    const params = { generationId: made };
    const reply = await cloud.call(user, 'deleteGeneration', { params });
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await deletePictures(user, made);
    expect((await read(user, id)).dishes[0]?.generation?.id).toBe(redone);
  });

  it('that was made again since does not show the free redo of its former pictures', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await create(user, 1);
    const made = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    await redo(user, made);
    await deletePictures(user, made);
    const body = { seen: made, look: null };
    await cloud.callMenus(user, 'remakeDish', { params: { menuId: id, number: '1' }, body });
    const again = (await runMenu(user, id)).dishes[0]?.generation?.id ?? '';
    expect(again).not.toBe(made);
    await deletePictures(user, again);
    expect((await read(user, id)).dishes[0]?.generation).toBeNull();
  });
});
