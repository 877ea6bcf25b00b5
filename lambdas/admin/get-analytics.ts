import { readEmails } from '#lambdas/accounts/user-store.ts';
import { queryImages } from '#lambdas/generations/gallery-store.ts';
import { readCounters, readDays, readPopularTemplates, readTopUser } from '#lambdas/stats/stats-store.ts';
import type { Analytics } from '#shared/api/admin.ts';
import { redoReasons } from '#shared/domain/redo.ts';
import { chartDays } from './get-overview.ts';

/** Latest images among which the notes of redos are looked for. */
const latestImages = 100;

/** The figures of System Analytics (back-office-and-public-pages.md sections 2 and 9). */
export async function getAnalytics(): Promise<Analytics> {
  const [total, days, popularTemplates, topUser, latest] = await Promise.all([
    readCounters({ scope: 'total' }),
    readDays(chartDays),
    readPopularTemplates(5),
    readTopUser(),
    queryImages(latestImages),
  ]);
  const recent = latest.items.slice(0, 10);
  const emails = await readEmails([
    ...(topUser ? [topUser.userId] : []),
    ...recent.map(({ userId }) => userId),
  ]);
  const sumOfLast = (n: number) => days.slice(-n).reduce((sum, day) => sum + (day.generations ?? 0), 0);
  return {
    totalGenerations: total.generations ?? 0,
    today: sumOfLast(1),
    thisWeek: sumOfLast(7),
    dailyAverage: Math.round(sumOfLast(30) / 30),
    popularTemplates,
    topUser: topUser ? { ...topUser, email: emails.get(topUser.userId) ?? null } : null,
    recentActivity: recent.map(({ id, userId, templateName, variations, cover, createdAt }) => ({
      id,
      email: emails.get(userId) ?? null,
      templateName,
      thumbnailUrl: `/${(variations[cover] ?? variations[0])?.thumbnail ?? ''}`,
      createdAt,
    })),
    redos: redoReasons.map((reason) => ({ reason, count: total[`redo_${reason}`] ?? 0 })),
    redoNotes: latest.items
      .flatMap(({ id, createdAt, redoOf }) =>
        redoOf?.note ? [{ id, reason: redoOf.reason, note: redoOf.note, createdAt }] : [],
      )
      .slice(0, 20),
    days: days.map(({ day, generations = 0, failures = 0 }) => ({ day, generations, failures })),
  };
}
