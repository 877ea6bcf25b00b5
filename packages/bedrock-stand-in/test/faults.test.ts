import { expect, it } from 'vitest';
import { FaultRules } from '#src/faults.ts';

it('throttles at the quota of the model', () => {
  const rules = new FaultRules(() => 0);
  rules.add({ kind: 'throttle', perMinute: 'quota' });
  const due = Array.from({ length: 16 }, () => rules.take('sd3-5', 'us-west-2', 15).length);
  expect(due).toEqual([...Array(15).fill(0), 1]);
});

it('applies to each nth call, as often as the rule says', () => {
  const rules = new FaultRules(() => 0);
  rules.add({ kind: 'delay', milliseconds: 1 }, { every: 3, times: 2 });
  const due = Array.from({ length: 10 }, () => rules.take('inpaint', 'us-west-2', 15).length);
  expect(due).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 0, 0]);
});
