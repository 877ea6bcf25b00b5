import { describe, expect, it } from 'vitest';
import { readRules } from '#lambdas/platform/rule-store.ts';
import type { EditedRule } from '#shared/api/rules.ts';
import { allRules } from '#shared/domain/platform-rules.ts';
import { adminHarness } from './harness.ts';

const { call } = adminHarness();

const params = { ruleId: 'justeat-item-ours' };
const values = {
  minimum: { width: 1500, height: 1000 },
  maximum: null,
  ratio: { from: 1.5, to: 1.5 },
  formats: ['jpeg'],
  maxBytes: 5_000_000,
  advised: ['ratio'],
  content: { people: 'fail' },
  source: { name: 'Just Eat partner help', collection: null, readOn: '2026-11-20' },
};

const ruleIn = (body: { items: EditedRule[] }, ruleId = params.ruleId) =>
  body.items.find(({ rule }) => rule.id === ruleId);

describe('the rules of the platforms', () => {
  it('are those that came with the product until an operator changes one', async () => {
    const { body } = await call('listRules');
    expect(body.items.map(({ rule }: EditedRule) => rule)).toEqual(JSON.parse(JSON.stringify(allRules())));
    expect(ruleIn(body)).toMatchObject({ rule: { source: null }, history: [] });
  });

  it('are used as an operator changed them, with author, source and date, until they are reset', async () => {
    const { status, body } = await call('changeRule', { params, body: values });
    expect(status).toBe(200);
    expect(ruleIn(body)).toMatchObject({
      rule: { ...values, size: 'At least 1500×1000 px, 3:2', accepted: { width: 1500, height: 1000 } },
      history: [{ email: 'root@example.com', change: { ...params, ...values } }],
    });
    const used = (await readRules()).find(({ id }) => id === params.ruleId);
    expect(used).toMatchObject(values);
    const again = await call('changeRule', { params, body: { ...values, maxBytes: 4_000_000 } });
    expect(ruleIn(again.body)?.history.map(({ change }) => change?.maxBytes)).toEqual([4_000_000, 5_000_000]);
    expect((await call('listAuditLog')).body.items[0]).toMatchObject({
      action: 'CHANGE_PLATFORM_RULE',
      details: { ...params, from: { maxBytes: 5_000_000 }, to: { maxBytes: 4_000_000 } },
    });
    const reset = await call('resetRule', { params });
    expect(ruleIn(reset.body)).toMatchObject({
      rule: { source: null, maxBytes: null },
      history: [{ change: null }, {}, {}],
    });
    // Again is no error, and leaves no trace.
    expect(ruleIn((await call('resetRule', { params })).body)?.history).toHaveLength(3);
  });

  it('are changed side by side', async () => {
    await call('changeRule', { params, body: values });
    await call('changeRule', {
      params: { ruleId: 'uber-item-api' },
      body: { ...values, maxBytes: 1_000_000 },
    });
    const { body } = await call('listRules');
    expect(ruleIn(body)?.rule.maxBytes).toBe(5_000_000);
    expect(ruleIn(body, 'uber-item-api')?.rule.maxBytes).toBe(1_000_000);
  });

  it('are not replaced where somebody else has changed the same one since it was read', async () => {
    const changedAt = async () => ruleIn((await call('listRules')).body)?.changedAt;
    const change = (maxBytes: number, seen: string | null | undefined) =>
      call('changeRule', { params, body: { ...values, maxBytes, seen } });
    expect(await changedAt()).toBeNull();
    expect((await change(1_000_000, null)).status).toBe(200);
    const first = await changedAt();
    const { status, body } = await change(2_000_000, null);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toBe(
      'Somebody else has changed this rule in the meantime, so that nothing was saved. Save again to replace what they entered, or cancel to see it.',
    );
    const other = { ...values, seen: null };
    expect((await call('changeRule', { params: { ruleId: 'uber-item-api' }, body: other })).status).toBe(200);
    expect((await change(3_000_000, first)).status).toBe(200);
    const second = await changedAt();
    await call('resetRule', { params });
    expect((await change(4_000_000, second)).status).toBe(409);
    const now = ruleIn((await call('listRules')).body);
    expect(now?.history.map(({ change: past }) => past?.maxBytes)).toEqual([undefined, 3_000_000, 1_000_000]);
    expect((await change(4_000_000, now?.changedAt)).status).toBe(200);
  });

  it('are changed by a request whose reply was lost and that is sent again, once', async () => {
    const body = { ...values, seen: null };
    expect((await call('changeRule', { params, body })).status).toBe(200);
    const again = await call('changeRule', { params, body });
    expect(again.status).toBe(200);
    expect(ruleIn(again.body)?.history).toHaveLength(1);
  });

  it('are not reset where somebody else has changed the same one since it was read', async () => {
    const changedAt = (body: { items: EditedRule[] }) => ruleIn(body)?.changedAt ?? '';
    const first = changedAt((await call('changeRule', { params, body: values })).body);
    const second = changedAt(
      (await call('changeRule', { params, body: { ...values, maxBytes: 4_000_000 } })).body,
    );
    const refused = await call('resetRule', { params, query: { seen: first } });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(ruleIn((await call('listRules')).body)?.rule.maxBytes).toBe(4_000_000);
    expect((await call('resetRule', { params, query: { seen: second } })).status).toBe(200);
    // Again is no error, whatever was seen.
    expect((await call('resetRule', { params, query: { seen: first } })).status).toBe(200);
  });

  it('lose no change when two are made at once', async () => {
    const ids = ['uber-item-api', 'uber-item-portal', 'uber-cover-portal'];
    const replies = await Promise.all(
      ids.map((ruleId) => call('changeRule', { params: { ruleId }, body: values })),
    );
    const { body } = await call('listRules');
    for (const [index, ruleId] of ids.entries()) {
      expect([200, 409]).toContain(replies[index]?.status);
      expect(ruleIn(body, ruleId)?.history).toHaveLength(replies[index]?.status === 200 ? 1 : 0);
      expect(ruleIn(body, ruleId)?.rule.maxBytes === values.maxBytes).toBe(replies[index]?.status === 200);
    }
  });

  it.each([
    [
      { maximum: { width: 1000, height: 1000 } },
      /^The smallest size, 1500×1000 px, is larger than the largest/,
    ],
    [{ ratio: { from: 2, to: 1 } }, /^The ratio begins at 2:1 and ends below it/],
    [{ formats: [] }, /^No format is allowed/],
    [{ content: { oneDish: 'fail', severalDishes: 'advice' } }, /^It asks for one dish and for several/],
  ])('that contradict themselves are refused with a sentence: %j', async (changes, sentence) => {
    const { status, body } = await call('changeRule', { params, body: { ...values, ...changes } });
    expect([status, body.code]).toEqual([422, 'rule_contradicts']);
    expect(body.detail).toMatch(sentence);
    expect(ruleIn((await call('listRules')).body)?.history).toEqual([]);
  });

  it('have a source that was read on a day that has come', async () => {
    const readOn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
    const on = (day: string) =>
      call('changeRule', { params, body: { ...values, source: { ...values.source, readOn: day } } });
    expect((await on(readOn(0))).status).toBe(200);
    const { status, body } = await on(readOn(48));
    expect([status, body.issues?.[0]]).toEqual([
      400,
      { path: 'source.readOn', message: 'This day has not come yet' },
    ]);
    expect((await on('2126-11-20')).status).toBe(400);
  });

  it('name their source without what nobody sees', async () => {
    const of = (name: string) =>
      call('changeRule', { params, body: { ...values, source: { ...values.source, name } } });
    expect((await of('\u200B')).status).toBe(400);
    expect(ruleIn((await of('Just\u202E Eat')).body)?.rule.source?.name).toBe('Just Eat');
  });

  it('need a source, and exist', async () => {
    const nameless = { ...values, source: { ...values.source, name: ' ' } };
    expect((await call('changeRule', { params, body: nameless })).status).toBe(400);
    const unknown = { params: { ruleId: 'no-such-rule' }, body: values };
    expect((await call('changeRule', unknown)).status).toBe(404);
  });
});
