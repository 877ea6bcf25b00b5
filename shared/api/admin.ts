import * as z from 'zod';
import type { Route } from './route.ts';

export const adminRoutes = {
  getAdminSession: {
    method: 'GET',
    path: '/api/admin/session',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'The role of the calling admin, as token and table agree on it.',
    reply: z.object({ userId: z.string(), role: z.enum(['admin', 'super_admin']) }),
  },
  getAdminTotals: {
    method: 'GET',
    path: '/api/admin/totals',
    access: 'admin',
    owner: 'admin',
    status: 200,
    summary: 'Users, generations ever and images existing, from the counters.',
    reply: z.object({
      users: z.int().min(0),
      generations: z.int().min(0),
      images: z.int().min(0),
      generationsToday: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Route>;
