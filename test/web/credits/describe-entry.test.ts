import { expect, it } from 'vitest';
import type { LedgerEntry } from '#shared/api/account.ts';
import { changeOf, describeEntry, signed } from '#web/credits/describe-entry.ts';

const entry = (kind: LedgerEntry['kind'], change: Partial<LedgerEntry>): LedgerEntry => ({
  id: '1',
  kind,
  free: 0,
  subscription: 0,
  purchased: 0,
  availableAfter: 10,
  note: '',
  createdAt: '2026-11-21T12:00:00.000Z',
  ...change,
});

it.each([
  [entry('free', { free: 2 }), 'Free credits', 'Given when you joined', '+2'],
  [entry('spend', { subscription: -1, note: 'House burger' }), 'House burger', '2 variations', '−1'],
  [
    entry('spend', { id: 'spend#outpaint-1', purchased: -2, note: 'Surroundings continued: House burger' }),
    'Surroundings continued: House burger',
    '',
    '−2',
  ],
  [entry('refund', { subscription: 1, note: 'House burger' }), 'House burger', 'Refunded', '+1'],
  [entry('plan', { subscription: 40, note: 'Pro' }), 'Pro plan', 'Monthly credits', '+40'],
  [entry('plan', { note: 'Pro' }), 'Pro plan', 'Bought twice, credits withheld', '0'],
  [entry('topup', { note: '50 credits' }), 'Top-up', '50 credits · credits withheld', '0'],
  [entry('plan', { subscription: 1200, note: 'Pro' }), 'Pro plan', 'Monthly credits', '+1,200'],
  [
    entry('dispute', { purchased: -1200, note: '1,200 credits' }),
    'Payment disputed',
    '1,200 credits',
    '−1,200',
  ],
  [entry('topup', { purchased: 50, note: '50 credits' }), 'Top-up', '50 credits', '+50'],
  [entry('stripe-refund', { purchased: -50, note: '50 credits' }), 'Payment refunded', '50 credits', '−50'],
  [entry('stripe-refund', { note: 'Pro' }), 'Payment refunded', 'Pro · no credits withdrawn', '0'],
  [
    entry('stripe-refund', { id: 'stripe-refund#re_1#undone', subscription: 40, note: 'Pro' }),
    'Refund reversed',
    'Pro',
    '+40',
  ],
  [
    entry('stripe-refund', { id: 'stripe-refund#re_1#undone', note: 'Pro' }),
    'Refund reversed',
    'Pro · credits still withdrawn',
    '0',
  ],
  [entry('dispute', { purchased: -20, note: '50 credits' }), 'Payment disputed', '50 credits', '−20'],
  [
    entry('dispute', { id: 'dispute#du_1#undone', purchased: 20, note: '50 credits' }),
    'Dispute settled',
    '50 credits',
    '+20',
  ],
  [
    entry('redo', { note: 'House burger', reason: 'cut_wrongly' }),
    'House burger',
    'Free redo · My dish was cut wrongly',
    '0',
  ],
  [entry('adjust', { purchased: 5 }), 'Adjusted by our team', '', '+5'],
])('an entry says what happened: %o', (booked, title, detail, change) => {
  expect(describeEntry(booked)).toEqual({ title, detail });
  expect(signed(changeOf(booked))).toBe(change);
});
