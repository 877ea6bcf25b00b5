import { expect, it } from 'vitest';
import { FaultRules } from '#src/faults.ts';

it('throttles at the quota of the model', () => {
  const rules = new FaultRules(() => 0);
  rules.add({ kind: 'throttle', perMinute: 'quota' });
  const due = Array.from({ length: 16 }, () => rules.take('sd3-5', 'us-west-2', 15).length);
  expect(due).toEqual([...Array(15).fill(0), 1]);
});
