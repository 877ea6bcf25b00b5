import { numberOf } from '#web/lib/format.ts';

/** Texts of the overview. */
export const words = {
  title: 'Overview',
  users: 'Total Users',
  staff: (n: number) => `${numberOf(n)} of them staff`,
  images: 'Total Images',
  imagesNote: 'In the galleries now',
  active: 'Active this week',
  activeNote: 'Users with images in the last 7 days',
  generations: 'All generations',
  today: (n: number) => `${numberOf(n)} today`,
  signUps: 'Sign-ups',
  signUpsUnit: 'Users',
  generationsChart: 'Generations',
  generationsUnit: 'Generations',
  paidCredits: 'Paid credits',
  paidCreditsUnit: 'Credits',
  failures: 'Failed generations',
  failuresUnit: 'Failures',
} as const;
