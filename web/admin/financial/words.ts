import { count, numberOf } from '#web/lib/format.ts';

/** Texts of Financial Management; those of back-office-and-public-pages.md section 2 stand as given. */
export const words = {
  title: 'Financial Management',
  freeDistributed: 'Free Credits Distributed',
  staff: (n: number) => `${numberOf(n)} staff included`,
  freeUsed: 'Free Credits Used',
  utilization: (percent: number) => `${percent}% utilization`,
  paid: 'Paid Credits',
  paidNote: 'Bought, less refunds',
  average: 'Avg Credits/User',
  cost: 'Total AI Cost',
  generations: (n: number) => count(n, 'generation'),
  estimated: (n: string) => `${n} of them estimated`,
  costEach: 'Avg Cost/Generation',
  eachNote: 'Two pictures each',
  testsApart: (cost: string) => `excludes ${cost} for prompt tests`,
  distribution: 'Credit Distribution',
  freeBar: 'Free credits used of those distributed',
  usedOf: (used: string, given: string) => `${used} / ${given}`,
  usage: 'Usage Analytics',
  usageText: 'The last 30 days',
  costByDay: 'AI cost',
  costUnit: 'US dollars',
  freeByDay: 'Free credits used',
  paidByDay: 'Paid credits',
  credits: 'Credits',
  /** The parts add up to `all`. A generation makes at least two calls. */
  calls: ({ all, failed, tests }: { all: number; failed: number; tests: number }) =>
    failed + tests === 0
      ? count(all, 'model call')
      : `${count(all, 'model call')}: ${numberOf(all - failed - tests)} for pictures, ${numberOf(failed)} failed and repeated, ${numberOf(tests)} for prompt tests`,
  policy: 'Credit Policy Configuration',
  limit: 'Free Credit Limit',
  limitValue: (n: number) => `${count(n, 'credit')} per new user`,
  conversion: 'Conversion Rate',
  lifetime: 'Avg Lifetime Value',
  lifetimeValue: (n: string) => `${n} credits`,
} as const;
