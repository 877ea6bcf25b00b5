import { count } from '#web/lib/format.ts';

/** Texts of System Analytics; those of back-office-and-public-pages.md sections 2 and 8 stand as given. */
export const words = {
  title: 'System Analytics',
  total: 'Total Generations',
  totalNote: 'All time',
  today: 'Today',
  week: 'This Week',
  weekNote: 'Last 7 days',
  average: 'Daily Average',
  averageNote: 'Last 30 days',
  generations: 'Generations',
  failures: 'Failed generations',
  templates: 'Popular Templates',
  noTemplates: 'No template data available',
  topUser: 'Top User',
  noTopUser: 'No user data available',
  count: (n: number) => count(n, 'generation'),
  recent: 'Recent Activity',
  noRecent: 'No recent activity',
  generated: 'Generated image',
  health: 'System Health',
} as const;
