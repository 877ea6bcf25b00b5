import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putSubscription } from '#lambdas/accounts/subscription-store.ts';
import { noteEmail, requireAccount } from '#lambdas/accounts/user-store.ts';
import { approve, readApproval } from '#lambdas/generations/approval-store.ts';
import { createSteps, findGeneration } from '#lambdas/generations/generation-store.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { ApprovedFile } from '#shared/api/approvals.ts';
import { approvalText } from '#shared/approval-text.ts';
import { menuRequest, startGenerations, studioRequest } from '#test/lambdas/generations/harness.ts';
import { jpeg } from '#test/lambdas/generations/photos.ts';
import { takenFile as file } from '#test/lambdas/generations/taken-file.ts';
import { storedGeneration } from '#test/support/stored-generation.ts';

const cloud = startGenerations({ models: 'plain' });

beforeAll(async () => {
  await cloud.putObject('SITE_BUCKET', 'samples/burger.jpg', await jpeg(1600, 1200));
});

beforeEach(() => cloud.reset());

async function approvalOf(user: string, generationId: string, variation = 0) {
  const reply = await cloud.call(user, 'getApproval', {
    params: { generationId, variation: String(variation) },
  });
  expect(reply.status).toBe(200);
  return reply.body;
}

const download = (user: string, generationId: string, body: object = { variation: 0 }) =>
  cloud.call(user, 'createDownload', { params: { generationId }, body });

/** Puts a user on the Starter plan, whose files have no watermark. */
const subscribe = (user: string) =>
  transact([
    putSubscription(user, {
      subscribed: true,
      productId: 'product-starter',
      subscriptionEnd: '2099-01-01T00:00:00.000Z',
      planName: 'Starter',
    }),
  ]);

describe('the approval of a picture', () => {
  it('is kept from the first download on, with what was done to the photo and who took it out', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest({ studio: { filter: { id: 'popcrush' } } }));
    expect(await approvalOf(user, id)).toEqual({ check: null, record: null });
    await download(user, id);
    const { record } = await approvalOf(user, id);
    expect(record).toMatchObject({
      dish: 'Classic Burger',
      approvedBy: expect.stringContaining('@'),
      files: [{ via: 'download', platform: null, isWatermarked: false, checks: [] }],
    });
    expect(record?.changes).toContain('Filter: PopCrush.');
    expect(record?.originalUrl).toMatch(/^\/media\//);
    // The other variation was not taken out.
    expect(await approvalOf(user, id, 1)).toMatchObject({ record: null });
  });

  it('does not begin with a file that is loaded before it may be shared', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    const { status, body } = await download(user, id, { variation: 0, inAdvance: true });
    expect(status).toBe(201);
    expect(await approvalOf(user, id)).toMatchObject({ record: null });
    const shared = await download(user, id);
    expect(shared.body).toMatchObject({ fileName: body.fileName, width: body.width });
    expect(new URL(shared.body.url).pathname).toBe(new URL(body.url).pathname);
    expect((await approvalOf(user, id)).record?.files).toMatchObject([{ via: 'download' }]);
  });

  it('names the address that the account had then, whatever it is by now', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    await download(user, id);
    const { email } = await requireAccount(user);
    expect(await noteEmail({ userId: user, email }, 'chef@elsewhere.example')).toBe('noted');
    await download(user, id, { variation: 0, size: 'large' });
    await download(user, id, { variation: 1 });
    expect((await approvalOf(user, id)).record?.approvedBy).toBe(email);
    expect((await approvalOf(user, id, 1)).record?.approvedBy).toBe('chef@elsewhere.example');
  });

  it('names the present address where the record is from before addresses were kept', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    await download(user, id);
    const Key = { pk: `USER#${user}`, sk: `APPROVAL#${id}#0` };
    const UpdateExpression = 'REMOVE approvedBy';
    await dynamodb().send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression }));
    expect((await approvalOf(user, id)).record?.approvedBy).toBe(`${user}@example.com`);
  });

  it('says of a menu picture what the platform asks for, before it is taken out and in the record', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, menuRequest());
    const before = await approvalOf(user, id);
    expect(before.check?.map(({ check }: { check: string }) => check)).toEqual(
      expect.arrayContaining(['pixels', 'ratio', 'format', 'bytes']),
    );
    expect(before.check?.find(({ check }: { check: string }) => check === 'pixels')).toMatchObject({
      verdict: 'pass',
    });
    const { body } = await download(user, id, { variation: 0, size: 'large' });
    const { record } = await approvalOf(user, id);
    expect(record?.files).toHaveLength(1);
    expect(record?.files[0]).toMatchObject({ width: body.width, checks: before.check });
    expect(record?.changes.join(' ')).toContain('Background: ');
  });

  it('notes a file once, however often and by whatever way it is taken out', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    await Promise.all([download(user, id), download(user, id), download(user, id)]);
    const { record: first } = await approvalOf(user, id);
    expect(first?.files).toHaveLength(1);
    await download(user, id);
    await cloud.call(user, 'createShare', { params: { generationId: id }, body: { variation: 0 } });
    const { record } = await approvalOf(user, id);
    expect(record?.approvedAt).toBe(first?.approvedAt);
    expect(record?.files.map(({ via }: { via: string }) => via)).toEqual(['download', 'share']);
    expect(record?.files[0]).toEqual(first?.files[0]);
  });

  it('notes a picture’s only file once, also when the larger one was asked for', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    await download(user, id, { variation: 0, size: 'large' });
    await download(user, id);
    const stored = await readApproval({ userId: user, generationId: id, variation: 0 });
    expect(Object.keys(stored?.files ?? {})).toEqual([' delivered']);
  });

  it('notes a share page once, although it is shared again on another plan', async () => {
    const user = await cloud.signUp('free');
    const { id } = await cloud.generate(user, studioRequest());
    const share = (title: string) =>
      cloud.call(user, 'createShare', { params: { generationId: id }, body: { variation: 0, title } });
    const shared = async () =>
      (await approvalOf(user, id)).record?.files.map(({ via, isWatermarked }: ApprovedFile) => [
        via,
        isWatermarked,
      ]);
    await subscribe(user);
    await share('one');
    const { body } = await share('two');
    expect(await shared()).toEqual([['share', false]]);
    expect((await findGeneration(user, id)).shares).toEqual({ 0: body.shareId });
  });

  it('says which plan’s watermark the file had, and which words', async () => {
    const user = await cloud.signUp('free');
    const { id } = await cloud.generate(user, studioRequest({ studio: { promoText: 'Two for one' } }));
    await download(user, id);
    const { record } = await approvalOf(user, id);
    expect(record?.files).toMatchObject([{ isWatermarked: true, words: 'Two for one' }]);
    if (!record) throw new Error('There is no record');
    const text = approvalText(record, 'https://example.com/photo.jpg');
    expect(text).toContain('with watermark, with the words “Two for one”');
    expect(text).toContain('Original photo: https://example.com/photo.jpg');
    expect(text).toContain(`by ${record.approvedBy}`);
    const fidelity = { ssim: 1, deltaE95: 0, worstDeltaE: 0, verdict: 'unchanged' } as const;
    const lines = [
      { maskCorrected: false },
      { maskCorrected: true },
      { maskCorrected: false, foodOnly: true },
      { maskCorrected: false, foodOnly: false },
    ].map((part) => approvalText({ ...record, fidelity: { ...fidelity, ...part } }, 'photo.jpg'));
    expect(lines[0]).toContain(
      '- Apart from light, colour tone and sharpness, the dish is as it was photographed (similarity 1.000 of 1, colour difference 0.0 ΔE2000, at most 0.0 in one spot).',
    );
    expect(lines[1]).toContain('the part of the photo that was marked to be kept is as it was photographed');
    expect(lines[1]).not.toContain('The dish is');
    expect(lines[2]).toContain('the food, without its plate, is as it was photographed');
    expect(lines[3]).toContain('the dish, in which no plate was found, is as it was photographed');
  });

  it('grows no further than a limit, and stays readable there', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    const generation = await findGeneration(user, id);
    for (let n = 0; n < 62; n += 1) await approve(generation, 0, [{ ...file, name: `file ${n}` }]);
    const approval = await readApproval({ userId: user, generationId: id, variation: 0 });
    expect(Object.keys(approval?.files ?? {})).toHaveLength(60);
  });

  it('is not recorded of a refunded photo, which is deleted after a week', async () => {
    const user = await cloud.signUp('pro');
    const fallback = storedGeneration({
      id: ulid(),
      userId: user,
      createdAt: new Date().toISOString(),
      fallback: true,
      refunded: true,
      inGallery: false,
    });
    await transact(createSteps(fallback));
    await approve(fallback, 0, [file]);
    expect(await readApproval({ userId: user, generationId: fallback.id, variation: 0 })).toBeUndefined();
  });

  it('goes with its picture, also where a late download approves one that was deleted', async () => {
    const user = await cloud.signUp('pro');
    const { id } = await cloud.generate(user, studioRequest());
    await download(user, id);
    const generation = await findGeneration(user, id);
    const removed = await cloud.call(user, 'deleteGeneration', { params: { generationId: id } });
    expect(removed.status).toBe(204);
    expect(await readApproval({ userId: user, generationId: id, variation: 0 })).toBeUndefined();
    await approve(generation, 0, [file]);
    expect(await readApproval({ userId: user, generationId: id, variation: 0 })).toBeUndefined();
  });
});
