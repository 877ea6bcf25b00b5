import { getAccount } from '#lambdas/account/user-store.ts';
import { listPayments } from '#lambdas/billing/billing-store.ts';
import { listEntries } from '#lambdas/credits/credits-store.ts';
import { queryAllOfUser } from '#lambdas/generations/generation-store.ts';
import type { LedgerEntry } from '#shared/api/account.ts';
import { brand } from '#shared/brand.ts';

/** Everything that is kept of a user, as JSON for people and programs; pictures by their address on the site. */
export async function exportAccount(userId: string): Promise<string> {
  const account = await getAccount(userId);
  if (!account) throw new Error('There is no such account');
  const { email, fullName, companyName, createdAt, role, subscription, credits, tier } = account;
  const { openJobs: _jobs, version: _version, ...balances } = credits;
  return JSON.stringify(
    {
      about: `Everything that ${brand.name} keeps of this account. Full-size pictures are in the gallery.`,
      exportedAt: new Date().toISOString(),
      profile: { userId, email, fullName, companyName, createdAt, role: role ?? null },
      plan: { tier, ...subscription },
      credits: balances,
      ledger: await allEntries(userId),
      payments: (await listPayments(userId)).map(({ name, pence, credits: bought, createdAt: at }) => ({
        name,
        pence,
        credits: bought,
        createdAt: at,
      })),
      generations: await allGenerations(userId),
    },
    null,
    2,
  );
}

async function allEntries(userId: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEntries(userId, cursor);
    entries.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return entries;
}

async function allGenerations(userId: string) {
  const generations = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await queryAllOfUser(userId, 100, from);
    for (const generation of page.items) {
      const { id, kind, state, createdAt, finishedAt, productName, templateName, studio, menu } = generation;
      const { source, fallback, refunded, message, shares, original, variations } = generation;
      generations.push({
        id,
        kind,
        state,
        createdAt,
        finishedAt,
        productName,
        templateName,
        source,
        studio,
        menu,
        fallback,
        refunded,
        message,
        shares: Object.values(shares).map((share) => `/s/${share}`),
        original: original && `/${original}`,
        pictures: variations.map(({ preview }) => `/${preview}`),
      });
    }
    from = page.next;
  } while (from);
  return generations;
}
