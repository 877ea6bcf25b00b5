import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Task } from '#shared/api/task.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { usePack } from '#web/generations/use-pack.ts';
import { saveLink } from '#web/lib/save-link.ts';
import { proUser } from './users.ts';

vi.mock('#web/lib/save-link.ts', () => ({ saveLink: vi.fn() }));

const done: Task = {
  taskId: '01J00000000000000000000055',
  kind: 'pack',
  state: 'done',
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: '2026-11-21T12:00:01.000Z',
  files: [{ url: '/pack.zip', fileName: 'pack.zip', expiresAt: '2026-11-21T12:05:00.000Z' }],
};

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser, createPack: offline });
});

/** Buttons that pack two different pictures. */
function Packs() {
  const { isPacking, pack } = usePack();
  return [0, 1].map((variation) => (
    <button
      key={variation}
      type="button"
      disabled={isPacking}
      onClick={() =>
        pack({ pictures: [{ generationId: '01J00000000000000000000001', variation }], targets: [] })
      }
    >
      Pack {variation}
    </button>
  ));
}

const packed = (variation: number) => page.getByRole('button', { name: `Pack ${variation}` });
const ids = () => api.requests('createPack').map(({ body }) => body.id);

/** Presses a button and waits for the end of the attempt. */
async function attempt(variation: number): Promise<void> {
  const earlier = ids().length;
  await packed(variation).click();
  await expect.poll(ids).toHaveLength(earlier + 1);
  await expect.element(packed(variation)).toBeEnabled();
}

test('A ZIP whose reply was lost is asked for again with its id, and a later one with another', async () => {
  await renderInApp(<Packs />);
  await attempt(0);
  await expect.element(page.getByText('Your files could not be packed')).toBeVisible();
  api.answer({ createPack: () => done });
  await attempt(0);
  await expect.poll(() => vi.mocked(saveLink).mock.calls).toHaveLength(1);
  await attempt(0);
  const [first, second, third] = ids();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('A ZIP has an id of its own after one of other pictures, and after a refusal', async () => {
  await renderInApp(<Packs />);
  await attempt(0);
  api.answer({ createPack: () => problem('daily_limit_reached') });
  await attempt(1);
  await attempt(1);
  expect(new Set(ids()).size).toBe(3);
});
