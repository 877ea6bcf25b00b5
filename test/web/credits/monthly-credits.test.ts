import { expect, it } from 'vitest';
import { monthlyAllowance, monthlyShare } from '#web/credits/monthly-credits.ts';

// C2.130
it('the monthly bar is the balance of the allowance, capped at 100 percent', () => {
  const starter = monthlyAllowance({ planName: 'Starter' });
  expect(monthlyShare(0, starter)).toBe(0);
  expect(monthlyShare(6, starter)).toBe(40);
  expect(monthlyShare(15, starter)).toBe(100);
  expect(monthlyShare(45, starter)).toBe(100);
  expect(monthlyShare(10, monthlyAllowance({ planName: 'Pro' }))).toBe(25);
  expect(monthlyShare(3, monthlyAllowance({ planName: 'none' }))).toBe(0);
});
