import { describe, expect, it } from 'vitest';
import { nameOf } from './disturb.ts';
import { makePlan, shortestPlan } from './plan.ts';

describe('a plan of faults', () => {
  it('follows from its seed alone', () => {
    expect(makePlan(7, 400)).toEqual(makePlan(7, 400));
    expect(makePlan(7, 400)).not.toEqual(makePlan(8, 400));
  });

  it('contains every kind of operation and of fault in its first operations', () => {
    const { steps } = makePlan(7, shortestPlan);
    const faults = new Set(steps.flatMap((step) => step.faults.map(nameOf)));
    const all = new Set(makePlan(1, 5000).steps.flatMap((step) => step.faults.map(nameOf)));
    expect(faults).toEqual(all);
    expect(new Set(steps.map(({ operation }) => operation.kind))).toEqual(
      new Set(makePlan(1, 5000).steps.map(({ operation }) => operation.kind)),
    );
  });
});
