import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ulid } from 'ulid';
import { generationRoutes } from '#shared/api/generations.ts';
import {
  type CreatePromptTest,
  emptyPromptTestConfig,
  type PromptTestConfig,
  promptTestRoutes,
} from '#shared/api/prompt-tests.ts';
import type { ApiCaller } from './api-caller.ts';

const photo = join(import.meta.dirname, '..', '..', 'web', 'public', 'samples', 'pizza-before.jpg');
const tests = '/api/admin/prompt-tests';

const a: PromptTestConfig = {
  ...emptyPromptTestConfig,
  productName: 'Pepperoni pizza',
  adjustments: { ...emptyPromptTestConfig.adjustments, enhanceDetails: true },
  creationPath: 'ugc',
  scene: { id: 'cafe-window-bite' },
};
const b: PromptTestConfig = {
  ...a,
  creationPath: 'social',
  scene: { text: 'On a checked picnic blanket in late sun' },
};

/**
 * Compares two prompts as an admin does in the back office, unless there is a comparison already. A test that takes
 * longer than `timeout` milliseconds gets no verdict.
 */
export async function comparePrompts(call: ApiCaller, timeout: number): Promise<void> {
  const { items } = promptTestRoutes.listPromptTests.reply.parse(await call('GET', tests));
  if (items.length > 0) return;
  const body: CreatePromptTest = { id: ulid(), uploadId: await upload(call), a, b };
  await call('POST', tests, body);
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(500)) {
    const test = promptTestRoutes.getPromptTest.reply.parse(await call('GET', `${tests}/${body.id}`));
    if (test.a.seconds === null || test.b.seconds === null) continue;
    const note = 'The blanket makes one hungry; the window takes the eye off the pizza.';
    await call('PUT', `${tests}/${body.id}/verdict`, { verdict: 'b', note });
    return;
  }
}

async function upload(call: ApiCaller): Promise<string> {
  const file = await readFile(photo);
  const { uploadId, url, headers } = generationRoutes.createUpload.reply.parse(
    await call('POST', '/api/uploads', {
      contentType: 'image/jpeg',
      contentLength: file.byteLength,
      fileName: 'pizza.jpg',
    }),
  );
  const put = await fetch(url, { method: 'PUT', headers, body: file });
  if (!put.ok) throw new Error(`Upload: ${put.status}`);
  return uploadId;
}
