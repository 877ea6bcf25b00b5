/** Texts of the overview. */
export const words = {
  title: 'Overview',
  users: 'Total Users',
  images: 'Total Images',
  generations: 'Generations ever',
} as const;
